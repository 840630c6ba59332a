// Lists of what a model can generate (API §11).

extension Array: Generable where Element: Generable {
  public typealias PartiallyGenerated = [Element.PartiallyGenerated]

  public static var generationSchema: GenerationSchema { GenerationSchema(arrayOf: Element.generationSchema) }
}

extension Array: ConvertibleToGeneratedContent where Element: ConvertibleToGeneratedContent {
  public var generatedContent: GeneratedContent { .array(map(\.generatedContent)) }
}

extension Array: ConvertibleFromGeneratedContent where Element: ConvertibleFromGeneratedContent {
  /// While the content is still growing, a last element that cannot be read yet is left out: the name of an enum's case, for one,
  /// may be cut in the middle.
  ///
  /// - Throws: `GeneratedContent.ParsingError`, with the number of the element that does not fit.
  public init(_ content: GeneratedContent) throws {
    guard let elements = content.elements else {
      throw GeneratedContent.ParsingError(of: content, expected: "an array")
    }
    self = []
    reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      do {
        append(try Element(element))
      } catch var error as GeneratedContent.ParsingError {
        if !content.isComplete, index == elements.count - 1 { return }
        error.debugDescription = "element \(index): \(error.debugDescription)"
        throw error
      }
    }
  }
}

extension Array: InstructionsRepresentable where Element: InstructionsRepresentable {
  /// The elements, each on its own line.
  public var instructionsRepresentation: Instructions {
    return Instructions(joining: map(\.instructionsRepresentation))
  }
}

extension Array: PromptRepresentable where Element: PromptRepresentable {
  /// The elements, each on its own line.
  public var promptRepresentation: Prompt { return Prompt(joining: map(\.promptRepresentation)) }
}
