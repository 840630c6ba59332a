/// Reads single JSON values out of a longer text, in reused memory.
public struct JSONPiece {
  private var tape = JSONTape()

  public init() {}

  /// Reads the value at `position` (after white space) and moves the position behind it.
  ///
  /// - Throws: `JSONError` with an offset; ask it for line and column with `located(in:)`.
  public mutating func value(
    _ text: UnsafeBufferPointer<UInt8>, at position: inout Int
  ) throws(JSONError) -> JSONValue {
    position = try tape.parse(text, at: position)
    return tape.jsonValue(0)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// True when both hold the same bytes.
  @inline(__always)
  public func isSameMemory(as other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == other.count, let a = baseAddress, let b = other.baseAddress else {
      return count == other.count
    }
    return memoryEqual(a, b, count)
  }
}
