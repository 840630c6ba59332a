/// Plain sentences about a bicycle workshop, made from word lists.
///
/// Text is handled as words that a single space joins, so that the byte at which a word begins is a sum.
struct WorkshopProse {
  private static let subjects = [
    "The rear hub", "Her touring bike", "A cracked spoke", "This bottom bracket", "The old saddle",
    "My brake cable",
    "Every second rim", "One loose bolt", "The blue tandem", "Our cargo bike", "Its dynamo",
    "Your front wheel",
  ]
  private static let verbs = [
    "needs", "has lost", "wears through", "would take", "came with", "never had", "usually wants",
    "keeps eating",
  ]
  private static let objects = [
    "a longer axle", "new cone nuts", "grease and patience", "two shims", "a 32-hole rim", "the wrong washer",
    "more tension", "a second look", "cloth tape", "a quarter turn less", "half a link",
    "some penetrating oil",
  ]
  private static let endings = [
    "before Saturday", "in this weather", "if the shop is open", "on the left side", "by hand", "at 6 Nm",
    "after the first ride", "without a stand", "below 40 psi", "as the label says", "until it sings",
    "for now",
  ]
  /// What makes a reader of JSON work: quotes, escapes, wide characters, marks, an emoji.
  private static let oddities = [
    "(see \"hubs/rear\")", "路面が濡れている", "—\nthen wipe it", "32\u{00B0}", "na\u{00EF}ve", "C:\\parts\\hub",
    "\u{1F6B2}", "変速機の調整", "tab\there", "Zo\u{0308}e", "1/2\u{2033}", "đĩa phanh",
  ]
  /// Words for an edit: none begins with the letter of another.
  private static let replacements = ["violet", "quiet", "juniper", "xenon", "kelp"]

  private var random: SplitMix64

  init(random: SplitMix64) {
    self.random = random
  }

  /// One to `most` sentences, one in ten of them with something odd in it.
  mutating func words(upTo most: Int) -> [String] {
    var words: [String] = []
    for _ in 0...random.number(below: most) {
      for phrase in [Self.subjects, Self.verbs, Self.objects, Self.endings].map({ random.pick($0) }) {
        words += phrase.split(separator: " ").map(String.init)
      }
      if random.number(below: 10) == 0 { words.append(random.pick(Self.oddities)) }
      words[words.count - 1] += "."
    }
    return words
  }

  mutating func number(below bound: Int) -> Int {
    random.number(below: bound)
  }

  /// A word whose first letter is not that of `word`.
  mutating func replacement(for word: String) -> String {
    let start = random.number(below: Self.replacements.count)
    let candidate = Self.replacements[start]
    guard candidate.utf8.first == word.utf8.first else { return candidate }
    return Self.replacements[(start + 1) % Self.replacements.count]
  }

  /// An upper-case UUID of version 4.
  mutating func identifier() -> String {
    let hex = Array("0123456789ABCDEF".utf8)
    var bits = [random.next(), random.next()]
    bits[0] = bits[0] & ~0xF000 | 0x4000
    bits[1] = bits[1] & ~(0b11 << 62) | 0b10 << 62
    var digits: [UInt8] = []
    for (half, value) in bits.enumerated() {
      for nibble in 0..<16 {
        if [8, 12].contains(nibble) && half == 0 || [0, 4].contains(nibble) && half == 1 {
          digits.append(UInt8(ascii: "-"))
        }
        digits.append(hex[Int(value >> UInt64(60 - 4 * nibble) & 15)])
      }
    }
    return String(decoding: digits, as: UTF8.self)
  }
}
