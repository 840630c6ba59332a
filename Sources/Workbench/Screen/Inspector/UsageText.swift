import PrefixCache
import Recordings
import Terminal
import Transcripts

/// The Usage tab: what an inference took and how long, each number with where it comes from.
struct UsageText {
  private let theme: Theme
  private let width: Int
  private let glyphs: Glyphs
  private let isMono: Bool
  private(set) var lines: [[Span]] = []

  private init(theme: Theme, width: Int, glyphs: Glyphs, isMono: Bool) {
    self.theme = theme
    self.width = max(24, width)
    self.glyphs = glyphs
    self.isMono = isMono
  }

  /// Of recorded inferences, one after the other.
  init(
    _ inferences: [InferenceRow], _ partings: [InferenceID: ReuseParting] = [:], theme: Theme, width: Int,
    glyphs: Glyphs, isMono: Bool
  ) {
    self.init(theme: theme, width: width, glyphs: glyphs, isMono: isMono)
    guard !inferences.isEmpty else {
      lines = DisplayText.wrap(
        [Span("no inference ended here, so nothing was used", theme.style(.faint))], width: width)
      return
    }
    for (index, row) in inferences.enumerated() {
      if index > 0 { lines.append([]) }
      add(row, partings[row.id])
    }
  }

  /// Of the inference that is running.
  init(_ streaming: Streaming, theme: Theme, width: Int, glyphs: Glyphs, isMono: Bool) {
    self.init(theme: theme, width: width, glyphs: glyphs, isMono: isMono)
    let names = [streaming.model, streaming.profile].compactMap { $0 }
    head("running", names)
    add("input", streaming.input, .text)
    add("reused", streaming.reused, .kept, share: streaming.hitRate)
    let prefilled = streaming.prefillTotal.map {
      streaming.prefilled < $0 && !streaming.isDecoding
        ? "\(NumberText.grouped(streaming.prefilled)) of \(NumberText.grouped($0))" : NumberText.grouped($0)
    }
    row("prefilled", prefilled ?? "?", "", .prefill)
    row("output", NumberText.grouped(streaming.decoded), "", .decode)
    bar(
      reused: streaming.reused?.value ?? 0, prefilled: streaming.prefillTotal ?? 0, output: streaming.decoded)
    if let elapsed = streaming.elapsed { row("since it began", NumberText.milliseconds(elapsed), "", .text) }
    if let rate = streaming.rate { row("decode", rate, "", .decode) }
  }

  private mutating func add(_ row: InferenceRow, _ parting: ReuseParting?) {
    head("inference \(NumberText.grouped(row.sequence))", [row.model, row.profile].compactMap { $0 })
    add("input", row.input, .text)
    add("reused", row.reused, .kept, share: row.hitRate)
    add("prefilled", row.prefilled, .prefill)
    add("output", row.output, .decode)
    if let reasoning = row.reasoning, reasoning.value > 0 { add("of it reasoning", reasoning, .decode) }
    bar(
      reused: row.reused?.value ?? 0, prefilled: row.prefilled?.value ?? 0, output: row.output?.value ?? 0)
    addTimes(row)
    addPrediction(row, parting)
    if !row.calls.isEmpty { self.row("calls", row.calls.joined(separator: ", "), "", .text) }
    if let finish = row.finish {
      let role: Theme.Role = row.error != nil ? .lost : row.isCutOff ? .warning : .text
      self.row("finish", finish, row.isCutOff ? "cut off at its limit" : "", role)
    }
    if let error = row.error {
      lines += DisplayText.wrap([Span(error, theme.style(.lost))], width: width)
    }
  }

