/// Structured content that a model generated, or arguments of a tool call: a JSON value that keeps the order of its keys.
///
/// Named after the framework's type. Content read from a file keeps numbers as they were spelled; `kind` gives them as `Double`.
public struct GeneratedContent: Sendable, Equatable, CustomDebugStringConvertible {
  /// The value as JSON.
  public var json: JSONValue

  public init(json value: JSONValue) { self.json = value }

  /// - Throws: `JSONError` where the text is not JSON.
  public init(json text: String) throws { self.json = try JSONValue(parsing: text.utf8) }

  /// The shapes that generated content can have.
  public enum Kind: Equatable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([GeneratedContent])
    case structure(properties: [String: GeneratedContent], orderedKeys: [String])
  }

  public init(kind: Kind) {
    switch kind {
    case .null: json = .null
    case .bool(let bool): json = .bool(bool)
    case .number(let number): json = .number(number)
    case .string(let string): json = .string(string)
    case .array(let elements): json = .array(elements.map(\.json))
    case .structure(let properties, let orderedKeys):
      json = .object(orderedKeys.map { JSONValue.Member($0, properties[$0]?.json ?? .null) })
    }
  }

  public var kind: Kind {
    switch json {
    case .null: return .null
    case .bool(let bool): return .bool(bool)
    case .number: return .number(json.doubleValue ?? .nan)
    case .string(let string): return .string(string)
    case .array(let elements): return .array(elements.map(GeneratedContent.init(json:)))
    case .object(let members):
      var properties: [String: GeneratedContent] = [:]
      var keys: [String] = []
      for member in members {
        if properties.updateValue(GeneratedContent(json: member.value), forKey: member.key) == nil {
          keys.append(member.key)
        }
      }
      return .structure(properties: properties, orderedKeys: keys)
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

  public var debugDescription: String { jsonString }
}
