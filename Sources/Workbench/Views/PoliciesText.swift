import Policies
import Terminal
import Transcripts

/// The policies of a session side by side: the table, a chart of what is prefilled, and where the times come from.
struct PoliciesText {
  private(set) var lines: [[Span]] = []
  private let width: Int
  private let theme: Theme
  private let glyphs: Glyphs
  /// Columns of the policies' names.
  private let names: Int

  /// Columns of a bar beside its row, where there is room for one.
  private static let bars = 20...40

  init(_ view: PoliciesView, width: Int, theme: Theme, glyphs: Glyphs) {
    (self.width, self.theme, self.glyphs) = (width, theme, glyphs)
    names = width >= 70 ? 27 : min(21, max(10, width - 30))
    guard let table = view.table else {
      let share = view.progress.total > 0 ? Double(view.progress.done) / Double(view.progress.total) : 0
      lines = [[Span("computing … \(NumberText.percent(share))", theme.style(.dim))]]
      return
    }
    wrap(PolicyWords.counted(table))
    lines.append([])
    add(table)
    lines.append([])
    wrap(PolicyWords.rates(table.rates))
    for cost in table.costs {
      if let obstacle = cost.obstacle { wrap("\(cost.name): \(obstacle)", .warning) }
    }
    lines.append([])
    for cost in table.costs { addAbout(cost) }
  }

  private mutating func wrap(_ text: String, _ role: Theme.Role = .dim) {
    lines += DisplayText.wrap([Span(text, theme.style(role))], width: width)
  }

  // MARK: The table

  private mutating func add(_ table: PolicyTable) {
    let most = max(1, table.costs.map(\.prefilled).max() ?? 0)
    let all = Column.allCases.reduce(0) { $0 + $1.width }
    // Beside its row a bar needs no name; on a narrow screen the bars stand below, and the last columns are given up.
    let room = width - names - all - 3
    let bar = room >= Self.bars.lowerBound ? min(Self.bars.upperBound, room) : 0
    var left = width - names
    let columns = Column.allCases.prefix { column in
      left -= column.width
      return left >= 0
    }
    lines.append(
      [Span("policy".padded(to: names), theme.style(.faint))]
        + cells(columns, bar: bar, mark: []) { ($0.rawValue, .faint) })
    for cost in table.costs {
      lines.append(
        [name(cost)]
          + cells(columns, bar: bar, mark: chart(cost, most: most, columns: bar)) { column in
            guard cost.obstacle == nil else { return ("?", .faint) }
            return (column.text(cost, recorded: table.baseline), column.role(cost, in: table))
          })
    }
    guard bar == 0 else { return }
    lines += [[], [Span("Prefilled", theme.style(.text).bold)]]
    for cost in table.costs where cost.obstacle == nil {
      let tokens = NumberText.grouped(cost.prefilled).padded(to: 9, right: true)
      lines.append(
        [name(cost), Span(tokens + "  ", theme.style(.dim))]
          + chart(cost, most: most, columns: min(40, max(0, width - names - 11))))
    }
  }

  /// One row: the number of tokens prefilled, the bar where it has room, the other columns.
  private func cells(
    _ columns: ArraySlice<Column>, bar: Int, mark: [Span], _ cell: (Column) -> (String, Theme.Role)
  ) -> [Span] {
    columns.flatMap { column in
      let (text, role) = cell(column)
      let span = Span(text.padded(to: column.width, right: true), theme.style(role))
      guard column == .prefilled, bar > 0 else { return [span] }
      let used = mark.reduce(0) { $0 + DisplayText.width(of: $1.text) }
      let rest = String(repeating: " ", count: max(0, bar - used))
      return [span, Span("   ", theme.style(.text))] + mark + [Span(rest, theme.style(.text))]
    }
  }

  private func name(_ cost: PolicyCost) -> Span {
    Span(DisplayText.truncated(cost.name, to: names - 1).padded(to: names), theme.style(.text))
  }

  private func chart(_ cost: PolicyCost, most: Int, columns: Int) -> [Span] {
    guard cost.obstacle == nil, columns > 0 else { return [] }
    let bar = glyphs.bar(Double(cost.prefilled) / Double(most), columns: columns)
    return [Span(bar, theme.style(.prefill))]
  }

