import PrefixCache
import Recordings
import Terminal
import Transcripts

/// How the context grows, and how long the window will last.
struct BudgetForecast: Sendable, Hashable {
  /// Tokens that a request adds, on average over the last ones.
  var growth: Int
  /// Nil where the window is not known or nothing grows.
  var requestsLeft: Int?

  /// So many of the last requests are averaged.
  static let requests = 8
}

extension State {
  /// The forecast at the cursor; nil where fewer than two requests were made.
  var forecast: BudgetForecast? {
    guard let request = timeline.request(of: cursor), request > 0 else { return nil }
    let first = max(0, request - BudgetForecast.requests)
    guard let start = timeline.firstSnapshot(ofRequest: first), start < cursor else { return nil }
    // A history that was cut back says nothing of growth: only what was added counts.
    var added = 0
    var before = timeline.tokens[start].total
    var last = start
    for next in (first + 1)...request {
      guard let snapshot = timeline.firstSnapshot(ofRequest: next), snapshot <= cursor else { break }
      added += max(0, timeline.tokens[snapshot].total - before)
      before = timeline.tokens[snapshot].total
      last = next
    }
    guard last > first else { return nil }
    let growth = added / (last - first)
    guard growth > 0, let window else { return BudgetForecast(growth: growth, requestsLeft: nil) }
    let total = timeline.tokens[cursor].total
    return BudgetForecast(growth: growth, requestsLeft: max(0, window - total) / growth)
  }

  /// The budget view: fixed costs, by kind, the largest entries, growth.
  func budgetLines(width: Int) -> [[Span]] {
    guard timeline.tokens.indices.contains(cursor) else { return [] }
    let tokens = timeline.tokens[cursor]
    var lines = [budgetHeadline(tokens)]
    if let forecast {
      var text = "grows \(NumberText.counted(forecast.growth)) tokens a request"
      if let left = forecast.requestsLeft {
        text += left == 0 ? ": the next one may not fit" : ": room for ~\(NumberText.count(left, "request"))"
      }
      lines += DisplayText.wrap([Span(text, theme.style(.dim))], width: width)
    }
    lines.append([])
    let fixed = Int(tokens.instructions) + Int(tokens.tools)
    lines.append([
      Span("Fixed costs", theme.style(.text).bold),
      Span("  \(NumberText.counted(fixed)) in every request\(share(fixed, tokens.total))", theme.style(.dim)),
    ])
    lines.append([])
    lines += kindLines(tokens, width: width)
    lines.append([])
    lines.append([Span("Largest entries", theme.style(.text).bold)])
    lines += largestLines(width: width)
    return lines
  }

  private func share(_ part: Int, _ whole: Int) -> String {
    whole > 0 ? ", \(NumberText.percent(Double(part) / Double(whole)))" : ""
  }

  private func budgetHeadline(_ tokens: KindTokens) -> [Span] {
    let total = Span(NumberText.counted(tokens.total), theme.style(.text).bold)
    guard let window else {
      return [total, Span(" tokens; the recording does not tell the model's window", theme.style(.dim))]
    }
    let share = Double(tokens.total) / Double(window)
    let role: Theme.Role = share > 1 ? .lost : share >= BudgetArea.warningShare ? .warning : .text
    return [
      total, Span(" of \(NumberText.grouped(window)) tokens  ", theme.style(.dim)),
      Span(NumberText.percent(share), theme.style(role).bold),
    ]
  }

  private func kindLines(_ tokens: KindTokens, width: Int) -> [[Span]] {
    let kinds = Theme.Kind.allCases
    let names = [
      "instructions", "tools", "prompts", "responses", "reasoning", "tool calls", "tool output", "unknown",
    ]
    let most = tokens.bands.map(\.tokens).max() ?? 0
    let room = min(48, max(0, width - 34))
    var lines: [[Span]] = []
    for (index, band) in tokens.bands.enumerated() where band.tokens > 0 {
      let number = NumberText.counted(band.tokens)
      let percent = NumberText.percent(Double(band.tokens) / Double(max(1, tokens.total)))
      lines.append([
        Span("\(glyphs.square) ", theme.kind(kinds[index])),
        Span(names[index].padded(to: 14), theme.style(.text)),
        Span(
          number.padded(to: 9, right: true) + percent.padded(to: 6, right: true) + "  ", theme.style(.dim)),
        Span(glyphs.bar(Double(band.tokens) / Double(max(1, most)), columns: room), theme.kind(kinds[index])),
      ])
    }
    return lines
  }

  private func largestLines(width: Int) -> [[Span]] {
    guard let content = currentContent else { return [] }
    let total = max(1, content.total)
    return content.largest.map { index in
      let entry = content.entries[index]
      let tokens = Int(entry.tokens)
      let head = NumberText.grouped(index).padded(to: 5, right: true) + "  "
      let numbers =
        NumberText.counted(tokens).padded(to: 9, right: true)
        + NumberText.percent(Double(tokens) / Double(total)).padded(to: 6, right: true) + "  "
      let words = glances[entry.id]?.words ?? ""
      let room = max(0, width - 7 - 15 - 17)
      return [
        Span(head, theme.style(.faint)), Span(entry.kind.words.padded(to: 13), theme.style(.text)),
        Span(numbers, theme.style(.dim)), Span(DisplayText.truncated(words, to: room), theme.style(.faint)),
      ]
    }
  }
}

extension String {
  /// The text in at least so many columns, blanks behind it or, for numbers, before it.
  func padded(to columns: Int, right: Bool = false) -> String {
    let blanks = String(repeating: " ", count: Swift.max(0, columns - DisplayText.width(of: self)))
    return right ? blanks + self : self + blanks
  }
}
