import CNcurses

/// What a code point does to a line of cells.
enum CharacterClass: Equatable {
  /// A space of some width: drawn as blanks, whatever the font would make of it.
  case blank(width: Int)
  case spacing(width: Int)
  case combining
  case regionalIndicator
  /// U+200C and U+200D.
  case joiner
  case variationSelector
  /// U+E0001 and U+E0020 to U+E007F.
  case tag
  /// Controls, format characters, unassigned and private ones, and what else would be obeyed or not seen.
  case hidden

  init(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    switch value {
    case 0x20: self = .blank(width: 1)
    case 0x21...0x7E: self = .spacing(width: 1)
    case 0..<0x20, 0x7F...0x9F: self = .hidden
    case 0xA0: self = .blank(width: 1)
    case 0xAD: self = .hidden
    case 0xA1..<0x300: self = .spacing(width: 1)
    case 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x3164, 0xFFA0:
      self = .hidden
    case 0x200C, 0x200D: self = .joiner
    case 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB: self = .hidden
    case 0xFE00...0xFE0F, 0xE0100...0xE01EF: self = .variationSelector
    case 0x1F1E6...0x1F1FF: self = .regionalIndicator
    case 0xE000...0xF8FF, 0xF0000...0x10FFFF: self = .hidden
    case 0xE0000...0xE007F: self = .tag
    default:
      let width = Int(cn_width(value))
      switch scalar.properties.generalCategory {
      case .control, .format, .unassigned, .privateUse, .surrogate, .lineSeparator, .paragraphSeparator:
        self = .hidden
      case .spaceSeparator: self = width > 0 ? .blank(width: width) : .hidden
      default: self = width > 0 ? .spacing(width: width) : width == 0 ? .combining : .hidden
      }
    }
  }

  /// A readable name: the Unicode picture of a C0 control, `‹U+0085›` for the rest.
  static func standIn(_ scalar: Unicode.Scalar) -> String {
    if scalar.value < 0x20, let picture = Unicode.Scalar(0x2400 + scalar.value) { return String(picture) }
    if scalar.value == 0x7F { return "\u{2421}" }
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "‹U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "›"
  }

  static func isSkinTone(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x1F3FB && scalar.value <= 0x1F3FF
  }

  static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value > 0xFF && scalar.properties.isEmoji
  }

  static func letter(ofRegional scalar: Unicode.Scalar) -> Unicode.Scalar {
    Unicode.Scalar(UInt8(truncatingIfNeeded: 0x41 + scalar.value - 0x1F1E6))
  }

  /// Emoji, and the scripts from Arabic to Khmer and Mongolian in which joiners are part of the spelling.
  static func takesJoiner(_ base: Unicode.Scalar) -> Bool {
    switch base.value {
    case 0x0600...0x109F, 0x1780...0x18AF, 0xA800...0xABFF, 0xFB50...0xFDFF, 0xFE70...0xFEFC,
      0x11000...0x11FFF:
      true
    default: isEmoji(base)
    }
  }

  /// Whether a variation selector after this base is an ordinary one: text or emoji style on something that is an
  /// emoji, a variant of an ideograph, a mathematical symbol.
  static func takesSelector(_ base: Unicode.Scalar, _ selector: Unicode.Scalar) -> Bool {
    if selector.value >= 0xE0100 { return base.properties.isIdeographic }
    if selector.value >= 0xFE0E { return base.properties.isEmoji }
    return base.properties.isIdeographic || base.properties.generalCategory == .mathSymbol
      || takesJoiner(base)
  }
}
