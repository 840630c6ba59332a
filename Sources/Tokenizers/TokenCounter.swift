/// Counts text in the tokens of one vocabulary.
///
/// A count is of the text alone: no beginning-of-sequence token, no chat template. Counters are values
/// that any number of tasks may use at once.
public protocol TokenCounter: Sendable {
  /// A stable identifier to store beside a cached count: equal names give equal counts.
  ///
  /// It names the rule and its version (`characters/1`) or the vocabulary's digest (`bpe:` and 16
  /// hexadecimal digits), so a changed rule or another vocabulary never finds the old counts.
  var name: String { get }

  /// How many tokens the text is. Empty text is 0 tokens.
  ///
  /// The bytes are meant to be UTF-8. Where they are not, each broken sequence is read as one U+FFFD,
  /// as `String(decoding:as:)` reads it.
  func count(utf8: UnsafeBufferPointer<UInt8>) -> Int
}

extension TokenCounter {
  /// How many tokens the text is.
  public func count(_ text: String) -> Int {
    var text = text
    return text.withUTF8 { count(utf8: $0) }
  }
}