  /// What was predicted before the model told, and where that parts; nothing where both are the same.
  private mutating func addPrediction(_ row: InferenceRow, _ parting: ReuseParting?) {
    guard let prediction = row.prediction, let parting else {
      if let words = row.remark?.words {
        lines += DisplayText.wrap([Span(words, theme.style(.warning))], width: width)
      }
      return
    }
    lines.append([])
    // In the model's tokens, so that it can be held against what was reused.
    let amount = parting.amount ?? "about as many were"
    let ours = NumberText.quantity(.counted(prediction.reused))
    let aside = amount + (parting.expected != prediction.reused ? ", \(ours) in our tokens" : "")
    self.row("predicted reuse", NumberText.quantity(.predicted(parting.expected)), aside, .warning)
    lines += DisplayText.wrap(
      [Span("likely reason: ", theme.style(.dim)), Span(parting.words, theme.style(.text))], width: width)
    lines.append([])
  }

  private mutating func addTimes(_ row: InferenceRow) {
    func span(_ from: Timestamp?, _ to: Timestamp?) -> Int? { Quantity.time(from: from, to: to)?.value }
    func rate(_ quantity: Quantity?, _ time: Int) -> String {
      guard let quantity, let rate = NumberText.rate(tokens: quantity.value, milliseconds: time) else {
        return ""
      }
      return NumberText.mark(quantity.origin) + rate
    }
    if let time = span(row.started, row.firstToken) {
      self.row("to first token", NumberText.milliseconds(time), rate(row.prefilled, time), .prefill)
    }
    if let time = span(row.firstToken, row.finished) {
      self.row("decoding", NumberText.milliseconds(time), rate(row.output, time), .decode)
    }
    for (name, time, tokens, role) in [
      ("server prefill", row.prefillTime, row.prefilled, Theme.Role.prefill),
      ("server decode", row.decodeTime, row.output, .decode),
    ] {
      guard let time else { continue }
      self.row(name, NumberText.milliseconds(time), rate(tokens, time.value), role)
    }
    if let time = span(row.started, row.finished) {
      self.row("in all", NumberText.milliseconds(time), "", .text)
    }
  }

  private mutating func head(_ title: String, _ names: [String]) {
    lines.append([
      Span(title, theme.style(.text).bold), Span("  " + names.joined(separator: "  "), theme.style(.dim)),
    ])
    lines.append([])
  }

  private mutating func add(_ name: String, _ quantity: Quantity?, _ role: Theme.Role, share: Double? = nil) {
    let aside = [share.map(NumberText.percent), quantity?.origin.rawValue].compactMap { $0 }
    row(name, NumberText.quantity(quantity), aside.joined(separator: "  "), role)
  }

  private mutating func row(_ name: String, _ value: String, _ aside: String, _ role: Theme.Role) {
    lines += DisplayText.wrap(
      [
        Span(name.padded(to: 17), theme.style(.dim)),
        Span(value.padded(to: 9, right: true), theme.style(role).bold),
        Span(aside.isEmpty ? "" : "  \(aside)", theme.style(.faint)),
      ], width: width)
  }

  /// Reused, prefilled and decoded, as shares of all tokens.
  private mutating func bar(reused: Int, prefilled: Int, output: Int) {
    let total = reused + prefilled + output
    guard total > 0 else { return }
    let length = min(48, width)
    var parts = [(reused, Theme.Role.kept), (prefilled, .prefill), (output, .decode)].map { tokens, role in
      (columns: tokens <= 0 ? 0 : max(1, tokens * length / total), role: role)
    }
    let widest = parts.indices.max { parts[$0].columns < parts[$1].columns } ?? 0
    parts[widest].columns += length - parts.reduce(0) { $0 + $1.columns }
    let signs =
      isMono
      ? [glyphs.lightShade, glyphs.full, glyphs.mediumShade] : [glyphs.full, glyphs.full, glyphs.full]
    lines.append([])
    lines.append(
      zip(parts, signs).map { part, sign in
        Span(String(repeating: sign, count: max(0, part.columns)), theme.style(part.role))
      })
    lines.append([])
  }
}

extension ReuseParting {
  /// `16 tokens fewer reused`; nil where about as much was reused as predicted.
  var amount: String? {
    guard isBeyondCounting else { return nil }
    return "\(NumberText.count(abs(difference), "token")) \(difference < 0 ? "fewer" : "more") reused"
  }
}
