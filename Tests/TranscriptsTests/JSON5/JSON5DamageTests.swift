import Testing
import Transcripts

@Suite struct JSON5DamageTests {
  private struct Numbers {
    var state: UInt64

    mutating func below(_ bound: Int) -> Int {
      state &+= 0x9e37_79b9_7f4a_7c15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
      return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
    }
  }

  private let text = """
    // a script
    { rules: [ { 'when': { prompt: "caf\\u00e9", round: +0x1F }, answer: ['a\\
    b', .5e3, -Infinity, /* no */ null, true], }, ], 紙: [[], {}], }
    """

  @Test("However a text is damaged, it is read or refused at a place that it has")
  func damaged() throws {
    #expect(throws: Never.self) { try JSON5Node(parsing: text) }
    let whole = Array(text.utf8)
    let lines = whole.count { $0 == UInt8(ascii: "\n") } + 1
    let pieces: [[UInt8]] =
      ["{", "}", "[", "]", ",", ":", "'", "\"", "\\", "/", "*", "\n", "\r", "u", "0", "x", "\u{2028}"]
      .map { Array($0.utf8) } + [[0xFF], [0xC3], [0x00], [0xED, 0xA0, 0x80]]
    var numbers = Numbers(state: 5)
    var refused = 0
    for _ in 0..<20_000 {
      var bytes = whole
      for _ in 0..<1 + numbers.below(3) {
        let place = numbers.below(bytes.count)
        switch numbers.below(4) {
        case 0: bytes.remove(at: place)
        case 1: bytes.insert(contentsOf: pieces[numbers.below(pieces.count)], at: place)
        case 2: bytes.removeSubrange(place...)
        default: bytes[place] = UInt8(numbers.below(256))
        }
        if bytes.isEmpty { bytes = [0x20] }
      }
      do {
        _ = try JSON5Node(parsing: bytes)
      } catch {
        refused += 1
        // No damage adds more than three line ends.
        #expect((1...lines + 3).contains(error.position.line))
        #expect((1...whole.count + 10).contains(error.position.column))
        #expect(!error.message.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F })
      }
    }
    #expect((5_000...20_000).contains(refused))
  }
}
