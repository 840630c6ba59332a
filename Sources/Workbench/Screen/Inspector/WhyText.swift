import PrefixCache
import Recordings
import Terminal
import Transcripts

/// The Why tab: what became of the cache at this snapshot, in one line first, then in full.
struct WhyText {
  private let theme: Theme
  private let width: Int
  private let glyphs: Glyphs
  private let isMono: Bool
  private(set) var lines: [[Span]] = []

  init(
    _ content: SnapshotContent, predicted: (Int) -> Quantity?, command: String, width: Int, theme: Theme,
    glyphs: Glyphs,
    isMono: Bool
  ) {
    self.theme = theme
    self.width = max(16, width)
    self.glyphs = glyphs
    self.isMono = isMono
    guard let inference = content.worst else {
      lines = DisplayText.wrap(
        [Span("no inference ended here, so there is no cache to tell of", theme.style(.faint))], width: width)
      return
    }
    addHeadline(inference)
    if let divergence = inference.divergence { add(divergence, kind: kind(divergence, content)) }
    addCost(inference, predicted)
    if let parting = content.partings[inference.id] { add(parting) }
    if let advice = CacheAdvice.line(for: inference.cause) {
      lines.append([])
      lines += DisplayText.wrap([Span(advice, theme.style(.dim))], width: self.width)
    }
    if let error = inference.error {
      lines.append([])
      lines += DisplayText.wrap(
        [Span("failed: ", theme.style(.lost)), Span(error, theme.style(.text))], width: self.width)
    }
    let others = content.inferences.count - 1
    if others > 0 {
      lines.append([])
      lines.append([
        Span("and \(NumberText.count(others, "other inference")) ended here", theme.style(.faint))
      ])
    }
    lines.append([])
    lines.append([Span("$ \(command)", theme.style(.faint))])
  }

  private func kind(_ divergence: Divergence, _ content: SnapshotContent) -> String {
    content.entries.indices.contains(divergence.entry)
      ? content.entries[divergence.entry].kind.words : "entry"
  }

  private mutating func addHeadline(_ inference: InferenceRow) {
    let cause = inference.cause
    let words = cause.words.prefix(1).uppercased() + cause.words.dropFirst()
    let story: (String, Theme.Role)
    switch cause {
    case .cold: story = ("nothing earlier shares a prefix", .dim)
    case .appended: story = ("everything that was held is kept", .kept)
    default:
      story = (
        inference.position == 0
          ? "lost the whole prefix at entry 0" : "lost the prefix from entry \(inference.position) on", .lost
      )
    }
    lines += DisplayText.wrap(
      [Span(words, theme.style(.text).bold), Span("  " + story.0, theme.style(story.1))], width: width)
  }

  private mutating func add(_ divergence: Divergence, kind: String) {
    lines.append([])
    let place =
      "\(kind), entry \(NumberText.grouped(divergence.entry))   \(divergence.part)   byte \(NumberText.grouped(divergence.byte))"
      + "   token \(NumberText.counted(divergence.token))"
    lines += DisplayText.wrap([Span(place, theme.style(.dim))], width: width)
    if let remark = divergence.detail.map(Self.remark) {
      lines += DisplayText.wrap([Span(remark, theme.style(.accent))], width: width)
    }
    let runs = WordDiff(divergence.before, divergence.after).readableRuns
    addSide(
      "was", runs.filter { $0.operation != .inserted }, isEmpty: divergence.before.isEmpty,
      mark: .diffRemovedWord)
    addSide(
      "now", runs.filter { $0.operation != .removed }, isEmpty: divergence.after.isEmpty, mark: .diffAddedWord
    )
  }

