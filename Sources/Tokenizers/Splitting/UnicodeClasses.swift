/// What the splitting patterns and the character rule ask of a Unicode scalar, one word of flags each.
///
/// The general categories are the standard library's. They are asked once: a two-stage table (a page
/// of 256 scalars each, those of one kind throughout shared) then answers in two loads.
// Unchecked: its memory is written in `init` only and lives as long as the process.
struct UnicodeClasses: @unchecked Sendable {
  typealias Flags = UInt16

  static let letter: Flags = 1 << 0  // \p{L}
  static let number: Flags = 1 << 1  // \p{N}
  static let space: Flags = 1 << 2  // \s
  static let mark: Flags = 1 << 3  // \p{M}
  static let punctuation: Flags = 1 << 4  // \p{P}
  static let symbol: Flags = 1 << 5  // \p{S}
  static let upper: Flags = 1 << 6  // Lu, Lt, Lm, Lo, M: what a word may begin with in the o200k pattern
  static let lower: Flags = 1 << 7  // Ll, Lm, Lo, M: what a word may go on with there
  static let word: Flags = 1 << 8  // \w
  static let newline: Flags = 1 << 9  // \r and \n
  /// The character rule: one token alone.
  static let whole: Flags = 1 << 10
  /// The character rule: part of the character before, no cost.
  static let joined: Flags = 1 << 11
  /// The character rule: a letter that shows its word to be Vietnamese.
  static let vietnamese: Flags = 1 << 12

  static let shared = UnicodeClasses()

  private let pageOf: UnsafePointer<UInt16>
  private let flags: UnsafePointer<Flags>

  /// The flags of a scalar; of a value that is no scalar, none.
  @inline(__always)
  subscript(scalar: UInt32) -> Flags {
    guard scalar <= 0x10FFFF else { return 0 }
    return flags[Int(pageOf[Int(scalar >> 8)]) << 8 | Int(scalar & 0xFF)]
  }

  /// Scalars that share one general category over whole pages, so that they need asking only once.
  private static let uniform: [ClosedRange<UInt32>] = [
    0x3400...0x4CFF, 0x4E00...0x9EFF, 0xAC00...0xD6FF, 0xD800...0xDFFF, 0xE000...0xF8FF,
    0x17000...0x186FF, 0x20000...0x2A5FF, 0x2A700...0x2B6FF, 0x2B900...0x2CDFF, 0x2D000...0x2EAFF,
    0x30000...0x312FF, 0x31400...0x322FF, 0x33500...0xDFFFF, 0xE0200...0xEFFFF, 0xF0000...0xFFEFF,
    0x100000...0x10FEFF,
  ]

  private init() {
    let pageCount = 0x1100
    let pageOf = UnsafeMutablePointer<UInt16>.allocate(capacity: pageCount)
    var flags: [Flags] = []
    flags.reserveCapacity(400 << 8)
    for number in 0..<pageCount {
      let first = UInt32(number) << 8
      let range = Self.uniform.first { $0.contains(first) }
      if let range, range.lowerBound < first, number > 0 {
        pageOf.advanced(by: number).initialize(to: pageOf[number - 1])
        continue
      }
      pageOf.advanced(by: number).initialize(to: UInt16(flags.count >> 8))
      if range != nil {
        flags += repeatElement(Unicode.Scalar(first).map(Self.flags(of:)) ?? 0, count: 256)
      } else {
        for scalar in first..<first + 256 {
          flags.append(Unicode.Scalar(scalar).map(Self.flags(of:)) ?? 0)
        }
      }
    }
    let memory = UnsafeMutablePointer<Flags>.allocate(capacity: flags.count)
    memory.initialize(from: flags, count: flags.count)
    self.pageOf = UnsafePointer(pageOf)
    self.flags = UnsafePointer(memory)
  }

  private static func flags(of scalar: Unicode.Scalar) -> Flags {
    let properties = scalar.properties
    var flags: Flags = 0
    switch properties.generalCategory {
    case .uppercaseLetter, .titlecaseLetter: flags = letter | upper | word
    case .lowercaseLetter: flags = letter | lower | word
    case .modifierLetter, .otherLetter: flags = letter | upper | lower | word
    case .nonspacingMark, .spacingMark, .enclosingMark: flags = mark | upper | lower | word | joined
    case .decimalNumber: flags = number | word
    case .letterNumber: flags = number | word
    case .otherNumber: flags = number | (properties.isAlphabetic ? word : 0)
    case .connectorPunctuation: flags = punctuation | word
    case .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation:
      flags = punctuation
    case .currencySymbol, .modifierSymbol, .mathSymbol: flags = symbol
    case .otherSymbol: flags = symbol | (properties.isAlphabetic ? word : 0)
    case .format: flags = joined | (properties.isJoinControl ? word : 0)
    case .spaceSeparator, .lineSeparator, .paragraphSeparator: flags = space
    case .control: flags = properties.isWhitespace ? space : 0
    default: break
    }
    if scalar == "\r" || scalar == "\n" { flags |= newline }
    if CharacterTokenCounter.isWholeToken(scalar.value), flags & joined == 0 { flags |= whole }
    if CharacterTokenCounter.isVietnamese(scalar.value) { flags |= vietnamese }
    return flags
  }
}
