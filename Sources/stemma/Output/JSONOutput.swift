import PrefixCache
import Transcripts

/// Writes a JSON document key by key, in the order in which it is told, without holding it.
///
/// Control characters are escaped, those beyond ASCII too (U+007F to U+009F), so that a document printed on a terminal is
/// never obeyed.
struct JSONOutput {
  private let out: OutputStream
  /// Whether a comma must precede what comes next.
  private var needsComma = false

  init(_ out: OutputStream) { self.out = out }

  /// A whole document with its `format` first, and a newline after it.
  static func document(
    _ format: String, to out: OutputStream, _ body: (inout JSONOutput) throws -> Void
  ) rethrows {
    var json = JSONOutput(out)
    try json.object { json in
      json.member("format", "stemma.\(format)/1")
      try body(&json)
    }
    out.write("\n")
  }

  // MARK: Containers

  mutating func object(_ body: (inout JSONOutput) throws -> Void) rethrows {
    begin(UInt8(ascii: "{"))
    try body(&self)
    end(UInt8(ascii: "}"))
  }

  mutating func object(_ key: String, _ body: (inout JSONOutput) throws -> Void) rethrows {
    name(key)
    try object(body)
  }

  mutating func array<Element>(
    _ key: String, _ elements: some Sequence<Element>, _ body: (inout JSONOutput, Element) throws -> Void
  ) rethrows {
    name(key)
    begin(UInt8(ascii: "["))
    for element in elements { try body(&self, element) }
    end(UInt8(ascii: "]"))
  }

  // MARK: Values

  mutating func member(_ key: String, _ value: String?) {
    name(key)
    if let value { string(value) } else { null() }
  }

  mutating func member(_ key: String, _ value: Int?) {
    name(key)
    if let value { raw(String(value)) } else { null() }
  }

  /// A share or a rate, to four decimals.
  mutating func member(_ key: String, share value: Double?) {
    name(key)
    if let value, value.isFinite { raw(Self.rounded(value)) } else { null() }
  }

  mutating func member(_ key: String, _ value: Bool) {
    name(key)
    raw(value ? "true" : "false")
  }

  mutating func member(_ key: String, _ value: JSONValue) {
    name(key)
    self.value(value)
  }

  /// `{"value":3681,"origin":"counted"}`, or null.
  mutating func member(_ key: String, _ quantity: Quantity?) {
    name(key)
    guard let quantity else { return null() }
    object { json in
      json.member("value", quantity.value)
      json.member("origin", quantity.origin.rawValue)
    }
  }

  mutating func number(_ value: Int) { raw(String(value)) }

  mutating func string(_ text: String) {
    separate()
    quote(text)
  }

  mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let bool): raw(bool ? "true" : "false")
    case .number(let text): raw(text)
    case .string(let text): string(text)
    case .array(let elements):
      begin(UInt8(ascii: "["))
      for element in elements { self.value(element) }
      end(UInt8(ascii: "]"))
    case .object(let members):
      begin(UInt8(ascii: "{"))
      for member in members { self.member(member.key, member.value) }
      end(UInt8(ascii: "}"))
    }
  }

  private mutating func null() { raw("null") }

  // MARK: Characters

  private mutating func raw(_ text: String) {
    separate()
    out.write(text)
  }

  private mutating func name(_ key: String) {
    separate()
    quote(key)
    out.write(byte: UInt8(ascii: ":"))
    needsComma = false
  }

  private mutating func begin(_ bracket: UInt8) {
    separate()
    out.write(byte: bracket)
    needsComma = false
  }

  private mutating func end(_ bracket: UInt8) {
    out.write(byte: bracket)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { out.write(byte: UInt8(ascii: ",")) }
    needsComma = true
  }

  private func quote(_ text: String) {
    var bytes: [UInt8] = [UInt8(ascii: "\"")]
    bytes.reserveCapacity(text.utf8.count + 2)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": bytes.append(contentsOf: #"\""#.utf8)
      case "\\": bytes.append(contentsOf: #"\\"#.utf8)
      case "\n": bytes.append(contentsOf: #"\n"#.utf8)
      case "\r": bytes.append(contentsOf: #"\r"#.utf8)
      case "\t": bytes.append(contentsOf: #"\t"#.utf8)
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}":
        let hex = String(scalar.value, radix: 16)
        bytes.append(contentsOf: "\\u\(String(repeating: "0", count: 4 - hex.count))\(hex)".utf8)
      default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    bytes.append(UInt8(ascii: "\""))
    out.write(bytes: bytes)
  }

  private static func rounded(_ value: Double) -> String {
    let tenThousandths = Int((value * 10_000).rounded())
    if tenThousandths % 10_000 == 0 { return String(tenThousandths / 10_000) }
    return JSONValue.number(Double(tenThousandths) / 10_000).text()
  }
}