  private mutating func addSide(_ label: String, _ runs: [WordDiff.Run], isEmpty: Bool, mark: Theme.Role) {
    guard !isEmpty else {
      lines.append([Span("\(label)  ", theme.style(.dim)), Span("nothing", theme.style(.faint))])
      return
    }
    var spans = [Span("“", theme.style(.faint))]
    for run in runs {
      // What differs may differ in a character that cannot be seen; what is the same needs no such care.
      let text = run.operation == .same ? run.text : DisplayText.revealing(run.text)
      let style = run.operation == .same ? theme.style(.text) : theme.style(mark).bold
      spans.append(
        Span(text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "⏎"), style))
    }
    spans.append(Span("”", theme.style(.faint)))
    for (index, line) in DisplayText.wrap(spans, width: width - 5).enumerated() {
      lines.append([Span(index == 0 ? "\(label)  " : "     ", theme.style(.dim))] + line)
    }
  }

  /// A remark of a divergence in words.
  static func remark(_ detail: String) -> String {
    if detail == "key-order-only" { return "only the order of keys differs" }
    if detail.hasPrefix("moved-to:") { return "the entry moved to \(detail.dropFirst("moved-to:".count))" }
    if detail.hasPrefix("swapped-with:") {
      return "swapped with entry \(detail.dropFirst("swapped-with:".count))"
    }
    return detail
  }

  /// Where the model did not do what was predicted, and the likely reason.
  private mutating func add(_ parting: ReuseParting) {
    let amount = parting.amount.map { "\($0) than predicted: " } ?? ""
    lines.append([])
    lines += DisplayText.wrap(
      [Span(amount, theme.style(.warning)), Span(parting.words, theme.style(.text))], width: width)
  }

  private mutating func addCost(_ inference: InferenceRow, _ predicted: (Int) -> Quantity?) {
    lines.append([])
    guard let input = inference.input else {
      lines.append([Span("nobody told how many tokens were sent", theme.style(.faint))])
      return
    }
    let isLoss = inference.cause.isLoss && inference.lostTokens > 0
    let reused = inference.reused?.value ?? 0
    if isLoss {
      let origin = inference.prefilled?.origin ?? input.origin
      var spans = [
        Span(
          "\(NumberText.quantity(Quantity(inference.lostTokens, origin))) of \(NumberText.quantity(input)) tokens prefilled again",
          theme.style(.text))
      ]
      if let time = predicted(inference.lostTokens) {
        spans.append(Span("  \(NumberText.milliseconds(time))", theme.style(.prefill).bold))
        let length = spans.reduce(0) { $0 + DisplayText.width(of: $1.text) }
        if length + 11 <= width { spans.append(Span("  predicted", theme.style(.faint))) }
      }
      lines += DisplayText.wrap(spans, width: width)
    } else {
      let text =
        "\(NumberText.quantity(inference.reused)) of \(NumberText.quantity(input)) tokens reused, "
        + "\(NumberText.quantity(inference.prefilled)) prefilled"
      lines += DisplayText.wrap([Span(text, theme.style(.text))], width: width)
    }
    addBar(kept: reused, again: isLoss ? inference.lostTokens : 0, total: input.value)
  }

  /// Kept, prefilled again, and new, as shares of what was sent.
  private mutating func addBar(kept: Int, again: Int, total: Int) {
    guard total > 0 else { return }
    let length = min(60, width)
    func columns(_ tokens: Int) -> Int {
      tokens <= 0 ? 0 : min(length, max(1, Int((Double(tokens) * Double(length) / Double(total)).rounded())))
    }
    let sign = isMono ? glyphs.mediumShade : glyphs.full
    let keptColumns = min(columns(kept), again > 0 ? length - 1 : length)
    let againColumns = min(columns(again), length - keptColumns)
    let rest = length - keptColumns - againColumns
    lines.append([
      Span(String(repeating: glyphs.full, count: keptColumns), theme.style(.kept)),
      Span(String(repeating: sign, count: againColumns), theme.style(.prefill)),
      Span(String(repeating: glyphs.lightShade, count: rest), theme.style(.faint)),
    ])
    var legend = [Span("\(glyphs.full) ", theme.style(.kept)), Span("kept  ", theme.style(.dim))]
    if again > 0 {
      legend += [Span("\(sign) ", theme.style(.prefill)), Span("again  ", theme.style(.dim))]
    }
    if rest > 0 {
      legend += [Span("\(glyphs.lightShade) ", theme.style(.faint)), Span("new", theme.style(.dim))]
    }
    lines.append(legend)
  }
}
