/// A cursor over a JSON document that makes values only of what it is asked for.
///
/// A vocabulary's keys must be told apart byte by byte, which dictionaries of `String` do not do (they hold
/// two spellings of one accented letter to be equal), and a document of several megabytes is read in one
/// pass.
struct JSONCursor {
  enum Kind {
    case object, array, string, number, boolean, null
  }

  let path: String
  let bytes: [UInt8]
  var position = 0

  /// Deeper than any tokenizer nests, and shallow enough for the stack.
  private static let maximumDepth = 64

  init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  // MARK: Values

  mutating func kind() throws(TokenizerError) -> Kind {
    skipSpace()
    switch try peek() {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .boolean
    case UInt8(ascii: "n"): return .null
    case UInt8(ascii: "-"), 0x30...0x39: return .number
    default: throw malformed("expected a JSON value")
    }
  }

  /// Calls the body for each member of the object ahead; it must read or skip the member's value.
  mutating func members(
    _ body: (inout JSONCursor, _ key: [UInt8]) throws(TokenizerError) -> Void
  ) throws(TokenizerError) {
    try expect("{", "expected an object")
    skipSpace()
    if try take("}") { return }
    repeat {
      skipSpace()
      let key = try string()
      skipSpace()
      try expect(":", "expected ':'")
      try body(&self, key)
      skipSpace()
    } while try take(",")
    try expect("}", "expected ',' or '}'")
  }

  /// Calls the body for each element of the array ahead; it must read or skip the element.
  mutating func elements(
    _ body: (inout JSONCursor) throws(TokenizerError) -> Void
  ) throws(TokenizerError) {
    try expect("[", "expected an array")
    skipSpace()
    if try take("]") { return }
    repeat {
      try body(&self)
      skipSpace()
    } while try take(",")
    try expect("]", "expected ',' or ']'")
  }

