import Transcripts
import _StringProcessing

/// Says what a property of a `@Generable` struct may be (API §11).
///
/// ```swift
/// @Generable struct Recipe {
///   @Guide(description: "Minutes, without the time for resting", .range(1...240)) var minutes: Int
///   @Guide(.count(2...5), .element(.anyOf(["flour", "water", "salt"]))) var ingredients: [String]
/// }
/// ```
///
/// The guides must be of the property's type. The macro itself expands to nothing: `@Generable` reads it.
///
/// - Parameters:
///   - description: What the property is, for the model.
///   - guides: What the model is held to; all of them hold.
@attached(peer)
public macro Guide<T>(description: String? = nil, _ guides: GenerationGuide<T>...) =
  #externalMacro(module: "SessionEngineMacros", type: "GuideMacro") where T: Generable

/// Says which strings a property may be, as a regular expression (API §11).
///
/// - Parameters:
///   - description: What the property is, for the model.
///   - guides: The expression that the whole string must match.
@attached(peer)
public macro Guide<RegexOutput>(description: String? = nil, _ guides: Regex<RegexOutput>) =
  #externalMacro(module: "SessionEngineMacros", type: "GuideMacro")

/// Says what a property is, for the model (API §11).
@attached(peer)
public macro Guide(description: String) =
  #externalMacro(module: "SessionEngineMacros", type: "GuideMacro")
