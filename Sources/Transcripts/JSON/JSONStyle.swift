/// How a JSON file was laid out, so that writing it again changes nothing but what was changed.
public struct JSONStyle: Sendable, Hashable {
  /// Blanks a level; nil for one line.
  public var indent: Int?
  /// What stands between a key and its value.
  public var colon: String
  /// What stands between elements on one line.
  public var comma: String
  /// `/` written `\/`, as Foundation does unless told otherwise.
  public var escapesSlashes: Bool
  /// U+007F and everything beyond ASCII as `\u…`, as Python does unless told otherwise.
  public var escapesNonASCII: Bool
  /// An empty array as `[`, blank line, `]`, as Foundation does; else `[]`.
  public var opensEmptyContainers: Bool
  public var endsWithNewline: Bool

  public init(
    indent: Int?, colon: String, comma: String = ",", escapesSlashes: Bool = false,
    escapesNonASCII: Bool = false,
    opensEmptyContainers: Bool = false, endsWithNewline: Bool = false
  ) {
    self.indent = indent
    self.colon = colon
    self.comma = comma
    self.escapesSlashes = escapesSlashes
    self.escapesNonASCII = escapesNonASCII
    self.opensEmptyContainers = opensEmptyContainers
    self.endsWithNewline = endsWithNewline
  }

  /// One line, nothing to spare.
  public static let compact = JSONStyle(indent: nil, colon: ":")

  /// What Foundation's `JSONEncoder` writes with `[.prettyPrinted, .sortedKeys]`.
  public static let foundationPretty = JSONStyle(
    indent: 2, colon: " : ", escapesSlashes: true, opensEmptyContainers: true)

  /// Two blanks and no surprises, for files of our own.
  public static let pretty = JSONStyle(indent: 2, colon: ": ", endsWithNewline: true)

  /// Reads the style off a file: the layout off its beginning, the spelling of slashes and letters off all of it.
  ///
  /// What the file does not show (an empty container, a slash) is taken from whoever writes like that.
  public static func detected(in text: UnsafeBufferPointer<UInt8>) -> JSONStyle {
    let head = UnsafeBufferPointer(rebasing: text.prefix(1 << 16))
    var style = JSONStyle.compact
    style.readIndent(of: head)
    style.readPunctuation(of: head)
    // " : " is Foundation's own mark; its encoder escapes slashes and opens empty containers.
    if style.colon == " : " {
      style.opensEmptyContainers = true
      style.escapesSlashes = true
    }
    style.readSpelling(of: text)
    style.endsWithNewline = text.last == UInt8(ascii: "\n")
    return style
  }

  private mutating func readIndent(of head: UnsafeBufferPointer<UInt8>) {
    guard let opening = head.firstIndex(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") }) else {
      return
    }
    for byte in head[(opening + 1)...] {
      guard byte <= 0x20 else { return }
      indent = byte == UInt8(ascii: "\n") ? 0 : indent.map { $0 + 1 }
    }
  }

  private mutating func readPunctuation(of head: UnsafeBufferPointer<UInt8>) {
    var inString = false
    var sawColon = false
    var index = 0
    while index < head.count {
      let byte = head[index]
      if inString {
        if byte == UInt8(ascii: "\\") { index += 1 } else if byte == UInt8(ascii: "\"") { inString = false }
      } else if byte == UInt8(ascii: "\"") {
        inString = true
      } else if byte == UInt8(ascii: ":"), !sawColon {
        sawColon = true
        let before = index > 0 && head[index - 1] == 0x20
        let after = index + 1 < head.count && head[index + 1] == 0x20
        colon = (before ? " " : "") + ":" + (after ? " " : "")
      } else if byte == UInt8(ascii: ","), indent == nil, index + 1 < head.count, head[index + 1] == 0x20 {
        comma = ", "
      } else if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{"), indent != nil, !opensEmptyContainers {
        let inside = head[(index + 1)...].prefix { $0 <= 0x20 }
        let closing = byte == UInt8(ascii: "[") ? UInt8(ascii: "]") : UInt8(ascii: "}")
        if inside.contains(UInt8(ascii: "\n")), inside.endIndex < head.count, head[inside.endIndex] == closing
        {
          opensEmptyContainers = true
        }
      }
      index += 1
    }
  }

  /// Slashes and characters beyond ASCII stand only in strings, so that a look at each backslash is enough.
  private mutating func readSpelling(of text: UnsafeBufferPointer<UInt8>) {
    var sawSlash = false
    var sawRaw = false
    var index = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while index < text.count, !(sawSlash && sawRaw) {
      let byte = text[index]
      if byte == UInt8(ascii: "\\"), index + 1 < text.count {
        if text[index + 1] == UInt8(ascii: "/"), !sawSlash {
          sawSlash = true
          escapesSlashes = true
        } else if text[index + 1] == UInt8(ascii: "u"), index + 5 < text.count, !sawRaw {
          let code = text[index + 2...index + 5].reduce(0) { $0 << 4 | Int(JSONScanner.hex($1) ?? 0) }
          if code >= 0x7F { escapesNonASCII = true }
        }
        index += 2
        continue
      }
      if byte == UInt8(ascii: "/"), !sawSlash {
        sawSlash = true
        escapesSlashes = false
      } else if byte >= 0x7F {
        // One raw character settles it: some writers escape only U+2028 and its like.
        sawRaw = true
        escapesNonASCII = false
      }
      index += 1
    }
  }
}
