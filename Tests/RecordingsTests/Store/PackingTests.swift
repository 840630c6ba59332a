import PrefixCache
import Testing
import Transcripts

@testable import Recordings

@Suite("Packed columns")
struct PackingTests {
  @Test(
    "numbers take seven bits a byte",
    arguments: [
      (0, [0]), (1, [1]), (127, [0x7f]), (128, [0x80, 1]), (300, [0xac, 2]), (16_383, [0xff, 0x7f]),
      (16_384, [0x80, 0x80, 1]),
      (UInt64.max, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1]),
      (1 << 63, [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1]),
    ] as [(UInt64, [UInt8])])
  func numbers(number: UInt64, bytes: [UInt8]) {
    var packed = PackedBytes()
    packed.append(number)
    #expect(packed.bytes == bytes)
    bytes.withUnsafeBytes { buffer in
      var reader = PackedReader(buffer)
      #expect(reader.number() == number)
      #expect(reader.isAtEnd)
      #expect(reader.number() == nil)
    }
  }

  @Test("pieces that were packed are unpacked; what is cut short or goes on is none")
  func pieces() {
    let pieces: [Splice.Piece] = [
      .entry(EntryID(7)), .copy(2..<900), .entry(EntryID(8)), .entry(EntryID(3)), .copy(0..<1),
    ]
    let bytes = PackedSplice.pack(pieces)
    #expect(bytes.withUnsafeBytes(PackedSplice.pieces) == pieces)
    for length in 0..<bytes.count {
      #expect(bytes.prefix(length).withUnsafeBytes(PackedSplice.pieces) == nil, "\(length) bytes")
    }
    #expect((bytes + [0]).withUnsafeBytes(PackedSplice.pieces) == nil)
    #expect([UInt8](arrayLiteral: 0).withUnsafeBytes(PackedSplice.pieces) == [])
  }

  @Test(
    "signed numbers are zigzagged",
    arguments: [
      (0, [0]), (-1, [1]), (1, [2]), (-64, [0x7f]), (64, [0x80, 1]),
      (Int64.min, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1]),
      (Int64.max, [0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1]),
    ] as [(Int64, [UInt8])])
  func signedNumbers(number: Int64, bytes: [UInt8]) {
    var packed = PackedBytes()
    packed.append(signed: number)
    #expect(packed.bytes == bytes)
    bytes.withUnsafeBytes { buffer in
      var reader = PackedReader(buffer)
      #expect(reader.signed() == number)
    }
  }

  @Test(
    "bytes that are no number",
    arguments: [
      [], [0x80], [0xff, 0xff],
      // Eleven bytes, and ten whose last holds more than the 64th bit.
      [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1],
      [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2],
    ] as [[UInt8]])
  func noNumbers(bytes: [UInt8]) {
    bytes.withUnsafeBytes { buffer in
      var reader = PackedReader(buffer)
      #expect(reader.number() == nil)
    }
  }

  @Test("strings, and one that says it is longer than what follows")
  func strings() {
    var packed = PackedBytes()
    packed.append("")
    packed.append("né\0")
    #expect(packed.bytes == [0, 4, 0x6e, 0xc3, 0xa9, 0])
    packed.bytes.withUnsafeBytes { buffer in
      var reader = PackedReader(buffer)
      #expect(reader.text() == "")
      #expect(reader.text() == "né\0")
      #expect(reader.text() == nil)
    }
    ([5, 0x61] as [UInt8]).withUnsafeBytes { buffer in
      var reader = PackedReader(buffer)
      #expect(reader.text() == nil)
    }
  }

  private func unpacked(_ bytes: [UInt8], parent: [Int64] = []) -> [Int64]? {
    bytes.withUnsafeBytes { PackedSplice.unpack($0, parent: parent.map { EntryID($0) }) }?.map(\.rawValue)
  }

  @Test("entries in the order of recording take a byte each, whatever their ids")
  func entries() {
    let list = (1_000...1_004).map { Splice.Piece.entry(EntryID($0)) }
    // 5 entries; 1000 is zigzagged to 2000 and shifted to 4000: 0xa0 0x1f; then nothing between neighbours.
    #expect(PackedSplice.pack(list) == [5, 0xa0, 0x1f, 0, 0, 0, 0])
    #expect(unpacked([5, 0xa0, 0x1f, 0, 0, 0, 0]) == [1_000, 1_001, 1_002, 1_003, 1_004])
    #expect(PackedSplice.pack([]) == [0])
    #expect(unpacked([0]) == [])
  }

  @Test("copies, and entries between them")
  func copies() {
    let pieces: [Splice.Piece] = [.copy(2..<4), .entry(EntryID(1)), .copy(4..<5), .copy(0..<2)]
    // 6 entries; copy from 2 (zigzag 4, bits 9), 2 long; id 1 (zigzag 2, bits 4); copy from where the last
    // ended (bits 1), 1 long; copy from 5 back (zigzag 9, bits 19), 2 long.
    #expect(PackedSplice.pack(pieces) == [6, 9, 2, 4, 1, 1, 19, 2])
    #expect(unpacked([6, 9, 2, 4, 1, 1, 19, 2], parent: [10, 20, 30, 40, 50]) == [30, 40, 1, 50, 10, 20])
  }

  @Test(
    "bytes that are no splice, or do not fit the parent of three",
    arguments: [
      [], [1], [1, 4, 0], [2, 4], [1, 1, 0], [2, 1, 1], [4, 1, 4], [1, 3, 1], [1, 13, 1],
      [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 0],
    ] as [[UInt8]])
  func misfits(bytes: [UInt8]) {
    #expect(unpacked(bytes, parent: [10, 20, 30]) == nil)
  }

  @Test("copies of copies do not ask for all the memory there is")
  func bomb() {
    // 2^30 entries out of a parent of 2^20.
    var packed = PackedBytes()
    packed.append(1 << 30)
    for _ in 0..<1024 {
      packed.append(1)
      packed.append(1 << 20)
    }
    #expect(unpacked(packed.bytes, parent: [1]) == nil)
  }

  @Test("tokens by kind: eight numbers, and fewer in a damaged column")
  func tokens() {
    var tokens = KindTokens()
    tokens.instructions = 1
    tokens.unknown = 300
    #expect(PackedTokens.pack(tokens) == [2, 0, 0, 0, 0, 0, 0, 0xd8, 4])
    #expect(PackedTokens.pack(tokens).withUnsafeBytes(PackedTokens.unpack) == tokens)
    tokens.unknown = 0
    #expect(([2] as [UInt8]).withUnsafeBytes(PackedTokens.unpack) == tokens)
  }

  @Test("origins: three bits each, the first lowest, 0 for none")
  func origins() {
    #expect(PackedOrigins.pack(.measured(5), nil, .predicted(0)) == 0b100_000_001)
    #expect(PackedOrigins.origin(0b100_000_001) == .measured)
    #expect(PackedOrigins.origin(0b100_000_001 >> 3) == nil)
    #expect(PackedOrigins.origin(0b100_000_001 >> 6) == .predicted)
    #expect(PackedOrigins.origin(7) == nil)
  }

  @Test("digests are sixteen bytes, big-endian")
  func digests() {
    let digest = EntryDigest(high: 0x0102_0304_0506_0708, low: 0x090a_0b0c_0d0e_0f10)
    #expect(Array(UInt8(1)...16).withUnsafeBytes(EntryDigest.init(packed:)) == digest)
    #expect(([1, 2, 3] as [UInt8]).withUnsafeBytes(EntryDigest.init(packed:)) == nil)
  }

  @Test("every kind of entry has a code of its own, and a code of a later version reads as unknown")
  func kinds() {
    #expect(EntryKind.allCases.map { EntryKind(code: $0.code) } == EntryKind.allCases)
    for code in [7, -1, Int64.max, Int64.min] { #expect(EntryKind(code: code) == .unknown) }
  }
}
