/// Text as a terminal shows it: columns, safe drawing, line breaks.
///
/// Everything here treats its input as untrusted. Nothing that a terminal would obey, hide or reorder comes out
/// again; it is replaced by a stand-in that can be read.
public enum DisplayText {
  /// Columns that `Frame.put` uses for the text on one line, stand-ins included.
  public static func width(of text: some StringProtocol) -> Int {
    if let columns = plainColumns(text) { return columns }
    var scanner = TextScanner()
    for grapheme in text { scanner.scan(grapheme) { _ in true } }
    return scanner.column
  }

  /// The text in pieces that are drawn as they are and pieces that stand for something that cannot be.
  public static func sanitized(_ text: some StringProtocol) -> [DisplayRun] {
    var runs: [DisplayRun] = []
    var scanner = TextScanner()
    for grapheme in text {
      scanner.scan(grapheme) { unit in
        runs.append(unit)
        return true
      }
    }
    return runs
  }

  /// The text as `Frame.put` would draw it, in one string that is safe to print.
  public static func safe(_ text: some StringProtocol) -> String {
    if plainColumns(text) != nil { return String(text) }
    return sanitized(text).reduce(into: "") { $0 += $1.text }
  }

  /// The first columns of the text, never half a wide character; `…` in the last column when something was cut.
  public static func truncated(_ text: some StringProtocol, to columns: Int) -> String {
    if width(of: text) <= columns { return safe(text) }
    guard columns > 0 else { return "" }
    var result = ""
    var used = 0
    var scanner = TextScanner()
    graphemes: for grapheme in text {
      var piece = ""
      let before = scanner.column
      scanner.scan(grapheme) { unit in
        piece += unit.text
        return true
      }
      if used + scanner.column - before > columns - 1 { break graphemes }
      used += scanner.column - before
      result += piece
    }
    return result + "…"
  }

  /// Columns of text that is printable ASCII and nothing else, by far the commonest; nil for any other.
  static func plainColumns(_ text: some StringProtocol) -> Int? {
    let plain = text.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F } ? bytes.count : nil
    }
    return plain ?? nil
  }
}

/// A piece of text that is safe to draw.
public struct DisplayRun: Equatable, Sendable {
  /// Printable as it is.
  public var text: String
  /// Columns it takes.
  public var width: Int
  /// Whether it names a character that cannot be drawn (`‹U+202E›`, `␀`), rather than being the text itself.
  public var isStandIn: Bool

  /// A run; `width` must be the columns of `text`.
  public init(text: String, width: Int, isStandIn: Bool) {
    self.text = text
    self.width = width
    self.isStandIn = isStandIn
  }
}

extension TextScanner.Unit {
  /// The unit as text.
  var text: String {
    switch self {
    case .standIn(let name): return name
    case .cell(let scalars):
      var text = String.UnicodeScalarView()
      for index in 0..<scalars.count {
        if let scalar = Unicode.Scalar(scalars[index]) { text.append(scalar) }
      }
      // A wide blank (U+3000) is as many spaces as columns.
      if scalars[0] == 0x20 { return String(repeating: " ", count: scalars.width) + String(text.dropFirst()) }
      return String(text)
    }
  }
}

extension [DisplayRun] {
  fileprivate mutating func append(_ unit: TextScanner.Unit) {
    let isStandIn = if case .standIn = unit { true } else { false }
    if !isEmpty, self[count - 1].isStandIn == isStandIn, !isStandIn {
      self[count - 1].text += unit.text
      self[count - 1].width += unit.width
    } else {
      append(DisplayRun(text: unit.text, width: unit.width, isStandIn: isStandIn))
    }
  }
}
