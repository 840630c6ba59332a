/// A JSON value that keeps the order of its keys, and writes itself as Foundation's `JSONEncoder` does on Linux.
///
/// Foundation cannot be asked for keys in a given order, and a schema with its keys in another order is one of the
/// planted faults.
indirect enum OrderedJSON: Sendable, Equatable {
  case string(String)
  case integer(Int)
  case bool(Bool)
  case array([OrderedJSON])
  case object([Member])

  struct Member: Sendable, Equatable {
    var key: String
    var value: OrderedJSON
  }

  /// An object with its keys in the order of the literal.
  static func members(_ members: KeyValuePairs<String, OrderedJSON>) -> OrderedJSON {
    .object(members.map { Member(key: $0.key, value: $0.value) })
  }

  static func strings(_ strings: [String]) -> OrderedJSON {
    .array(strings.map { .string($0) })
  }

  /// Appends the value to `bytes`. `depth` is how many containers already surround it, which only the pretty
  /// layout needs to know.
  func write(to bytes: inout [UInt8], layout: JSONLayout, escapingSlashes: Bool = true, depth: Int = 0) {
    switch self {
    case .string(let text):
      Self.write(text, to: &bytes, escapingSlashes: escapingSlashes)
    case .integer(let number):
      bytes.append(contentsOf: String(number).utf8)
    case .bool(let flag):
      bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    case .array(let elements):
      layout.open("[", isEmpty: elements.isEmpty, depth: depth, to: &bytes)
      for (index, element) in elements.enumerated() {
        if index > 0 { layout.separate(depth: depth, to: &bytes) }
        element.write(to: &bytes, layout: layout, escapingSlashes: escapingSlashes, depth: depth + 1)
      }
      layout.close("]", depth: depth, to: &bytes)
    case .object(let members):
      layout.open("{", isEmpty: members.isEmpty, depth: depth, to: &bytes)
      for (index, member) in members.enumerated() {
        if index > 0 { layout.separate(depth: depth, to: &bytes) }
        Self.write(member.key, to: &bytes, escapingSlashes: escapingSlashes)
        bytes.append(contentsOf: (layout == .pretty ? " : " : ":").utf8)
        member.value.write(to: &bytes, layout: layout, escapingSlashes: escapingSlashes, depth: depth + 1)
      }
      layout.close("}", depth: depth, to: &bytes)
    }
  }

  /// The compact form with `/` as it is.
  var compactText: String {
    var bytes: [UInt8] = []
    write(to: &bytes, layout: .compact, escapingSlashes: false)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func write(_ text: String, to bytes: inout [UInt8], escapingSlashes: Bool) {
    let hex = Array("0123456789abcdef".utf8)
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "/") where escapingSlashes: bytes += [UInt8(ascii: "\\"), byte]
      case 0x08: bytes.append(contentsOf: #"\b"#.utf8)
      case 0x09: bytes.append(contentsOf: #"\t"#.utf8)
      case 0x0A: bytes.append(contentsOf: #"\n"#.utf8)
      case 0x0C: bytes.append(contentsOf: #"\f"#.utf8)
      case 0x0D: bytes.append(contentsOf: #"\r"#.utf8)
      case 0..<0x20:
        bytes.append(contentsOf: #"\u00"#.utf8)
        bytes += [hex[Int(byte >> 4)], hex[Int(byte & 15)]]
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

/// How a dump is laid out on disk.
public enum JSONLayout: Sendable {
  /// On one line, as `JSONEncoder` writes by default.
  case compact
  /// Indented by two spaces, `"key" : value`, as `JSONEncoder` writes with `.prettyPrinted` on Linux.
  case pretty

  /// An empty container holds an empty line in Foundation's pretty layout.
  fileprivate func open(_ bracket: String, isEmpty: Bool, depth: Int, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: bracket.utf8)
    guard self == .pretty else { return }
    if isEmpty { bytes.append(UInt8(ascii: "\n")) } else { newLine(depth: depth + 1, to: &bytes) }
  }

  fileprivate func separate(depth: Int, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: ","))
    if self == .pretty { newLine(depth: depth + 1, to: &bytes) }
  }

  fileprivate func close(_ bracket: String, depth: Int, to bytes: inout [UInt8]) {
    if self == .pretty { newLine(depth: depth, to: &bytes) }
    bytes.append(contentsOf: bracket.utf8)
  }

  func newLine(depth: Int, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
  }
}
