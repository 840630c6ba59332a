/// The signs that charts and marks are made of, for terminals with Unicode and for those with ASCII only.
public struct Glyphs: Equatable, Sendable {
  /// A cell filled from below: empty, one eighth … full. Nine, or as many steps as there are signs for.
  public var vertical: [Character]
  /// A cell filled from the left: empty, one eighth … full.
  public var horizontal: [Character]
  /// A cell filled wholly.
  public var full: Character
  /// A quarter of the dots.
  public var lightShade: Character
  /// Half of the dots.
  public var mediumShade: Character
  /// Three quarters of the dots.
  public var darkShade: Character
  /// A rule between panes, lying.
  public var horizontalLine: Character
  /// A rule between panes, standing.
  public var verticalLine: Character
  /// A threshold in a chart.
  public var dashedLine: Character
  /// A lost cache.
  public var triangleUp: Character
  /// A tool call.
  public var diamond: Character
  /// A finding, a state.
  public var dot: Character
  /// A key to a colour.
  public var square: Character
  /// The left half of a cell: the mark of a chosen row.
  public var leftBar: Character
  /// Left, and backwards in time.
  public var arrowLeft: Character
  /// Right, and "became".
  public var arrowRight: Character
  /// Up, and more.
  public var arrowUp: Character
  /// Down, and less.
  public var arrowDown: Character
  /// Text was cut here.
  public var ellipsis: Character
  /// An item of a list.
  public var bullet: Character
  /// Done, passed.
  public var check: Character
  /// Failed.
  public var cross: Character

  /// Block elements (U+2580-U+259F), lines and marks that are one column wide everywhere.
  public static let unicode = Glyphs(
    vertical: [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
    horizontal: [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"],
    full: "█", lightShade: "░", mediumShade: "▒", darkShade: "▓", horizontalLine: "─", verticalLine: "│",
    dashedLine: "╌", triangleUp: "▲", diamond: "◆", dot: "●", square: "■", leftBar: "▌", arrowLeft: "←",
    arrowRight: "→", arrowUp: "↑", arrowDown: "↓", ellipsis: "…", bullet: "•", check: "✓", cross: "✗")

  /// Fewer steps, the same meaning.
  public static let ascii = Glyphs(
    vertical: [" ", "_", ".", "-", "=", "+", "*", "%", "#"],
    horizontal: [" ", ".", ":", "-", "=", "+", "*", "%", "#"],
    full: "#", lightShade: ".", mediumShade: ":", darkShade: "%", horizontalLine: "-", verticalLine: "|",
    dashedLine: "-", triangleUp: "^", diamond: "*", dot: "o", square: "#", leftBar: "|", arrowLeft: "<",
    arrowRight: ">", arrowUp: "^", arrowDown: "v", ellipsis: ".", bullet: "*", check: "+", cross: "x")

  /// The sign for a cell filled from below to a fraction, 0 to 1. More than nothing is never drawn as nothing, and
  /// less than all never as all.
  public func vertical(_ fraction: Double) -> Character { Self.step(vertical, fraction) }

  /// The sign for a cell filled from the left to a fraction, 0 to 1, rounded as `vertical(_:)`.
  public func horizontal(_ fraction: Double) -> Character { Self.step(horizontal, fraction) }

  private static func step(_ signs: [Character], _ fraction: Double) -> Character {
    let last = signs.count - 1
    guard last > 0, fraction > 0 else { return signs.first ?? " " }
    guard fraction < 1 else { return signs[last] }
    return signs[min(last - 1, max(1, Int((fraction * Double(last)).rounded())))]
  }

  /// A column `rows` cells high filled from below to a fraction: the signs from the lowest cell to the highest.
  public func column(_ fraction: Double, rows: Int) -> [Character] { Self.run(vertical, fraction, rows) }

  /// A bar `columns` cells long filled from the left to a fraction.
  public func bar(_ fraction: Double, columns: Int) -> String {
    String(Self.run(horizontal, fraction, columns))
  }

  /// Rounds the whole length once, so that a long bar is not drawn longer than it is by a step in its last cell.
  private static func run(_ signs: [Character], _ fraction: Double, _ cells: Int) -> [Character] {
    let perCell = signs.count - 1
    guard perCell > 0, cells > 0 else { return [] }
    let all = perCell * cells
    var steps = 0
    if fraction >= 1 {
      steps = all
    } else if fraction > 0 {
      steps = min(all - 1, max(1, Int((fraction * Double(all)).rounded())))
    }
    return (0..<cells).map { signs[min(perCell, max(0, steps - $0 * perCell))] }
  }
}
