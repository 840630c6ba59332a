import Glibc

/// Finds what two arrays share by their memory alone, at the speed of reading it.
package enum SharedMemory {
  /// How many elements both arrays have in common from a place on, bit by bit.
  ///
  /// Elements of the same bits are the same values: the arrays keep alive what their bits point to. Elements of other bits may be equal
  /// all the same, so what comes after the prefix is not known to differ.
  static func prefix<Element>(_ left: [Element], _ right: [Element], from start: Int = 0) -> Int {
    prefix(left, from: start, right, from: start)
  }

  /// The same with a place for each side.
  package static func prefix<Element>(
    _ left: [Element], from start: Int, _ right: [Element], from otherStart: Int
  ) -> Int {
    let stride = MemoryLayout<Element>.stride
    let count = min(left.count - start, right.count - otherStart)
    guard stride > 0, count > 0 else { return 0 }
    return left.withUnsafeBytes { left in
      right.withUnsafeBytes { right in
        guard let a = left.baseAddress.map({ $0 + start * stride }),
          let b = right.baseAddress.map({ $0 + otherStart * stride })
        else { return 0 }
        if memcmp(a, b, count * stride) == 0 { return count }
        // The first difference lies in ever smaller pieces.
        var (same, differs) = (0, count)
        while same < differs {
          let middle = (same + differs + 1) / 2
          if memcmp(a + same * stride, b + same * stride, (middle - same) * stride) == 0 {
            same = middle
          } else if differs == middle {
            differs = middle - 1
          } else {
            differs = middle
          }
        }
        return same
      }
    }
  }
}
