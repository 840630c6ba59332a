/// What two neighbouring tokens merge into, and how early: a hash table of pairs of ids.
// Unchecked: its memory changes in `insert` only, before the table is shared.
final class MergeTable: @unchecked Sendable {
  struct Merge {
    /// 0 merges first. `UInt32.max` for a pair that does not merge.
    var rank: UInt32
    var id: Int32

    static let none = Merge(rank: .max, id: -1)
  }

  private struct Slot {
    var pair: UInt64
    var merge: Merge
  }

  private static let vacant = UInt64.max
  private let slots: UnsafeMutablePointer<Slot>
  private let mask: Int

  /// - Parameter capacity: how many merges will be inserted at most.
  init(capacity: Int) {
    var size = 16
    while size < capacity * 2 { size *= 2 }
    slots = .allocate(capacity: size)
    slots.initialize(repeating: Slot(pair: Self.vacant, merge: .none), count: size)
    mask = size - 1
  }

  deinit { slots.deallocate() }

  subscript(left: Int32, right: Int32) -> Merge {
    @inline(__always) get {
      let pair = Self.pair(left, right)
      var slot = Self.hash(pair) & mask
      while true {
        let found = slots[slot]
        if found.pair == pair { return found.merge }
        if found.pair == Self.vacant { return .none }
        slot = (slot + 1) & mask
      }
    }
  }

  /// Adds a merge. Of a pair given twice, the earlier one stays unless `replacing`.
  func insert(_ left: Int32, _ right: Int32, _ merge: Merge, replacing: Bool) {
    let pair = Self.pair(left, right)
    var slot = Self.hash(pair) & mask
    while slots[slot].pair != Self.vacant {
      if slots[slot].pair == pair {
        if replacing { slots[slot].merge = merge }
        return
      }
      slot = (slot + 1) & mask
    }
    slots[slot] = Slot(pair: pair, merge: merge)
  }

  @inline(__always)
  private static func pair(_ left: Int32, _ right: Int32) -> UInt64 {
    // Ids are not negative, so no pair of tokens is all ones; a symbol of no token is -1 and is paired with
    // nothing.
    UInt64(UInt32(bitPattern: left)) << 32 | UInt64(UInt32(bitPattern: right))
  }

  @inline(__always)
  private static func hash(_ pair: UInt64) -> Int {
    let mixed = pair &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed ^ (mixed >> 32))
  }
}
