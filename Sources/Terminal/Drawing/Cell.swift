/// One cell of a frame: what stands there, how it looks, and how many columns it takes.
///
/// A cell is 32 bytes and owns nothing: a base character and up to three combining marks are held inline, which
/// is all that ncurses can put in a cell.
public struct Cell: Equatable, Sendable {
  // low: base 0-20, first mark 21-41, width 42-43, attributes 48-55. high: second mark 0-20, third mark 21-41.
  private var low: UInt64
  private var high: UInt64
  private var foregroundBits: UInt64
  private var backgroundBits: UInt64

  init(scalars: CellScalars, style: Style) {
    low =
      UInt64(scalars[0]) | UInt64(scalars[1]) << 21 | UInt64(scalars.width) << 42
      | UInt64(style.attributes.rawValue) << 48
    high = UInt64(scalars[2]) | UInt64(scalars[3]) << 21
    foregroundBits = style.foreground.bits
    backgroundBits = style.background.bits
  }

  /// An empty cell.
  public static func blank(_ style: Style = .plain) -> Cell {
    Cell(scalars: CellScalars(base: 0x20, width: 1), style: style)
  }

  /// The right half of a wide character.
  static func trailing(_ style: Style) -> Cell {
    Cell(scalars: CellScalars(base: 0, width: 0), style: style)
  }

  /// Columns: 1, or 2 for the left half of a wide character, or 0 for its right half.
  public var width: Int { Int(low >> 42 & 3) }

  /// Colours and attributes.
  public var style: Style {
    get {
      Style(
        foreground: Color(bits: foregroundBits), background: Color(bits: backgroundBits),
        attributes: Attributes(rawValue: UInt8(truncatingIfNeeded: low >> 48)))
    }
    set {
      low = low & 0x0000_FFFF_FFFF_FFFF | UInt64(newValue.attributes.rawValue) << 48
      foregroundBits = newValue.foreground.bits
      backgroundBits = newValue.background.bits
    }
  }

  /// Whether two cells look alike but for what stands in them.
  func hasStyle(of other: Cell) -> Bool {
    foregroundBits == other.foregroundBits && backgroundBits == other.backgroundBits
      && low >> 48 == other.low >> 48
  }

  /// Base and combining marks as code points; unused places are 0.
  var codePoints: (UInt32, UInt32, UInt32, UInt32) {
    let mask: UInt64 = 0x1F_FFFF
    return (
      UInt32(low & mask), UInt32(low >> 21 & mask), UInt32(high & mask), UInt32(high >> 21 & mask)
    )
  }

  /// What stands in the cell; a space in the right half of a wide character.
  public var character: Character {
    let (base, first, second, third) = codePoints
    guard let base = Unicode.Scalar(base), base.value != 0 else { return " " }
    guard first != 0 else { return Character(base) }
    var text = String.UnicodeScalarView()
    text.append(base)
    for mark in [first, second, third] where mark != 0 {
      if let mark = Unicode.Scalar(mark) { text.append(mark) }
    }
    // A mark that does not join its base would make two characters; the base alone is then the honest answer.
    let joined = String(text)
    return joined.dropFirst().isEmpty ? joined.first ?? " " : Character(base)
  }
}

/// A base code point and up to three combining marks, on their way into a cell.
struct CellScalars {
  private var values: (UInt32, UInt32, UInt32, UInt32)
  private(set) var count: Int
  let width: Int

  init(base: UInt32, width: Int) {
    values = (base, 0, 0, 0)
    count = 1
    self.width = width
  }

  /// Keeps the first three marks: more only ever stack up out of the cell.
  mutating func append(_ mark: UInt32) {
    switch count {
    case 1: values.1 = mark
    case 2: values.2 = mark
    case 3: values.3 = mark
    default: return
    }
    count += 1
  }

  subscript(index: Int) -> UInt32 {
    switch index {
    case 0: values.0
    case 1: values.1
    case 2: values.2
    default: values.3
    }
  }
}
