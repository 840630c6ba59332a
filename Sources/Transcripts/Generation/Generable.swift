/// A type that can be made of generated content (API §11).
public protocol ConvertibleFromGeneratedContent: SendableMetatype {
  /// - Throws: `GeneratedContent.ParsingError` where the content is of another shape.
  init(_ content: GeneratedContent) throws
}

/// A type whose values can be shown to a model, as text or as structured content (API §11).
public protocol ConvertibleToGeneratedContent: InstructionsRepresentable, PromptRepresentable {
  var generatedContent: GeneratedContent { get }
}

/// A type that a model can generate, guided by the type's schema (API §11). The macro `@Generable` writes all of it.
public protocol Generable: ConvertibleFromGeneratedContent, ConvertibleToGeneratedContent {
  /// The type while it is being generated: properties that have not come yet are nil.
  associatedtype PartiallyGenerated: ConvertibleFromGeneratedContent = Self

  /// The shape that content must have.
  static var generationSchema: GenerationSchema { get }
}

extension Generable {
  /// The finished value in the form that a stream's snapshots have.
  ///
  /// A type whose partial form does not accept the type's own content contradicts itself; that is a mistake in the program, and
  /// it stops here.
  public func asPartiallyGenerated() -> PartiallyGenerated {
    if let same = self as? PartiallyGenerated { return same }
    do {
      return try PartiallyGenerated(generatedContent)
    } catch {
      preconditionFailure("\(PartiallyGenerated.self) does not accept the content of \(Self.self): \(error)")
    }
  }
}

extension ConvertibleToGeneratedContent {
  /// The content as JSON text.
  public var promptRepresentation: Prompt { return Prompt(text: generatedContent.jsonString) }

  /// The content as JSON text.
  public var instructionsRepresentation: Instructions {
    return Instructions(text: generatedContent.jsonString)
  }
}

extension Generable {
  /// The content as JSON text.
  public var promptRepresentation: Prompt { return Prompt(text: generatedContent.jsonString) }

  /// The content as JSON text.
  public var instructionsRepresentation: Instructions {
    return Instructions(text: generatedContent.jsonString)
  }
}
