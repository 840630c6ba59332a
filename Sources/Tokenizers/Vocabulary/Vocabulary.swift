/// The tokens of a vocabulary: bytes by id, and id by bytes.
///
/// The bytes are those of the text a token stands for, so a byte-level vocabulary is stored without its
/// alphabet of stand-in characters. Ids need not be dense; a gap is a token of no text.
struct Vocabulary: Sendable {
  /// More bytes of token text than any real vocabulary has, and few enough for 32-bit offsets.
  static let maximumBytes = 1 << 28
  /// How far the ids may run past the number of tokens, so that one absurd id cannot claim the memory.
  static let maximumGap = 1 << 20

  private struct Span {
    var start: Int32 = 0
    var length: Int32 = -1
  }

  private var storage: [UInt8] = []
  private var spans: [Span] = []
  private var slots: [Int32] = []
  private var findable = 0
  private(set) var count = 0
  /// The length in bytes of the longest token that can be found.
  private(set) var longest = 0

  init(expecting count: Int = 0) {
    slots = [Int32](repeating: -1, count: Self.slotCount(for: count))
    spans.reserveCapacity(min(count, Self.maximumGap))
  }

  /// One past the largest id.
  var idLimit: Int { spans.count }

  /// Whether there is room for the token, and its id is not absurd.
  func accepts(id: Int, length: Int) -> Bool {
    id >= 0 && id <= count + Self.maximumGap && length <= Self.maximumBytes - storage.count
  }

  /// Makes room for ids below `ids`, which may then be inserted in any order, and for so many bytes.
  mutating func reserve(ids: Int, bytes: Int) {
    spans.append(contentsOf: repeatElement(Span(), count: max(0, ids - spans.count)))
    storage.reserveCapacity(bytes)
  }

  /// Adds a token; a token of the same id or, if `findable`, of the same bytes is replaced.
  ///
  /// - Parameter findable: false for a token that only decoding meets.
  mutating func insert<Bytes: Collection>(_ bytes: Bytes, id: Int, findable isFindable: Bool)
  where Bytes.Element == UInt8 {
    if id >= spans.count {
      spans.append(contentsOf: repeatElement(Span(), count: id + 1 - spans.count))
    }
    if spans[id].length < 0 { count += 1 }
    spans[id] = Span(start: Int32(storage.count), length: Int32(bytes.count))
    storage.append(contentsOf: bytes)
    guard isFindable, !bytes.isEmpty else { return }
    longest = max(longest, bytes.count)
    if (findable + 1) * 2 > slots.count { grow() }
    place(id)
  }

  /// The id of the token with exactly these bytes, or -1.
  @inline(__always)
  func id(of bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
    guard let base = bytes.baseAddress, bytes.count <= longest, !bytes.isEmpty else { return -1 }
    return id(of: base, length: bytes.count)
  }

  func id(of base: UnsafePointer<UInt8>, length: Int) -> Int32 {
    guard length <= longest, length > 0 else { return -1 }
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: Self.hash(base, length)) & mask
    return storage.withUnsafeBufferPointer { storage in
      while true {
        let id = slots[slot]
        if id < 0 { return -1 }
        let span = spans[Int(id)]
        if Int(span.length) == length, let text = storage.baseAddress,
          Self.equal(text + Int(span.start), base, length)
        {
          return id
        }
        slot = (slot + 1) & mask
      }
    }
  }

  func id(of bytes: [UInt8]) -> Int32 { bytes.withUnsafeBufferPointer { id(of: $0) } }

  /// The bytes of a token; none for an id that is not in the vocabulary.
  subscript(id: Int32) -> ArraySlice<UInt8> {
    guard id >= 0, Int(id) < spans.count, spans[Int(id)].length > 0 else { return [] }
    let start = Int(spans[Int(id)].start)
    return storage[start..<start + Int(spans[Int(id)].length)]
  }

  /// Whether some token holds the mark behind something that is not the mark.
  func hasToken(goingOnInto mark: [UInt8]) -> Bool {
    for id in 0..<Int32(idLimit) {
      var rest = self[id]
      while rest.starts(with: mark) { rest = rest.dropFirst(mark.count) }
      while !rest.isEmpty {
        if rest.starts(with: mark) { return true }
        rest = rest.dropFirst()
      }
    }
    return false
  }

  private static func slotCount(for count: Int) -> Int {
    var size = 1024
    while size < count * 2, size < 1 << 24 { size *= 2 }
    return size
  }

  private mutating func grow() {
    let old = slots
    slots = [Int32](repeating: -1, count: old.count * 2)
    findable = 0
    for id in old where id >= 0 { place(Int(id)) }
  }

  private mutating func place(_ id: Int) {
    let mask = slots.count - 1
    let span = spans[id]
    let start = Int(span.start)
    let length = Int(span.length)
    storage.withUnsafeBufferPointer { storage in
      guard let text = storage.baseAddress else { return }
      var slot = Int(truncatingIfNeeded: Self.hash(text + start, length)) & mask
      while true {
        let other = slots[slot]
        if other < 0 {
          findable += 1
          break
        }
        let otherSpan = spans[Int(other)]
        if Int(otherSpan.length) == length,
          Self.equal(text + Int(otherSpan.start), text + start, length)
        {
          break
        }
        slot = (slot + 1) & mask
      }
      slots[slot] = Int32(id)
    }
  }

  @inline(__always)
  private static func equal(
    _ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ length: Int
  ) -> Bool {
    for offset in 0..<length where left[offset] != right[offset] { return false }
    return true
  }

  @inline(__always)
  private static func hash(_ base: UnsafePointer<UInt8>, _ length: Int) -> UInt64 {
    var hash = UInt64(truncatingIfNeeded: length) &* 0x9E37_79B9_7F4A_7C15
    let raw = UnsafeRawPointer(base)
    var offset = 0
    while length - offset >= 8 {
      hash = (hash ^ raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) &* 0xFF51_AFD7_ED55_8CCD
      hash ^= hash >> 32
      offset += 8
    }
    var rest: UInt64 = 0
    while offset < length {
      rest = rest << 8 | UInt64(base[offset])
      offset += 1
    }
    hash = (hash ^ rest) &* 0xC4CE_B9FE_1A85_EC53
    return hash ^ (hash >> 29)
  }
}
