/// A JSON value as Swift values, with everything a reader may not lose: the order of keys and the spelling of numbers.
public enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  /// A number as it was written ("1.0" stays "1.0").
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// A key and its value, in the order in which they were written.
  public struct Member: Sendable, Hashable {
    public var key: String
    public var value: JSONValue

    public init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// Reads a whole JSON text.
  ///
  /// - Throws: `JSONError` with line and column.
  public init(parsing text: some Sequence<UInt8>) throws(JSONError) {
    let bytes = Array(text)
    let result: Result<JSONValue, JSONError> = bytes.withUnsafeBufferPointer { buffer in
      Result { () throws(JSONError) in try JSONValue(wholeText: buffer) }
    }
    self = try result.get()
  }

  init(wholeText buffer: UnsafeBufferPointer<UInt8>) throws(JSONError) {
    var tape = JSONTape()
    try tape.parseWhole(buffer)
    self = tape.jsonValue(0)
  }

  /// The value of a key; of the last one, should the key stand there twice.
  public subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.key == key }?.value
  }

  public var stringValue: String? {
    guard case .string(let string) = self else { return nil }
    return string
  }

  public var boolValue: Bool? {
    guard case .bool(let bool) = self else { return nil }
    return bool
  }

  /// A number that fits; nil for one out of range or with a fraction.
  public var intValue: Int? {
    guard case .number(let text) = self else { return nil }
    return Int(text) ?? Double(text).flatMap { Int(exactly: $0) }
  }

  /// The same up to the largest 64-bit number.
  var unsignedValue: UInt64? {
    guard case .number(let text) = self else { return nil }
    return UInt64(text) ?? Double(text).flatMap { UInt64(exactly: $0) }
  }

  public var doubleValue: Double? {
    guard case .number(let text) = self else { return nil }
    return Double(text)
  }

  public var arrayValue: [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  public var objectValue: [Member]? {
    guard case .object(let members) = self else { return nil }
    return members
  }

  public static func number(_ value: Int) -> JSONValue { .number(String(value)) }

  /// A finite number in Swift's shortest spelling; whole ones without a fraction, as JSON encoders write them.
  public static func number(_ value: Double) -> JSONValue {
    guard value.isFinite else { return .null }
    if let whole = Int(exactly: value) { return .number(String(whole)) }
    return .number(value.description)
  }

  /// Compact JSON, keys in their own order or sorted.
  public func text(sortedKeys: Bool = false) -> String {
    var out: [UInt8] = []
    append(to: &out, sortedKeys: sortedKeys)
    return String(decoding: out, as: UTF8.self)
  }

  func append(to out: inout [UInt8], sortedKeys: Bool) {
    switch self {
    case .null: out.append(contentsOf: "null".utf8)
    case .bool(let bool): out.append(contentsOf: (bool ? "true" : "false").utf8)
    case .number(let text): out.append(contentsOf: text.utf8)
    case .string(let string): JSONText.appendQuoted(string, into: &out)
    case .array(let elements):
      out.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { out.append(UInt8(ascii: ",")) }
        element.append(to: &out, sortedKeys: sortedKeys)
      }
      out.append(UInt8(ascii: "]"))
    case .object(let members):
      out.append(UInt8(ascii: "{"))
      let ordered =
        sortedKeys ? members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) } : members
      for (index, member) in ordered.enumerated() {
        if index > 0 { out.append(UInt8(ascii: ",")) }
        JSONText.appendQuoted(member.key, into: &out)
        out.append(UInt8(ascii: ":"))
        member.value.append(to: &out, sortedKeys: sortedKeys)
      }
      out.append(UInt8(ascii: "}"))
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int) { self = .number(value) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}

extension JSONTape {
  /// The string that a node holds, unescaped.
  func string(_ node: Int) -> String {
    let text = bytes(node)
    guard nodes[node].escaped else { return String(decoding: text, as: UTF8.self) }
    var out: [UInt8] = []
    out.reserveCapacity(text.count)
    JSONText.unescape(text, into: &out)
    return String(decoding: out, as: UTF8.self)
  }

  func jsonValue(_ node: Int) -> JSONValue {
    switch kind(node) {
    case .null: return .null
    case .true: return .bool(true)
    case .false: return .bool(false)
    case .number: return .number(String(decoding: bytes(node), as: UTF8.self))
    case .string: return .string(string(node))
    case .array:
      var elements: [JSONValue] = []
      forEachElement(node) { elements.append(jsonValue($0)) }
      return .array(elements)
    case .object:
      var members: [JSONValue.Member] = []
      forEachMember(node) { members.append(JSONValue.Member(string($0), jsonValue($1))) }
      return .object(members)
    }
  }
}
