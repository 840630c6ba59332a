/// What content says, as Swift values (API §11).
extension GeneratedContent {
  /// The content as a value of a type.
  ///
  /// - Throws: `ParsingError` where the type cannot be made of this content.
  public func value<Value: ConvertibleFromGeneratedContent>(_ type: Value.Type = Value.self) throws -> Value {
    try Value(self)
  }

  /// A property as a value of a type.
  ///
  /// - Throws: `ParsingError` where this is no structure, the property is missing, or the type cannot be made of it.
  public func value<Value: ConvertibleFromGeneratedContent>(
    _ type: Value.Type = Value.self, forProperty property: String
  ) throws -> Value {
    guard let content = try found(property) else {
      throw ParsingError(
        of: self, "The property “\(property)” (\(ParsingError.name(of: type))) is missing.")
    }
    return try Self.naming(property) { try Value(content) }
  }

  /// A property as a value of a type; nil where it is missing or null.
  ///
  /// - Throws: `ParsingError` where this is no structure or the type cannot be made of the property.
  public func value<Value: ConvertibleFromGeneratedContent>(
    _ type: Value?.Type = Value?.self, forProperty property: String
  ) throws -> Value? {
    guard let content = try found(property), content.json != .null else { return nil }
    return try Self.naming(property) { try Value(content) }
  }

  private func found(_ name: String) throws -> GeneratedContent? {
    if let content = property(name) { return content }
    guard members != nil else { throw ParsingError(of: self, expected: "a structure with “\(name)”") }
    return nil
  }

  /// Says of a property's error which property it is.
  private static func naming<Value>(_ property: String, _ convert: () throws -> Value) throws -> Value {
    do {
      return try convert()
    } catch var error as ParsingError {
      error.debugDescription = "“\(property)”: \(error.debugDescription)"
      throw error
    }
  }

  /// The content in the framework's spelling of JSON: `{"searchTerm": "brioche", "limit": 1}`.
  public var jsonString: String {
    var out = ""
    Self.append(json, to: &out)
    return out
  }

  private static func append(_ value: JSONValue, to out: inout String) {
    switch value {
    case .array(let elements):
      out += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { out += ", " }
        append(element, to: &out)
      }
      out += "]"
    case .object(let members):
      out += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { out += ", " }
        out += JSONValue.string(member.key).text() + ": "
        append(member.value, to: &out)
      }
      out += "}"
    default:
      out += value.text()
    }
  }
}

extension GeneratedContent: Generable {
  /// Any content at all.
  public static var generationSchema: GenerationSchema {
    GenerationSchema(json: ["title": "GeneratedContent"])
  }

  public init(_ content: GeneratedContent) throws { self = content }

  public var generatedContent: GeneratedContent { self }
}
