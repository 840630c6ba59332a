/// A JSON document as plain values. (Foundation's decoder is not used: on Linux it does not say where a document is
/// wrong, and a person who edits a theme needs to know.)
enum JSONValue: Equatable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// The value for a message: short, and safe to print.
  var shown: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let value): Int(exactly: value).map(String.init) ?? "\(value)"
    case .string(let value): "\"\(DisplayText.truncated(value, to: 40))\""
    case .array(let values): "an array of \(values.count)"
    case .object: "an object"
    }
  }
}

/// Reads one JSON document (RFC 8259) and remembers where each value begins.
struct JSONReader {
  /// Line and column, both from 1; columns count code points.
  struct Place: Equatable {
    var line: Int
    var column: Int
  }

  struct Fault: Error, Equatable {
    var message: String
    var place: Place
  }

  /// Where each value begins, by key path: `roles.accent.256`, `personas[1].band`.
  private(set) var places: [String: Place] = [:]
  private let bytes: [UInt8]
  private var index = 0
  private static let deepest = 32

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func read() throws(Fault) -> JSONValue {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    if let invalid = Self.firstInvalidUTF8(bytes) {
      index = invalid
      throw fault("a byte that is not UTF-8")
    }
    let value = try readValue("", depth: 0)
    skipBlanks()
    guard index == bytes.count else { throw fault("text after the end of the document") }
    return value
  }

  private mutating func readValue(_ path: String, depth: Int) throws(Fault) -> JSONValue {
    skipBlanks()
    places[path] = place
    guard depth < Self.deepest else { throw fault("nested more than \(Self.deepest) deep") }
    switch peek {
    case UInt8(ascii: "{"): return .object(try readObject(path, depth: depth))
    case UInt8(ascii: "["): return .array(try readArray(path, depth: depth))
    case UInt8(ascii: "\""): return .string(try readString())
    case let byte? where "-0123456789".utf8.contains(byte): return .number(try readNumber())
    case nil: throw fault("the document ends where a value should stand")
    default:
      for (word, value) in [("true", JSONValue.bool(true)), ("false", .bool(false)), ("null", .null)]
      where bytes[index...].starts(with: word.utf8) {
        index += word.utf8.count
        return value
      }
      throw fault("expected a value, found \(found)")
    }
  }

  private mutating func readObject(_ path: String, depth: Int) throws(Fault) -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    index += 1
    skipBlanks()
    if take("}") { return members }
    repeat {
      skipBlanks()
      guard peek == UInt8(ascii: "\"") else { throw fault("expected a key in quotes, found \(found)") }
      let start = index
      let key = try readString()
      guard members[key] == nil else {
        index = start
        throw fault("\"\(DisplayText.safe(key))\" is given twice")
      }
      skipBlanks()
      guard take(":") else { throw fault("expected \":\" after the key, found \(found)") }
      members[key] = try readValue(path.isEmpty ? key : path + "." + key, depth: depth + 1)
      skipBlanks()
    } while take(",")
    guard take("}") else { throw fault("expected \",\" or \"}\", found \(found)") }
    return members
  }

  private mutating func readArray(_ path: String, depth: Int) throws(Fault) -> [JSONValue] {
    var values: [JSONValue] = []
    index += 1
    skipBlanks()
    if take("]") { return values }
    repeat {
      values.append(try readValue("\(path)[\(values.count)]", depth: depth + 1))
      skipBlanks()
    } while take(",")
    guard take("]") else { throw fault("expected \",\" or \"]\", found \(found)") }
    return values
  }

  private mutating func readString() throws(Fault) -> String {
    index += 1
    var text: [UInt8] = []
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text.append(contentsOf: Array(String(try readEscape()).utf8))
      case 0..<0x20: throw fault("a control character in a string; write it as \\u and four digits")
      default:
        text.append(byte)
        index += 1
      }
    }
    throw fault("the document ends inside a string")
  }

  private mutating func readEscape() throws(Fault) -> Unicode.Scalar {
    let simple: [UInt8: Unicode.Scalar] = [
      UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/", UInt8(ascii: "b"): "\u{8}",
      UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n", UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
    ]
    let start = index
    index += 1
    if let byte = peek, let scalar = simple[byte] {
      index += 1
      return scalar
    }
    if take("u"), let high = readHex() {
      if let scalar = Unicode.Scalar(high) { return scalar }
      if high < 0xDC00, take("\\"), take("u"), let low = readHex(), (0xDC00...0xDFFF).contains(low),
        let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
      {
        return scalar
      }
    }
    index = start
    throw fault("an escape that JSON does not have")
  }

  private mutating func readHex() -> UInt32? {
    guard index + 4 <= bytes.count else { return nil }
    let digits = bytes[index..<index + 4]
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
    index += 4
    return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  private mutating func readNumber() throws(Fault) -> Double {
    let start = index
    while let byte = peek, "+-.0123456789eE".utf8.contains(byte) { index += 1 }
    guard let number = Double(String(decoding: bytes[start..<index], as: UTF8.self)) else {
      index = start
      throw fault("not a number")
    }
    return number
  }

  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: sign) else { return false }
    index += 1
    return true
  }

  private mutating func skipBlanks() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  private var found: String {
    guard index < bytes.count else { return "the end of the document" }
    let rest = String(decoding: bytes[index...].prefix(16), as: UTF8.self)
    return rest.first.map { "\"\(DisplayText.safe(String($0)))\"" } ?? "nothing"
  }

  private var place: Place {
    let before = bytes[..<min(index, bytes.count)]
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return Place(
      line: 1 + before.count { $0 == 0x0A },
      column: 1 + before[lineStart...].count { $0 & 0xC0 != 0x80 })
  }

  private func fault(_ message: String) -> Fault { Fault(message: message, place: place) }

  private static func firstInvalidUTF8(_ bytes: [UInt8]) -> Int? {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var offset = 0
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): offset += UTF8.width(scalar)
      case .emptyInput: return nil
      case .error: return offset
      }
    }
  }
}
