/// The shape that structured output or a tool's arguments must have, as the JSON Schema subset of the framework (API §11).
///
/// An object has `type`, `title`, `properties`, `required`, `additionalProperties` (false) and `x-order`, the order in which its
/// properties are generated. A named type inside another stands in `$defs` and is referred to (`#/$defs/Name`); `#` is the
/// root itself. A schema that was read is kept as it was, unknown keys included.
public struct GenerationSchema: Sendable, Equatable, Codable, CustomDebugStringConvertible {
  /// The schema as JSON. (Stemma's addition.)
  public var json: JSONValue

  /// A schema as JSON states it. (Stemma's addition.)
  public init(json: JSONValue) { self.json = json }

  /// A structure.
  ///
  /// - Parameters:
  ///   - type: The type whose schema this is; its name is the title.
  ///   - properties: In the order of generation. Of two with one name the last counts.
  public init(
    type: any Generable.Type, description: String? = nil, properties: [GenerationSchema.Property]
  ) {
    self.init(
      type: type, name: nil, description: description, representNilExplicitlyInGeneratedContent: false,
      properties: properties)
  }

  /// A structure.
  ///
  /// - Parameter explicitNil: A property that may be missing is generated all the same, as null.
  public init(
    type: any Generable.Type, description: String? = nil,
    representNilExplicitlyInGeneratedContent explicitNil: Bool, properties: [GenerationSchema.Property]
  ) {
    self.init(
      type: type, name: nil, description: description,
      representNilExplicitlyInGeneratedContent: explicitNil,
      properties: properties)
  }

  /// One of some texts: an enumeration.
  public init(type: any Generable.Type, description: String? = nil, anyOf choices: [String]) {
    self.init(type: type, name: nil, description: description, anyOf: choices)
  }

  /// One of some types: a union.
  public init(type: any Generable.Type, description: String? = nil, anyOf types: [any Generable.Type]) {
    self.init(type: type, name: nil, description: description, anyOf: types)
  }

  /// A decoder does not tell the order of keys: `x-order` gives the properties theirs back.
  public init(from decoder: any Decoder) throws { json = try JSONValue(from: decoder).orderingProperties() }

  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

  /// The name that the framework works out of a schema: of a constant its value, of a reference its last part, of a union or
  /// an object its title, of an array `Array<X>`, of a plain type `Bool`, `Int`, `Double`, `Null` or `String`.
  public var name: String { Self.name(of: json) }

  private static func name(of json: JSONValue) -> String {
    if let constant = json["const"] { return constant.stringValue ?? constant.text() }
    if let reference = json["$ref"]?.stringValue {
      return SchemaReference.name(reference) ?? json["title"]?.stringValue ?? reference
    }
    if json["anyOf"] != nil { return json["title"]?.stringValue ?? "" }
    switch json["type"]?.stringValue {
    case "array": return "Array<\(name(of: json["items"] ?? .null))>"
    case "boolean": return "Bool"
    case "integer": return "Int"
    case "number": return "Double"
    case "null": return "Null"
    case "string": return json["title"]?.stringValue ?? "String"
    default: return json["title"]?.stringValue ?? ""
    }
  }

  public var debugDescription: String { json.text() }
}
