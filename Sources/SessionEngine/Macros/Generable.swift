import Transcripts

/// Lets a model generate instances of a struct or an enum (API §11).
///
/// The macro reads the declaration and writes the conformance to `Generable`: the schema that the model is held to, the way from
/// generated content and back, and `PartiallyGenerated`, a copy of the type in which everything is optional, for streams.
///
/// - **A struct** becomes an object with its stored properties, in the order of the declaration. Properties with a type that is
///   optional may be left out by the model. Computed, static and lazy properties are not generated; neither is a `let` that has
///   its value already. `var id: GenerationID` is the identity of the content, which the model doesn't write.
/// - **An enum** without associated values becomes a string: its raw value, or else the name of the case.
/// - **An enum with associated values** becomes an object. Its property `case` is the name of the case, and the values follow
///   under their labels; a value without one is called `value` when it is alone, else `_0`, `_1`, … by its position. The public
///   record does not tell the framework's own form.
///
/// Types may nest and may contain themselves (in arrays, or in indirect enums). Dictionaries, tuples and functions are refused.
///
/// - Parameter description: What the type is, for the model.
@attached(
  extension, conformances: Generable, names: named(init(_:)), named(generatedContent)
)
@attached(member, names: arbitrary)
public macro Generable(description: String? = nil) =
  #externalMacro(module: "SessionEngineMacros", type: "GenerableMacro")

/// As ``Generable(description:)``, with a choice about nil (API §11).
///
/// - Parameters:
///   - description: What the type is, for the model.
///   - representNilExplicitlyInGeneratedContent: `true` for a property that is nil to be `null` in generated content; `false`
///     for it to be left out. Must be a literal.
@attached(
  extension, conformances: Generable, names: named(init(_:)), named(generatedContent)
)
@attached(member, names: arbitrary)
public macro Generable(description: String? = nil, representNilExplicitlyInGeneratedContent: Bool) =
  #externalMacro(module: "SessionEngineMacros", type: "GenerableMacro")

/// As ``Generable(description:)``, with a name for the schema other than the type's (API §11).
///
/// - Parameters:
///   - name: The schema's name, which the model sees.
///   - description: What the type is, for the model.
///   - representNilExplicitlyInGeneratedContent: As in ``Generable(description:representNilExplicitlyInGeneratedContent:)``.
@attached(
  extension, conformances: Generable, names: named(init(_:)), named(generatedContent)
)
@attached(member, names: arbitrary)
public macro Generable(
  name: String, description: String? = nil, representNilExplicitlyInGeneratedContent: Bool = false
) = #externalMacro(module: "SessionEngineMacros", type: "GenerableMacro")
