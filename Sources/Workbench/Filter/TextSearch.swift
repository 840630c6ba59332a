/// Looks for a text in others, in any case.
///
/// Bytes are compared where both texts are ASCII, which is nearly always; else lower-cased text.
struct TextSearch: Sendable, Hashable {
  let lowered: String
  private let bytes: [UInt8]
  private let isASCII: Bool

  init(_ text: String) {
    lowered = text.lowercased()
    bytes = Array(lowered.utf8)
    isASCII = bytes.allSatisfy { $0 < 0x80 }
  }

  var isEmpty: Bool { bytes.isEmpty }

  func isIn(_ text: String) -> Bool {
    if isEmpty { return true }
    if isASCII { return isIn(utf8: Array(text.utf8)[...]) }
    return isIn(utf8: Array(text.lowercased().utf8)[...])
  }

  /// Of bytes that are lower-case already, or of which only the ASCII letters need be.
  func isIn(utf8 text: ArraySlice<UInt8>) -> Bool {
    text.withUnsafeBufferPointer { text in
      guard text.count >= bytes.count, let first = bytes.first else { return bytes.isEmpty }
      let last = text.count - bytes.count
      var start = 0
      while start <= last {
        if Self.lower(text[start]) == first {
          var length = 1
          while length < bytes.count, Self.lower(text[start + length]) == bytes[length] { length += 1 }
          if length == bytes.count { return true }
        }
        start += 1
      }
      return false
    }
  }

  private static func lower(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }

  /// Where the text stands in a line, as offsets in characters; for marking what was found.
  func ranges(in line: String) -> [Range<Int>] {
    guard !isEmpty else { return [] }
    let characters = line.map { $0.lowercased() }
    let wanted = lowered.map(String.init)
    var found: [Range<Int>] = []
    var start = 0
    while start + wanted.count <= characters.count {
      if characters[start..<start + wanted.count].elementsEqual(wanted) {
        found.append(start..<start + wanted.count)
        start += wanted.count
      } else {
        start += 1
      }
    }
    return found
  }
}
