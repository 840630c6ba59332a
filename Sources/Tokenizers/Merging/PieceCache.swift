/// Remembers what short pieces of text became, for the length of one encoding: texts repeat their words.
///
/// A piece of up to 15 bytes is its own key. A newer piece takes the place of an older one in its slot.
struct PieceCache {
  struct Key: Equatable {
    var low: UInt64
    var high: UInt64

    /// Nil for a piece that is empty or too long.
    @inline(__always)
    init?(_ piece: UnsafeBufferPointer<UInt8>) {
      guard let base = piece.baseAddress, piece.count > 0, piece.count <= 15 else { return nil }
      let raw = UnsafeRawPointer(base)
      var low: UInt64 = 0
      var high: UInt64 = 0
      var offset = 0
      if piece.count >= 8 {
        low = raw.loadUnaligned(as: UInt64.self)
        offset = 8
      }
      var rest: UInt64 = 0
      while offset < piece.count {
        rest = rest << 8 | UInt64(base[offset])
        offset += 1
      }
      if piece.count >= 8 { high = rest } else { low = rest }
      self.low = low
      self.high = high | UInt64(piece.count) << 56
    }

    var slot: Int {
      let mixed = (low ^ high &* 0x9E37_79B9_7F4A_7C15) &* 0xFF51_AFD7_ED55_8CCD
      return Int(truncatingIfNeeded: mixed >> 51)
    }
  }

  private struct Entry {
    var key = Key.none
    var count: Int32 = 0
    var id: Int32 = 0
  }

  private var entries = [Entry](repeating: Entry(), count: 1 << 13)

  /// How many tokens the piece became, and which, where it was one.
  subscript(key: Key) -> (count: Int, id: Int32)? {
    @inline(__always) get {
      let entry = entries[key.slot]
      return entry.key == key ? (Int(entry.count), entry.id) : nil
    }
  }

  mutating func remember(_ key: Key, count: Int, id: Int32) {
    entries[key.slot] = Entry(key: key, count: Int32(count), id: id)
  }
}

extension PieceCache.Key {
  /// A key of no piece.
  fileprivate static let none = PieceCache.Key(low: 0, high: 0)

  private init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }
}
