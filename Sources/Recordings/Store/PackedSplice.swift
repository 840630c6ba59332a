/// The packed columns `snapshot.inserted` and `snapshot.keyframe`.
///
/// `inserted` is the number of entries that come in, then the pieces. A piece starts with a number whose
/// lowest bit tells what it is: 0, an entry, the rest being the zigzagged distance of its id from one after
/// the id before it (so that entries in the order of recording take a byte each); 1, a copy, the rest being
/// the zigzagged distance of its start from the end of the copy before it, and a second number, the length.
/// `keyframe` is the whole list as entries.
enum PackedSplice {
  /// Copies of copies could make a damaged file ask for any number of entries.
  private static let mostEntries = 1 << 24
  /// Leaves room for the sign and for the bit that tells the kind of a piece.
  private static let highestID: Int64 = 1 << 60

  /// True when the pieces can be packed: ids as a recording gives them, copies of something.
  static func canPack(_ pieces: [Splice.Piece]) -> Bool {
    pieces.allSatisfy { piece in
      switch piece {
      case .entry(let id): id.rawValue > 0 && id.rawValue < highestID
      case .copy(let range): !range.isEmpty
      }
    }
  }

  static func pack(_ pieces: [Splice.Piece]) -> [UInt8] {
    var packed = PackedBytes(capacity: pieces.count + 8)
    packed.append(UInt64(pieces.reduce(0) { $0 + $1.count }))
    var expectedID: Int64 = 0
    var expectedStart = 0
    for piece in pieces {
      switch piece {
      case .entry(let id):
        packed.append(zigzag(id.rawValue &- expectedID) << 1)
        expectedID = id.rawValue &+ 1
      case .copy(let range):
        packed.append(zigzag(Int64(range.lowerBound - expectedStart)) << 1 | 1)
        packed.append(UInt64(range.count))
        expectedStart = range.upperBound
      }
    }
    return packed.bytes
  }

  static func pack(list: [EntryID]) -> [UInt8] {
    var packed = PackedBytes(capacity: list.count + 8)
    packed.append(UInt64(list.count))
    var expectedID: Int64 = 0
    for id in list {
      packed.append(zigzag(id.rawValue &- expectedID) << 1)
      expectedID = id.rawValue &+ 1
    }
    return packed.bytes
  }

  /// The number of entries that a packed column puts in; nil when it is not one.
  static func count(_ bytes: UnsafeRawBufferPointer) -> Int? {
    var reader = PackedReader(bytes)
    return reader.count()
  }

  /// The pieces of a column; nil when it is not one. Whether they fit a parent is for the caller to see.
  static func pieces(_ bytes: UnsafeRawBufferPointer) -> [Splice.Piece]? {
    var reader = PackedReader(bytes)
    guard let total = reader.count(), total <= mostEntries else { return nil }
    var pieces: [Splice.Piece] = []
    var (count, expectedID, expectedStart): (Int, Int64, Int64) = (0, 0, 0)
    while count < total {
      guard let head = reader.number() else { return nil }
      let distance = unzigzag(head >> 1)
      if head & 1 == 0 {
        let id = expectedID &+ distance
        pieces.append(.entry(EntryID(id)))
        expectedID = id &+ 1
        count += 1
      } else {
        guard let length = reader.count(), let start = Int(exactly: expectedStart &+ distance), start >= 0,
          length > 0, length <= total - count, start <= mostEntries
        else { return nil }
        pieces.append(.copy(start..<start + length))
        expectedStart = Int64(start + length)
        count += length
      }
    }
    guard count == total, reader.isAtEnd else { return nil }
    return pieces
  }

  /// The entries of a column, copies taken from `parent`; nil when it is not one, or does not fit the parent.
  static func unpack(_ bytes: UnsafeRawBufferPointer, parent: [EntryID]) -> [EntryID]? {
    var reader = PackedReader(bytes)
    guard let total = reader.count(), total <= mostEntries else { return nil }
    var list: [EntryID] = []
    // An entry takes a byte at least; a damaged count must not reserve more than a list can have.
    list.reserveCapacity(min(total, bytes.count + parent.count))
    var expectedID: Int64 = 0
    var expectedStart: Int64 = 0
    while list.count < total {
      guard let head = reader.number() else { return nil }
      let distance = unzigzag(head >> 1)
      if head & 1 == 0 {
        let id = expectedID &+ distance
        list.append(EntryID(id))
        expectedID = id &+ 1
      } else {
        guard let length = reader.count(), let start = Int(exactly: expectedStart &+ distance),
          start >= 0, start <= parent.count, length > 0, length <= parent.count - start
        else { return nil }
        list.append(contentsOf: parent[start..<start + length])
        expectedStart = Int64(start + length)
      }
    }
    guard list.count == total, reader.isAtEnd else { return nil }
    return list
  }

  /// True when the column copies nothing: with everything of the parent removed, it stands alone.
  static func copiesNothing(_ pieces: [Splice.Piece]) -> Bool {
    pieces.allSatisfy { if case .entry = $0 { true } else { false } }
  }

  private static func zigzag(_ number: Int64) -> UInt64 {
    UInt64(bitPattern: (number << 1) ^ (number >> 63))
  }

  private static func unzigzag(_ raw: UInt64) -> Int64 {
    Int64(bitPattern: raw >> 1) ^ -Int64(bitPattern: raw & 1)
  }
}
