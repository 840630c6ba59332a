import FoundationEssentials

// The plain types that a model can generate (API §11).

extension Bool: Generable {
  public static var generationSchema: GenerationSchema { GenerationSchema(json: ["type": "boolean"]) }

  public init(_ content: GeneratedContent) throws {
    guard case .bool(let bool) = content.kind else {
      throw GeneratedContent.ParsingError(of: content, expected: "true or false")
    }
    self = bool
  }

  public var generatedContent: GeneratedContent { GeneratedContent(json: .bool(self)) }
}

extension String: Generable {
  public static var generationSchema: GenerationSchema { GenerationSchema(json: ["type": "string"]) }

  public init(_ content: GeneratedContent) throws {
    guard case .string(let string) = content.kind else {
      throw GeneratedContent.ParsingError(of: content, expected: "a text")
    }
    self = string
  }

  public var generatedContent: GeneratedContent { GeneratedContent(json: .string(self)) }

  /// The text itself.
  public var instructionsRepresentation: Instructions { return Instructions(text: self) }

  /// The text itself.
  public var promptRepresentation: Prompt { return Prompt(text: self) }
}

extension Int: Generable {
  public static var generationSchema: GenerationSchema { GenerationSchema(json: ["type": "integer"]) }

  /// 3 and 3.0 are whole numbers, 3.5 is none.
  public init(_ content: GeneratedContent) throws {
    guard let whole = content.json.intValue else {
      throw GeneratedContent.ParsingError(of: content, expected: "a whole number")
    }
    self = whole
  }

  public var generatedContent: GeneratedContent { GeneratedContent(json: .number(self)) }
}

extension Float: Generable {
  public static var generationSchema: GenerationSchema { GenerationSchema(json: ["type": "number"]) }

  public init(_ content: GeneratedContent) throws {
    guard case .number(let text) = content.json, let number = Float(text), number.isFinite else {
      throw GeneratedContent.ParsingError(of: content, expected: "a number")
    }
    self = number
  }

  public var generatedContent: GeneratedContent {
    guard isFinite else { return GeneratedContent(json: .null) }
    return GeneratedContent(json: Int(exactly: self).map(JSONValue.number) ?? .number(description))
  }
}

extension Double: Generable {
  public static var generationSchema: GenerationSchema { GenerationSchema(json: ["type": "number"]) }

  public init(_ content: GeneratedContent) throws {
    guard let number = content.json.doubleValue, number.isFinite else {
      throw GeneratedContent.ParsingError(of: content, expected: "a number")
    }
    self = number
  }

  public var generatedContent: GeneratedContent { GeneratedContent(json: .number(self)) }
}

extension Decimal: Generable {
  public static var generationSchema: GenerationSchema { GenerationSchema(json: ["type": "number"]) }

  /// Every digit that the number was spelled with counts, as far as `Decimal` holds them.
  public init(_ content: GeneratedContent) throws {
    guard case .number(let text) = content.json, let number = Decimal(string: text), number.isFinite else {
      throw GeneratedContent.ParsingError(of: content, expected: "a number")
    }
    self = number
  }

  public var generatedContent: GeneratedContent {
    GeneratedContent(json: isFinite ? .number(description) : .null)
  }
}

extension Never: Generable {
  /// Nothing fits it.
  public static var generationSchema: GenerationSchema {
    GenerationSchema(json: ["title": "Never", "anyOf": []])
  }

  public init(_ content: GeneratedContent) throws {
    throw GeneratedContent.ParsingError(of: content, expected: "nothing at all")
  }

  public var generatedContent: GeneratedContent { switch self {} }
}
