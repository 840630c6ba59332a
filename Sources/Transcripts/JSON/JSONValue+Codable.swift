/// Any coder's way in and out of `JSONValue`.
///
/// A decoder does not tell the order of keys or how a number was spelled: keys come sorted and numbers in Swift's shortest
/// form. `JSONValue(parsing:)` keeps both.
extension JSONValue: Codable {
  struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: AnyKey.self) {
      let keys = container.allKeys.sorted {
        $0.stringValue.utf8.lexicographicallyPrecedes($1.stringValue.utf8)
      }
      self = .object(
        try keys.map { Member($0.stringValue, try container.decode(JSONValue.self, forKey: $0)) })
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [JSONValue] = []
      while !container.isAtEnd { elements.append(try container.decode(JSONValue.self)) }
      self = .array(elements)
    } else {
      self = try JSONValue(single: decoder.singleValueContainer())
    }
  }

  private init(single container: any SingleValueDecodingContainer) throws {
    if container.decodeNil() {
      self = .null
    } else if let string = try? container.decode(String.self) {
      self = .string(string)
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if let int = try? container.decode(Int.self) {
      self = .number(int)
    } else if let unsigned = try? container.decode(UInt64.self) {
      self = .number(String(unsigned))
    } else {
      self = .number(try container.decode(Double.self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .object(let members):
      var container = encoder.container(keyedBy: AnyKey.self)
      for member in members { try container.encode(member.value, forKey: AnyKey(stringValue: member.key)) }
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let bool):
      var container = encoder.singleValueContainer()
      try container.encode(bool)
    case .string(let string):
      var container = encoder.singleValueContainer()
      try container.encode(string)
    case .number(let text):
      var container = encoder.singleValueContainer()
      if let int = Int(text) {
        try container.encode(int)
      } else if let unsigned = UInt64(text) {
        try container.encode(unsigned)
      } else {
        try container.encode(Double(text) ?? 0)
      }
    }
  }
}
