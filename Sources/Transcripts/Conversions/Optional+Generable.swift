// What may be missing (API §11). `Optional` is not `Generable` itself: a property of optional type is left out of the schema's
// required ones.

extension Optional where Wrapped: Generable {
  public typealias PartiallyGenerated = Wrapped.PartiallyGenerated
}

extension Optional: ConvertibleToGeneratedContent, PromptRepresentable, InstructionsRepresentable
where Wrapped: ConvertibleToGeneratedContent {
  /// Null for nil.
  public var generatedContent: GeneratedContent { self?.generatedContent ?? GeneratedContent(json: .null) }

  /// Nothing for nil.
  public var promptRepresentation: Prompt { return self?.promptRepresentation ?? Prompt(joining: []) }

  /// Nothing for nil.
  public var instructionsRepresentation: Instructions {
    return self?.instructionsRepresentation ?? Instructions(joining: [])
  }
}