  mutating func string() throws(TokenizerError) -> [UInt8] {
    try expect("\"", "expected a string")
    var result: [UInt8] = []
    while true {
      let byte = try peek()
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return result
      case UInt8(ascii: "\\"): try escape(into: &result)
      case 0..<0x20: throw malformed("unescaped control character in a string", at: position - 1)
      default: result.append(byte)
      }
    }
  }

  mutating func text() throws(TokenizerError) -> String { String(decoding: try string(), as: UTF8.self) }

  mutating func integer() throws(TokenizerError) -> Int {
    skipSpace()
    let start = position
    let negative = try take("-")
    var value = 0
    while position < bytes.count, (0x30...0x39).contains(bytes[position]) {
      guard value < 1 << 48 else { throw malformed("number out of range", at: start) }
      value = value * 10 + Int(bytes[position] - 0x30)
      position += 1
    }
    if position == bytes.count { throw .truncated(path: path, offset: bytes.count) }
    if position == start + (negative ? 1 : 0) || [0x2E, 0x65, 0x45].contains(bytes[position]) {
      throw malformed("expected a whole number", at: start)
    }
    return negative ? -value : value
  }

  mutating func boolean() throws(TokenizerError) -> Bool {
    skipSpace()
    if try word("true") { return true }
    if try word("false") { return false }
    throw malformed("expected true or false")
  }

  /// Takes a `null` if it is next.
  mutating func null() throws(TokenizerError) -> Bool {
    skipSpace()
    return try word("null")
  }

  mutating func skip(depth: Int = 0) throws(TokenizerError) {
    guard depth < Self.maximumDepth else { throw malformed("nested too deep") }
    switch try kind() {
    case .object:
      try members { cursor, _ throws(TokenizerError) in try cursor.skip(depth: depth + 1) }
    case .array:
      try elements { cursor throws(TokenizerError) in try cursor.skip(depth: depth + 1) }
    case .string: try skipString()
    case .boolean: _ = try boolean()
    case .null: if try !null() { throw malformed("expected null") }
    case .number:
      while position < bytes.count, isNumberByte(bytes[position]) { position += 1 }
    }
  }

  /// Where the value of each member of the object ahead begins.
  mutating func index() throws(TokenizerError) -> [String: Int] {
    var offsets: [String: Int] = [:]
    try members { cursor, key throws(TokenizerError) in
      cursor.skipSpace()
      offsets[String(decoding: key, as: UTF8.self)] = cursor.position
      try cursor.skip()
    }
    return offsets
  }

  /// A cursor at a place found by `index`.
  func at(_ offset: Int) -> JSONCursor {
    var copy = self
    copy.position = offset
    return copy
  }

  /// Fails unless only white space is left.
  mutating func end() throws(TokenizerError) {
    skipSpace()
    if position < bytes.count { throw malformed("something follows the document") }
  }

  func malformed(_ reason: String, at offset: Int? = nil) -> TokenizerError {
    .malformed(path: path, offset: offset ?? position, reason: reason)
  }

  // MARK: Bytes

  private func isNumberByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x2B, 0x2D, 0x2E, 0x45, 0x65: true
    default: false
    }
  }

  private mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  private func peek() throws(TokenizerError) -> UInt8 {
    guard position < bytes.count else { throw .truncated(path: path, offset: bytes.count) }
    return bytes[position]
  }

  private mutating func take(_ character: Unicode.Scalar) throws(TokenizerError) -> Bool {
    guard try peek() == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func expect(_ character: Unicode.Scalar, _ reason: String) throws(TokenizerError) {
    skipSpace()
    if try !take(character) { throw malformed(reason) }
  }

  private mutating func word(_ word: StaticString) throws(TokenizerError) -> Bool {
    for offset in 0..<word.utf8CodeUnitCount {
      guard position + offset < bytes.count else { throw .truncated(path: path, offset: bytes.count) }
      if bytes[position + offset] != word.utf8Start[offset] { return false }
    }
    position += word.utf8CodeUnitCount
    return true
  }

  private mutating func skipString() throws(TokenizerError) {
    try expect("\"", "expected a string")
    while true {
      let byte = try peek()
      position += 1
      if byte == UInt8(ascii: "\"") { return }
      if byte == UInt8(ascii: "\\") {
        _ = try peek()
        position += 1
      }
    }
  }

  private mutating func escape(into result: inout [UInt8]) throws(TokenizerError) {
    let byte = try peek()
    position += 1
    switch byte {
    case UInt8(ascii: "n"): result.append(0x0A)
    case UInt8(ascii: "t"): result.append(0x09)
    case UInt8(ascii: "r"): result.append(0x0D)
    case UInt8(ascii: "b"): result.append(0x08)
    case UInt8(ascii: "f"): result.append(0x0C)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): result.append(byte)
    case UInt8(ascii: "u"):
      var value = try hexadecimal()
      if value & 0xFC00 == 0xD800 {
        let start = position - 6
        for expected in [UInt8(ascii: "\\"), UInt8(ascii: "u")] {
          guard try peek() == expected else { throw malformed("half a surrogate pair", at: start) }
          position += 1
        }
        let low = try hexadecimal()
        guard low & 0xFC00 == 0xDC00 else { throw malformed("half a surrogate pair", at: start) }
        value = 0x10000 + (value & 0x3FF) << 10 + (low & 0x3FF)
      }
      guard let scalar = Unicode.Scalar(value) else {
        throw malformed("half a surrogate pair", at: position - 6)
      }
      result.append(contentsOf: Array(String(scalar).utf8))
    default:
      throw malformed("unknown escape in a string", at: position - 1)
    }
  }

  private mutating func hexadecimal() throws(TokenizerError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      let byte = try peek()
      let digit: UInt8
      switch byte {
      case 0x30...0x39: digit = byte - 0x30
      case 0x41...0x46: digit = byte - 0x41 + 10
      case 0x61...0x66: digit = byte - 0x61 + 10
      default: throw malformed("expected four hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }
}
