/// Named colours for everything that is drawn.
///
/// A theme is looked up by meaning, never by colour: `theme.style(.lost)`, `theme.persona(2)`. Every colour carries
/// its hand-chosen neighbours for 256 and 16 colours and the attributes that stand in where there is no colour, so
/// what is drawn with it needs no further care. See `themes/README.md` for the file format.
public struct Theme: Equatable, Sendable {
  /// What the theme is called in settings.
  public var name: String
  /// One line for the list of themes.
  public var description: String
  /// Light letters on a dark ground.
  public var isDark: Bool

  var roles: [Role: Entry]
  var kinds: [Kind: Entry]
  /// At least three.
  var personas: [Persona]

  /// What a colour means.
  public enum Role: String, CaseIterable, Sendable {
    /// Behind everything; its `text` colour is `text`.
    case background
    /// Behind the first line and the last.
    case bar
    case text
    /// Labels and secondary text, still to be read.
    case dim
    /// Decoration, hints, what may be overlooked.
    case faint
    /// Rules between panes.
    case line
    case accent
    case prefill, decode
    /// Cache prefix kept, and lost.
    case kept, lost
    case warning
    /// A finding of the mildest sort.
    case note
    /// Behind the chosen row.
    case selection
    /// Behind the column in which the cursor stands.
    case cursorColumn
    /// Behind what a search found.
    case match
    case diffAdded, diffRemoved
    /// The words that differ inside a changed line.
    case diffAddedWord, diffRemovedWord

    /// Whether the colour lies behind text rather than being that of the text.
    public var isBackground: Bool {
      switch self {
      case .background, .bar, .selection, .cursorColumn, .match: true
      default: false
      }
    }
  }

  /// Kinds of things that make up a whole, as in a stacked area.
  public enum Kind: String, CaseIterable, Sendable {
    case instructions, tools, prompt, response, reasoning, toolCalls, toolOutput, unknown
  }

  struct Entry: Equatable, Sendable {
    var color: Color
    var attributes: Attributes = []
    /// What stands on the colour if it is a background, what lies behind it if not; nil for the theme's own.
    var companion: Color?
  }

  struct Persona: Equatable, Sendable {
    var entry: Entry
    var band: Entry
  }

  /// The colour of a role itself.
  public func color(_ role: Role) -> Color {
    roles[role]?.color ?? .default
  }

  /// How to draw text of that role: in its colour on the theme's ground, or for a ground (`selection`, `bar`)
  /// the theme's text on it.
  public func style(_ role: Role) -> Style {
    guard let entry = roles[role] else { return .plain }
    return role.isBackground
      ? Style(
        foreground: entry.companion ?? color(.text), background: entry.color, attributes: entry.attributes)
      : style(entry)
  }

  /// The ground's colour on the role's: a chosen tab, a badge. Reversed where there is no colour.
  public func inverted(_ role: Role) -> Style {
    Style(
      foreground: color(.background).neighbours(index256: nil, index16: nil, mono: []),
      background: color(role).neighbours(index256: nil, index16: nil, mono: .reverse))
  }

  /// Text in the colour of a persona. Any index is good; colours repeat.
  public func persona(_ index: Int) -> Style {
    style(persona(at: index).entry)
  }

  /// Text on a band tinted with the colour of a persona.
  public func personaBand(_ index: Int) -> Style {
    let band = persona(at: index).band
    return Style(
      foreground: band.companion ?? color(.text), background: band.color, attributes: band.attributes)
  }

  /// Text or blocks in the colour of a kind.
  public func kind(_ kind: Kind) -> Style {
    kinds[kind].map(style) ?? style(.text)
  }

  /// How many personas have colours of their own.
  public var personaCount: Int { personas.count }

  private func style(_ entry: Entry) -> Style {
    Style(
      foreground: entry.color, background: entry.companion ?? color(.background),
      attributes: entry.attributes)
  }

  private func persona(at index: Int) -> Persona {
    let none = Entry(color: color(.text))
    guard !personas.isEmpty else { return Persona(entry: none, band: Entry(color: color(.bar))) }
    let remainder = index % personas.count
    return personas[remainder < 0 ? remainder + personas.count : remainder]
  }
}
