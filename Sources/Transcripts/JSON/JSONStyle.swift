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
  /// Everything beyond ASCII as `\u…`, as Python does unless told otherwise.
  public var escapesNonASCII: Bool
  /// An empty array as `[`, blank line, `]`, as Foundation does; else `[]`.
  public var opensEmptyContainers: Bool
  public var endsWithNewline: Bool

  public init(
    indent: Int?, colon: String, comma: String = ",", escapesSlashes: Bool = false, escapesNonASCII: Bool = false,
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

  /// Reads the style off a file.
  ///
  /// What the beginning of the file does not show (an empty container, a slash) is taken from whoever writes like that.
  public static func detected(in text: UnsafeBufferPointer<UInt8>) -> JSONStyle {
    let head = UnsafeBufferPointer(rebasing: text.prefix(1 << 16))
    var style = JSONStyle.compact
    var index = 0
    while index < head.count, head[index] != UInt8(ascii: "{"), head[index] != UInt8(ascii: "[") { index += 1 }
    var newline = false
    var blanks = 0
    index += 1
    while index < head.count, head[index] <= 0x20 {
      if head[index] == UInt8(ascii: "\n") {
        newline = true
        blanks = 0
      } else {
        blanks += 1
      }
      index += 1
    }
    if newline { style.indent = blanks }
    style.readPunctuation(of: head)
    style.endsWithNewline = text.last == UInt8(ascii: "\n")
    return style
  }

  private mutating func readPunctuation(of head: UnsafeBufferPointer<UInt8>) {
    var inString = false
    var sawBareSlash = false
    var sawColon = false
    var index = 0
    while index < head.count {
      let byte = head[index]
      if inString {
        if byte == UInt8(ascii: "\\"), index + 1 < head.count {
          if head[index + 1] == UInt8(ascii: "/") { escapesSlashes = true }
          if head[index + 1] == UInt8(ascii: "u"), index + 5 < head.count {
            let code = head[index + 2...index + 5].reduce(0) { $0 << 4 | Int(JSONScanner.hex($1) ?? 0) }
            if code >= 0x80 { escapesNonASCII = true }
          }
          index += 1
        } else if byte == UInt8(ascii: "/") {
          sawBareSlash = true
        } else if byte >= 0x80 {
          escapesNonASCII = false
        } else if byte == UInt8(ascii: "\"") {
          inString = false
        }
      } else if byte == UInt8(ascii: "\"") {
        inString = true
      } else if byte == UInt8(ascii: ":"), !sawColon {
        sawColon = true
        let before = index > 0 && head[index - 1] == 0x20
        let after = index + 1 < head.count && head[index + 1] == 0x20
        colon = (before ? " " : "") + ":" + (after ? " " : "")
      } else if byte == UInt8(ascii: ","), indent == nil, index + 1 < head.count, head[index + 1] == 0x20 {
        comma = ", "
      } else if byte == UInt8(ascii: "["), index + 1 < head.count, head[index + 1] == UInt8(ascii: "\n") {
        var end = index + 1
        while end < head.count, head[end] <= 0x20 { end += 1 }
        if end < head.count, head[end] == UInt8(ascii: "]") { opensEmptyContainers = true }
      }
      index += 1
    }
    // " : " is Foundation's own mark; its encoder escapes slashes and opens empty containers.
    if colon == " : " {
      opensEmptyContainers = true
      if !sawBareSlash { escapesSlashes = true }
    }
  }
}
