import CNcurses

/// Turns text into what a grid of cells can hold, unit by unit.
///
/// How this works: text is walked by grapheme, and each grapheme by code point. A printable code point opens a
/// unit, combining marks join it, and a second spacing code point (an Indic vowel sign, a conjunct) opens the next
/// unit, because that is how ncurses and terminals count. What a terminal would obey, hide or reorder becomes a
/// stand-in that can be read: `␀`, `‹U+202E›`. What a cell cannot hold is cut to what measures well: an emoji
/// sequence to its first emoji, a flag to its two letters. Whatever is said of a unit's width here is also what
/// ncurses will reckon, so columns never drift apart.
struct TextScanner {
  /// Columns to the next tab stop, or nil to draw a tab as one blank.
  var tabStop: Int?
  /// Columns already used on the line, for tab stops.
  var column = 0

  init(tabStop: Int? = nil) { self.tabStop = tabStop }

  /// What one or more cells can hold.
  enum Unit {
    case cell(CellScalars)
    /// A readable name for something that cannot be drawn: every character one column wide.
    case standIn(String)

    var width: Int {
      switch self {
      case .cell(let scalars): scalars.width
      case .standIn(let name): name.unicodeScalars.count
      }
    }
  }

  /// Hands out the units of one grapheme in order. `emit` returns false to stop.
  mutating func scan(_ grapheme: Character, _ emit: (Unit) -> Bool) {
    var cluster = ClusterScanner()
    for scalar in grapheme.unicodeScalars {
      if scalar == "\t", cluster.isEmpty {
        let blanks = tabStop.map { $0 - column % $0 } ?? 1
        for _ in 0..<blanks {
          column += 1
          guard emit(.cell(CellScalars(base: 0x20, width: 1))) else { return }
        }
        continue
      }
      cluster.take(scalar)
    }
    cluster.finish()
    for unit in cluster.units {
      column += unit.width
      guard emit(unit) else { return }
    }
    if let unit = cluster.last {
      column += unit.width
      _ = emit(unit)
    }
  }
}

/// The code points of one grapheme on their way into units.
private struct ClusterScanner {
  /// Units closed so far; nearly always empty, so that an ordinary character allocates nothing.
  private(set) var units: [TextScanner.Unit] = []
  /// The unit closed last.
  private(set) var last: TextScanner.Unit?
  private var open: CellScalars?
  private var openScalar: Unicode.Scalar = " "
  private var joiner: Unicode.Scalar?
  private var selectors = 0
  private var regional: Unicode.Scalar?

  var isEmpty: Bool { last == nil && open == nil && regional == nil }

  mutating func take(_ scalar: Unicode.Scalar) {
    if scalar.value >= 0x20, scalar.value < 0x7F { return start(scalar, width: 1) }
    switch CharacterClass(scalar) {
    case .blank(let width): start(" ", width: width)
    case .spacing(let width):
      if CharacterClass.isSkinTone(scalar), open != nil, CharacterClass.isEmoji(openScalar) { return }
      if joiner != nil, CharacterClass.isEmoji(openScalar) {
        joiner = nil
        return
      }
      start(scalar, width: width)
    case .combining:
      if open == nil { start("\u{25CC}", width: 1) }
      open?.append(scalar.value)
    case .regionalIndicator:
      if let first = regional {
        regional = nil
        start(CharacterClass.letter(ofRegional: first), width: 1)
        start(CharacterClass.letter(ofRegional: scalar), width: 1)
      } else {
        close()
        regional = scalar
      }
    case .joiner:
      // Between letters of a script that needs it, or between emoji, a joiner is spelling; elsewhere it hides.
      if open != nil, CharacterClass.takesJoiner(openScalar), joiner == nil {
        joiner = scalar
      } else {
        standIn(scalar)
      }
    case .variationSelector:
      selectors += 1
      if open == nil || selectors > 1 || !CharacterClass.takesSelector(openScalar, scalar) { standIn(scalar) }
    case .tag:
      if open == nil || openScalar != "\u{1F3F4}" { standIn(scalar) }
    case .hidden:
      standIn(scalar)
    }
  }

  mutating func finish() {
    // An emoji joiner that joined nothing is a hidden character like any other.
    let dangling = joiner.flatMap { CharacterClass.isEmoji(openScalar) ? $0 : nil }
    close()
    if let dangling { append(.standIn(CharacterClass.standIn(dangling))) }
  }

  private mutating func start(_ scalar: Unicode.Scalar, width: Int) {
    close()
    open = CellScalars(base: scalar.value, width: width)
    openScalar = scalar
  }

  private mutating func standIn(_ scalar: Unicode.Scalar) {
    close()
    append(.standIn(CharacterClass.standIn(scalar)))
  }

  private mutating func close() {
    if let regional { append(.standIn(CharacterClass.standIn(regional))) }
    if let open { append(.cell(open)) }
    regional = nil
    open = nil
    joiner = nil
    selectors = 0
  }

  private mutating func append(_ unit: TextScanner.Unit) {
    if let last { units.append(last) }
    last = unit
  }
}
