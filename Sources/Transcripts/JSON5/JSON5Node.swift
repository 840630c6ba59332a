/// A value of a JSON5 text, and where in the text it begins: what people write by hand, so that an error can point at it.
///
/// JSON5 (https://spec.json5.org) is JSON with comments, trailing commas, single quotes, unquoted keys, hexadecimal numbers,
/// leading plus signs and decimal points, `Infinity` and `NaN`. One thing is stricter here: a key may stand only once in an
/// object, for in a file that a person wrote the second one is a slip.
///
/// ```swift
/// let node = try JSON5Node(parsing: "{ model: 'small', /* tokens */ window: 0x1000 }")
/// node["window"]?.intValue      // 4096
/// node["window"]?.position      // line 1, column 40
/// ```
public struct JSON5Node: Sendable, Hashable {
  /// A place in a text. Lines and columns count from 1, columns in Unicode scalars as an editor does.
  public struct Position: Sendable, Hashable, CustomStringConvertible {
    public var line: Int
    public var column: Int

    public init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }

    /// `line 3, column 7`.
    public var description: String { "line \(line), column \(column)" }
  }

  /// A key, where it stands, and its value.
  public struct Member: Sendable, Hashable {
    public var key: String
    public var keyPosition: Position
    public var value: JSON5Node

    public init(key: String, keyPosition: Position, value: JSON5Node) {
      self.key = key
      self.keyPosition = keyPosition
      self.value = value
    }
  }

  public enum Value: Sendable, Hashable {
    case null
    case bool(Bool)
    /// In the spelling of JSON (`0x10` is `16`, `.5` is `0.5`); `Infinity`, `-Infinity` and `NaN` as they are.
    case number(String)
    case string(String)
    case array([JSON5Node])
    case object([Member])
  }

  public var value: Value
  public var position: Position

  public init(_ value: Value, at position: Position) {
    self.value = value
    self.position = position
  }

  /// Reads a whole text.
  ///
  /// - Throws: `JSON5Error` at the first thing that is not JSON5, with line and column.
  public init(parsing text: String) throws(JSON5Error) {
    var parser = JSON5Parser(Array(text.unicodeScalars))
    self = try parser.document()
  }

  /// Reads a whole file's bytes, which must be UTF-8; a byte order mark at the front is skipped.
  ///
  /// - Throws: `JSON5Error` at the first thing that is not JSON5, with line and column.
  public init(parsing bytes: some Sequence<UInt8>) throws(JSON5Error) {
    var parser = JSON5Parser(try JSON5Parser.scalars(of: bytes))
    self = try parser.document()
  }

  // MARK: Looking in

  /// The value of a key of an object; nil where there is none.
  public subscript(key: String) -> JSON5Node? { members?.first { $0.key == key }?.value }

  public var members: [Member]? {
    guard case .object(let members) = value else { return nil }
    return members
  }

  public var elements: [JSON5Node]? {
    guard case .array(let elements) = value else { return nil }
    return elements
  }

  public var stringValue: String? {
    guard case .string(let string) = value else { return nil }
    return string
  }

  public var boolValue: Bool? {
    guard case .bool(let bool) = value else { return nil }
    return bool
  }

  /// A number, infinities included.
  public var doubleValue: Double? {
    guard case .number(let text) = value else { return nil }
    return Double(text)
  }

  /// A whole number that fits; nil for one out of range or with a fraction.
  public var intValue: Int? {
    guard case .number(let text) = value else { return nil }
    return Int(text) ?? Double(text).flatMap { Int(exactly: $0) }
  }

  /// The value as JSON, without the places. JSON has no infinities and no NaN: they become null.
  public var json: JSONValue {
    switch value {
    case .null: .null
    case .bool(let bool): .bool(bool)
    case .number(let text): Double(text).map(\.isFinite) ?? false ? .number(text) : .null
    case .string(let string): .string(string)
    case .array(let elements): .array(elements.map(\.json))
    case .object(let members): .object(members.map { JSONValue.Member($0.key, $0.value.json) })
    }
  }
}