  private mutating func addAbout(_ cost: PolicyCost) {
    let faint = theme.style(.faint)
    guard width >= 70 else { return wrap("\(cost.name): \(cost.about)", .faint) }
    for (index, line) in DisplayText.wrap([Span(cost.about, faint)], width: width - names).enumerated() {
      let head = index == 0 ? cost.name : ""
      lines.append([Span(head.padded(to: names), theme.style(.dim))] + line)
    }
  }

  /// The columns in the order in which they are given up, the last first.
  private enum Column: String, CaseIterable {
    case prefilled
    case change
    case hit, time, overflows, reused, input, output, peak

    var width: Int {
      switch self {
      case .change: 8
      case .hit: 7
      case .prefilled, .overflows: 11
      case .time, .reused, .input: 10
      case .output: 9
      case .peak: 8
      }
    }

    func text(_ cost: PolicyCost, recorded: PolicyCost?) -> String {
      switch self {
      case .prefilled: NumberText.grouped(cost.prefilled)
      case .change: recorded.map { PolicyWords.change(of: cost, against: $0) } ?? ""
      case .hit: cost.hitRate.map(NumberText.percent) ?? "?"
      case .time: NumberText.milliseconds(.predicted(Int(cost.milliseconds.rounded())))
      case .reused: NumberText.grouped(cost.reused)
      case .input: NumberText.grouped(cost.input)
      case .output: NumberText.grouped(cost.output)
      case .peak: NumberText.grouped(cost.peak)
      case .overflows: NumberText.grouped(cost.overflows)
      }
    }

    func role(_ cost: PolicyCost, in table: PolicyTable) -> Theme.Role {
      switch self {
      case .prefilled: .prefill
      case .change: cost.prefilled > table.baseline?.prefilled ?? 0 ? .lost : .kept
      case .reused: .kept
      case .overflows: cost.overflows > 0 ? .warning : .dim
      default: .text
      }
    }
  }
}

/// What the screen and `stemma policies` both say of a table.
public enum PolicyWords {
  /// What the tokens are, and against what they are held.
  public static func counted(_ table: PolicyTable) -> String {
    let window =
      table.window.map { "window \(NumberText.grouped($0))" } ?? "window unknown: nothing overflows"
    return "predicted, in tokens of \(table.tokenizer), \(window)"
  }

  /// How much more or less is prefilled than was recorded: `+78%`, `−3%`; nothing for less than one in a hundred.
  public static func change(of cost: PolicyCost, against recorded: PolicyCost) -> String {
    let difference = cost.prefilled - recorded.prefilled
    guard recorded.prefilled > 0, abs(difference) * 100 >= recorded.prefilled else { return "" }
    let share = Double(abs(difference)) / Double(recorded.prefilled)
    return (difference > 0 ? "+" : "\u{2212}") + NumberText.percent(share)
  }

  /// Where the times come from, and how good they are.
  public static func rates(_ rates: CostRates) -> String {
    func words(_ fit: LinearFit, _ error: Double?) -> String {
      let fixed = fit.fixed >= 0.5 ? " after \(NumberText.milliseconds(Int(fit.fixed.rounded())))" : ""
      let more = fit.perPair > 0 ? ", slower the longer the context" : ""
      let measured = error.map {
        " (\(NumberText.count(fit.samples, "inference")), error \(NumberText.percent($0)))"
      }
      return
        "\(NumberText.grouped(Int(fit.rate.rounded()))) a second\(fixed)\(more)\(measured ?? " (default)")"
    }
    let origin =
      rates.isMeasured
      ? "times by this recording's own rates" : "times by default rates, for none were measured"
    return "\(origin): prefill \(words(rates.prefill, rates.prefillError)), "
      + "decode \(words(rates.decode, rates.decodeError))"
  }
}

extension PolicyTable {
  /// What the others are held against: the session as it was recorded.
  public var baseline: PolicyCost? { costs.first { $0.name == AsRecorded().name } }
}
