import Tokenizers

/// Counts bytes: for shares of a total that another counter gave.
struct ByteCounter: TokenCounter {
  var name: String { "bytes/1" }

  func count(utf8: UnsafeBufferPointer<UInt8>) -> Int { utf8.count }
}
