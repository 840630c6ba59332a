/// The shape that structured output or a tool's arguments must have, as the JSON Schema subset of the framework.
///
/// The schema is kept as the JSON it was read from, `x-order` and unknown keys included.
public struct GenerationSchema: Sendable, Equatable, Codable, CustomDebugStringConvertible {
  /// The schema as JSON.
  public var json: JSONValue

  public init(json: JSONValue) { self.json = json }

  public init(from decoder: any Decoder) throws { json = try JSONValue(from: decoder) }

  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

  /// The name that the framework works out of a schema: of a constant its value, of a reference its last part, of a union or
  /// an object its title, of an array `Array<X>`, of a plain type `Bool`, `Int`, `Double`, `Null` or `String`.
  public var name: String { Self.name(of: json) }

  private static func name(of json: JSONValue) -> String {
    if let constant = json["const"] { return constant.stringValue ?? constant.text() }
    if let reference = json["$ref"]?.stringValue {
      return reference.split(separator: "/").last.map(String.init) ?? reference
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
