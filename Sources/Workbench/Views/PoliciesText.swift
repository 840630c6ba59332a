import Policies
import Terminal
import Transcripts

/// The policies of a session side by side: the table, a chart of what is prefilled, and where the times come from.
struct PoliciesText {
  let lines: [[Span]]

  init(_ view: PoliciesView, width: Int, theme: Theme, glyphs: Glyphs) {
    guard let table = view.table else {
      let share = view.progress.total > 0 ? Double(view.progress.done) / Double(view.progress.total) : 0
      lines = [[Span("computing … \(NumberText.percent(share))", theme.style(.dim))]]
      return
    }
    let text = Self(table: table, width: width, theme: theme, glyphs: glyphs)
    lines = text.lines
  }

  private init(table: PolicyTable, width: Int, theme: Theme, glyphs: Glyphs) {
    var lines: [[Span]] = []
    let window =
      table.window.map { "window \(NumberText.grouped($0))" } ?? "window unknown: nothing overflows"
    func wrap(_ text: String, _ role: Theme.Role = .dim) {
      lines += DisplayText.wrap([Span(text, theme.style(role))], width: width)
    }
    wrap("in tokens of \(table.tokenizer), \(window)")
    lines.append([])
    let names = max(10, min(26, width - 40))
    // Narrow screens have the columns that tell most.
    let columns = Column.allCases.prefix(max(3, (width - names) / Column.width))
    lines.append(
      [Span("policy".padded(to: names), theme.style(.faint))]
        + columns.map { Span($0.rawValue.padded(to: Column.width, right: true), theme.style(.faint)) })
    for cost in table.costs {
      let name = DisplayText.truncated(cost.name, to: names).padded(to: names)
      lines.append(
        [Span(name, theme.style(.text))]
          + columns.map { column in
            let text = cost.obstacle == nil ? column.text(cost) : "?"
            return Span(text.padded(to: Column.width, right: true), theme.style(column.role(cost)))
          })
    }
    lines.append([])
    lines.append([Span("Prefilled", theme.style(.text).bold)])
    let most = max(1, table.costs.map(\.prefilled).max() ?? 0)
    let room = min(48, max(0, width - names - 10))
    for cost in table.costs where cost.obstacle == nil {
      lines.append([
        Span(DisplayText.truncated(cost.name, to: names).padded(to: names), theme.style(.text)),
        Span(NumberText.grouped(cost.prefilled).padded(to: 8, right: true) + "  ", theme.style(.dim)),
        Span(glyphs.bar(Double(cost.prefilled) / Double(most), columns: room), theme.style(.prefill)),
      ])
    }
    lines.append([])
    wrap(Self.rates(table.rates))
    for cost in table.costs {
      if let obstacle = cost.obstacle { wrap("\(cost.name): \(obstacle)") }
    }
    lines.append([])
    for cost in table.costs { wrap("\(cost.name): \(cost.about)", .faint) }
    self.lines = lines
  }

  private static func rates(_ rates: CostRates) -> String {
    func words(_ fit: LinearFit, _ error: Double?) -> String {
      let measured = error.map { " (error \(NumberText.percent($0)))" } ?? " (default)"
      return "\(NumberText.grouped(Int(fit.rate.rounded()))) a second\(measured)"
    }
    let origin =
      rates.isMeasured
      ? "times by this recording's own rates" : "times by default rates, for none were measured"
    return "\(origin): prefill \(words(rates.prefill, rates.prefillError)), "
      + "decode \(words(rates.decode, rates.decodeError))"
  }

  /// The columns in the order in which they are given up, the last first.
  private enum Column: String, CaseIterable {
    case prefilled, hit, time, reused, input, output, peak, overflows

    static let width = 11

    func text(_ cost: PolicyCost) -> String {
      switch self {
      case .prefilled: NumberText.grouped(cost.prefilled)
      case .hit: cost.hitRate.map(NumberText.percent) ?? "?"
      case .time: NumberText.milliseconds(.predicted(Int(cost.milliseconds.rounded())))
      case .reused: NumberText.grouped(cost.reused)
      case .input: NumberText.grouped(cost.input)
      case .output: NumberText.grouped(cost.output)
      case .peak: NumberText.grouped(cost.peak)
      case .overflows: NumberText.grouped(cost.overflows)
      }
    }

    func role(_ cost: PolicyCost) -> Theme.Role {
      switch self {
      case .prefilled: .lost
      case .reused: .kept
      case .overflows: cost.overflows > 0 ? .warning : .dim
      default: .text
      }
    }
  }
}
