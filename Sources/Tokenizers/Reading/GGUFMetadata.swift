/// The key-value pairs at the front of a GGUF file, by key: where each value lies and of what type it is.
///
/// The layout is that of `docs/gguf.md` in ggml, versions 2 and 3 (little-endian): the magic, a version,
/// the numbers of tensors and of pairs; then for each pair a key, a type and a value. Strings and arrays
/// begin with their length in 64 bits. Nothing behind the pairs is read.
struct GGUFMetadata {
  static let magic = Array("GGUF".utf8)

  enum Kind: UInt32 {
    case uint8, int8, uint16, int16, uint32, int32, float32, bool, string, array, uint64, int64, float64

    /// The size of a value in bytes; nil where the value tells.
    var size: Int? {
      switch self {
      case .uint8, .int8, .bool: 1
      case .uint16, .int16: 2
      case .uint32, .int32, .float32: 4
      case .uint64, .int64, .float64: 8
      case .string, .array: nil
      }
    }
  }

  struct Value {
    var kind: Kind
    /// Of an array: the kind of its elements and how many there are.
    var element: Kind?
    var count = 1
    /// Where the value, or the first element of the array, lies.
    var offset: Int
  }

  let file: TokenizerFile
  private(set) var values: [String: Value] = [:]

  init(_ file: TokenizerFile) throws(TokenizerError) {
    self.file = file
    let version = try Self.number(UInt32.self, file, at: 4)
    if version == UInt32(2).byteSwapped || version == UInt32(3).byteSwapped {
      throw .unsupported(path: file.path, kind: "big-endian GGUF")
    }
    guard version == 2 || version == 3 else {
      throw .unsupported(path: file.path, kind: "GGUF version \(version)")
    }
    let pairs = try Self.number(UInt64.self, file, at: 16)
    var position = 24
    var read: UInt64 = 0
    while read < pairs {
      let (keyAt, keyLength) = try Self.stringExtent(file, at: position)
      guard keyLength < 1 << 16 else {
        throw .malformed(path: file.path, offset: position, reason: "a key longer than 65,535 bytes")
      }
      let key = String(decoding: try file.bytes(at: keyAt, count: keyLength), as: UTF8.self)
      position = keyAt + keyLength
      let kind = try Self.kind(file, at: position)
      var value = Value(kind: kind, offset: position + 4)
      if kind == .array {
        value.element = try Self.kind(file, at: position + 4)
        let count = try Self.number(UInt64.self, file, at: position + 8)
        value.offset = position + 16
        guard let fits = Int(exactly: count), fits <= file.size - value.offset else {
          throw .truncated(path: file.path, offset: file.size)
        }
        value.count = fits
      }
      position = try Self.end(of: value, file)
      values[key] = value
      read += 1
    }
  }

  // MARK: Values

  /// The text of a key; nil if there is no such key.
  func string(_ key: String) throws(TokenizerError) -> String? {
    guard let value = values[key] else { return nil }
    guard value.kind == .string else { throw wrongKind(key, value, "a string") }
    let (start, length) = try Self.stringExtent(file, at: value.offset)
    guard length <= 1 << 16 else { throw wrongKind(key, value, "a short string") }
    return String(decoding: try file.bytes(at: start, count: length), as: UTF8.self)
  }

  func bool(_ key: String) throws(TokenizerError) -> Bool? {
    guard let value = values[key] else { return nil }
    guard value.kind == .bool else { throw wrongKind(key, value, "a boolean") }
    return try Self.number(UInt8.self, file, at: value.offset) != 0
  }

  func uint32(_ key: String) throws(TokenizerError) -> UInt32? {
    guard let value = values[key] else { return nil }
    guard value.kind == .uint32 else { throw wrongKind(key, value, "a 32-bit number") }
    return try Self.number(UInt32.self, file, at: value.offset)
  }

  /// The number of elements of an array of strings; nil if there is no such key.
  func stringCount(_ key: String) throws(TokenizerError) -> Int? {
    guard let value = values[key] else { return nil }
    guard value.element == .string else { throw wrongKind(key, value, "an array of strings") }
    return value.count
  }

  /// Gives the strings of an array in order, with the offset of each.
  func strings(
    _ key: String, _ body: ([UInt8], _ offset: Int) throws(TokenizerError) -> Void
  ) throws(TokenizerError) {
    guard let value = values[key], value.element == .string else { return }
    var position = value.offset
    for _ in 0..<value.count {
      let (start, length) = try Self.stringExtent(file, at: position)
      guard length <= Vocabulary.maximumBytes else {
        throw .malformed(path: file.path, offset: position, reason: "a string of \(length) bytes")
      }
      try body(try file.bytes(at: start, count: length), position)
      position = start + length
    }
  }

  /// An array of 32-bit numbers as their bits; nil if there is no such key.
  func words(
    _ key: String, of kinds: Set<Kind>, atLeast count: Int
  ) throws(TokenizerError) -> (kind: Kind, bits: [UInt32])? {
    guard let value = values[key] else { return nil }
    guard let element = value.element, kinds.contains(element), element.size == 4 else {
      throw wrongKind(key, value, "an array of 32-bit numbers")
    }
    guard value.count >= count else {
      throw .malformed(
        path: file.path, offset: value.offset,
        reason: "\(key) has \(value.count) elements for \(count) tokens")
    }
    var bits: [UInt32] = []
    bits.reserveCapacity(count)
    for index in 0..<count {
      bits.append(try Self.number(UInt32.self, file, at: value.offset + 4 * index))
    }
    return (element, bits)
  }

  private func wrongKind(_ key: String, _ value: Value, _ wanted: String) -> TokenizerError {
    .malformed(path: file.path, offset: value.offset, reason: "\(key) is not \(wanted)")
  }

  // MARK: Bytes

  private static func kind(_ file: TokenizerFile, at offset: Int) throws(TokenizerError) -> Kind {
    let raw = try number(UInt32.self, file, at: offset)
    guard let kind = Kind(rawValue: raw) else {
      throw .malformed(path: file.path, offset: offset, reason: "unknown value type \(raw)")
    }
    return kind
  }

  private static func end(of value: Value, _ file: TokenizerFile) throws(TokenizerError) -> Int {
    let element = value.element ?? value.kind
    if let size = element.size {
      let (length, overflow) = size.multipliedReportingOverflow(by: value.count)
      guard !overflow, length <= file.size - value.offset else {
        throw .truncated(path: file.path, offset: file.size)
      }
      return value.offset + length
    }
    guard element == .string else {
      throw .malformed(path: file.path, offset: value.offset, reason: "an array of arrays")
    }
    var position = value.offset
    for _ in 0..<value.count {
      let (start, length) = try stringExtent(file, at: position)
      position = start + length
    }
    return position
  }

  private static func stringExtent(
    _ file: TokenizerFile, at offset: Int
  ) throws(TokenizerError) -> (start: Int, length: Int) {
    let length = try number(UInt64.self, file, at: offset)
    guard length <= UInt64(file.size - offset - 8) else {
      throw .truncated(path: file.path, offset: file.size)
    }
    return (offset + 8, Int(length))
  }

  private static func number<Number: FixedWidthInteger>(
    _ type: Number.Type, _ file: TokenizerFile, at offset: Int
  ) throws(TokenizerError) -> Number {
    try file.withBytes(at: offset, count: MemoryLayout<Number>.size) {
      UnsafeRawBufferPointer($0).loadUnaligned(as: type).littleEndian
    }
  }
}
