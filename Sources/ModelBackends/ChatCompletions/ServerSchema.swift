import Transcripts

/// A schema as servers take it: plain JSON Schema, the properties in the order in which they are to be generated.
struct ServerSchema {
  let json: JSONValue

  init(_ schema: GenerationSchema) { json = Self.plain(schema.json) }

  /// Whether it fits what some services call strict: every object closed, every property required.
  var isStrict: Bool { Self.isStrict(json) }

  /// A schema's name in the letters that services allow.
  static func name(_ name: String) -> String {
    let allowed = name.unicodeScalars.map { scalar -> Character in
      let isAllowed =
        scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      return isAllowed || scalar == "_" || scalar == "-" ? Character(scalar) : "_"
    }
    return allowed.isEmpty ? "answer" : String(allowed.prefix(64))
  }

  private static func plain(_ json: JSONValue) -> JSONValue {
    switch json {
    case .array(let elements): return .array(elements.map(plain))
    case .object(let members):
      let order = json["x-order"]?.arrayValue?.compactMap(\.stringValue)
      return .object(
        members.compactMap { member in
          if member.key == "x-order", order != nil { return nil }
          if member.key == "properties", let order, case .object(let properties) = member.value {
            return .init(
              member.key, .object(sorted(properties, by: order).map { .init($0.key, plain($0.value)) }))
          }
          // What stands in these is data, not a schema.
          if ["enum", "const", "default", "examples", "required"].contains(member.key) { return member }
          return .init(member.key, plain(member.value))
        })
    default: return json
    }
  }

  private static func sorted(_ properties: [JSONValue.Member], by order: [String]) -> [JSONValue.Member] {
    let named = order.compactMap { name in properties.last { $0.key == name } }
    return named + properties.filter { !order.contains($0.key) }
  }

  private static func isStrict(_ json: JSONValue) -> Bool {
    switch json {
    case .array(let elements): return elements.allSatisfy(isStrict)
    case .object(let members):
      if let properties = json["properties"]?.objectValue {
        let required = Set(json["required"]?.arrayValue?.compactMap(\.stringValue) ?? [])
        guard json["additionalProperties"] == .bool(false),
          properties.allSatisfy({ required.contains($0.key) })
        else { return false }
      }
      return members.allSatisfy { isStrict($0.value) }
    default: return true
    }
  }
}
