/// What is wrong with some JSON text, and where.
///
/// Offsets count UTF-8 bytes from the start of the text; lines and columns count from 1, columns in characters
/// (Unicode scalars) as an editor does.
public struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
  public enum Reason: Sendable, Hashable {
    case endsEarly(inside: String)
    case unexpected(String, expected: String)
    case invalidUTF8
    case controlCharacter(UInt8)
    case badEscape
    case badNumber
    case tooDeep(limit: Int)
    case trailingContent
    case empty
  }

  public var reason: Reason
  public var offset: Int
  /// 0 until `located(in:)` was asked.
  public var line: Int = 0
  public var column: Int = 0

  public init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// The same error with line and column, found by reading `text` up to the offset.
  public func located(in text: UnsafeBufferPointer<UInt8>) -> JSONError {
    var copy = self
    (copy.line, copy.column) = JSONError.lineAndColumn(of: offset, in: text)
    return copy
  }

  static func lineAndColumn(of offset: Int, in text: UnsafeBufferPointer<UInt8>) -> (line: Int, column: Int) {
    var line = 1
    var column = 1
    // A byte order mark takes no column in an editor.
    let start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    for byte in text[start..<max(start, min(offset, text.count))] {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return (line, column)
  }

  /// What is wrong, without the place: "the file ends inside a string".
  public var message: String {
    switch reason {
    case .endsEarly(let inside): "the text ends inside \(inside)"
    case .unexpected(let found, let expected): "\(found) where \(expected) should stand"
    case .invalidUTF8: "a byte sequence that is not UTF-8"
    case .controlCharacter(let byte): "a raw control character (byte \(byte)) inside a string"
    case .badEscape: "an escape in a string that JSON does not know"
    case .badNumber: "a number that JSON does not allow"
    case .tooDeep(let limit): "nesting deeper than \(limit) levels"
    case .trailingContent: "more text after the end of the document"
    case .empty: "no JSON value at all"
    }
  }

  public var description: String {
    line > 0 ? "line \(line), column \(column): \(message)" : "byte \(offset): \(message)"
  }
}
