import PrefixCache
import Recordings
import Terminal
import Transcripts

/// The numbers at the right end of the lanes: those of the snapshot under the cursor.
struct LaneNumbers {
  let state: State
  let layout: Layout

  private var theme: Theme { state.theme }
  private var content: SnapshotContent? { state.currentContent }
  /// The inference that is running, where the cursor goes with the newest.
  private var streaming: Streaming? { state.isAtNewest ? state.streaming : nil }
  /// Not enough columns for more than one number a lane.
  private var isShort: Bool { layout.size.width - layout.numbersX < 18 }
  private var isShortest: Bool { layout.size.width - layout.numbersX < 12 }

  func draw(_ frame: inout Frame) {
    let x = layout.numbersX
    let width = layout.size.width - x
    guard width > 3 else { return }
    for (lane, rows) in layout.lanes {
      for (index, line) in lines(lane, count: rows.count).enumerated() where index < rows.count {
        // A number cut in half is a wrong number: it is drawn whole or, after the first, not at all.
        var used = 0
        for (place, span) in line.enumerated() {
          let spanWidth = DisplayText.width(of: span.text)
          if place > 0, used + spanWidth > width, span.text.contains(where: \.isNumber) { break }
          used += frame.put(
            span.text, x: x + used, y: rows.lowerBound + index, style: span.style, maxWidth: width - used,
            truncation: .ellipsis)
        }
      }
    }
  }

  private func lines(_ lane: Layout.Lane, count: Int) -> [[Span]] {
    switch lane {
    case .instructions: [instructions]
    case .inference: inference
    case .tools: [tools]
    case .cacheHit: [cacheHit]
    case .lost: [lost]
    case .budget: budget(rows: count)
    case .notes: [notes]
    }
  }

  private func dim(_ text: String) -> Span { Span(text, theme.style(.dim)) }

  private var instructions: [Span] {
    let running = streaming == nil ? nil : state.streamingPersona
    guard let persona = running ?? state.persona(of: state.cursor) else { return [] }
    let width = layout.size.width - layout.numbersX
    var asides = [""]
    if let entry = state.instructions, entry.id == state.wantedInstructions, !isShort,
      case .instructions(let instructions) = entry.entry
    {
      let tokens = NumberText.counted(Int(entry.record.tokens))
      let count = instructions.toolDefinitions.count
      // The longest that leaves the name whole; else the longest.
      asides = (count > 0 ? ["  \(NumberText.count(count, "tool")) \(tokens)"] : []) + ["  \(tokens)", ""]
    }
    let label = DisplayText.width(of: persona.label)
    let aside = asides.first { label + DisplayText.width(of: $0) < width } ?? ""
    return [Span(persona.label, theme.persona(persona.index).bold), dim(aside)]
  }

  private var inference: [[Span]] {
    if let streaming { return lines(of: streaming) }
    let prefillStyle = theme.style(.prefill).bold
    let warmed = state.timeline.prewarms[Int32(clamping: state.cursor)].map { tokens in
      let text = isShort ? NumberText.compact(Int(tokens)) : NumberText.grouped(Int(tokens))
      return [Span(text, prefillStyle), dim(isShort ? "" : "  prewarmed")]
    }
    guard let row = content?.inferences.last else { return warmed.map { [$0] } ?? [] }
    var lines: [[Span]] = []
    let decodeStyle = theme.style(.decode).bold
    if let time = firstTokenTime(row) {
      lines.append([dim(isShort ? "" : "TTFT  "), Span(NumberText.milliseconds(time), prefillStyle)])
    } else if let prefilled = row.prefilled {
      let text = isShort ? NumberText.compact(prefilled.value) : NumberText.quantity(prefilled)
      lines.append([Span(text, prefillStyle), dim(isShort ? "" : "  prefilled")])
    }
    guard !isShortest else { return lines }
    if let from = row.firstToken, let to = row.finished, let output = row.output,
      let rate = NumberText.rate(tokens: output.value, milliseconds: Int(to.milliseconds - from.milliseconds))
    {
      lines.append([dim(isShort ? "" : "decode "), Span(NumberText.mark(output.origin) + rate, decodeStyle)])
    } else if let output = row.output {
      lines.append([Span(NumberText.quantity(output), decodeStyle), dim(isShort ? "" : "  decoded")])
    }
    if let warmed { lines.append(warmed) }
    return lines
  }

  private func lines(of streaming: Streaming) -> [[Span]] {
    let total = streaming.prefillTotal
    let done = streaming.isDecoding ? total ?? streaming.prefilled : streaming.prefilled
    func number(_ value: Int) -> String { isShort ? NumberText.compact(value) : NumberText.grouped(value) }
    let prefill = Span(number(done), theme.style(.prefill).bold)
    let aside = isShort ? "" : done < total ?? done ? " of \(number(total ?? done)) prefilled" : " prefilled"
    guard !isShortest || !streaming.isDecoding else {
      return [[Span(number(streaming.decoded), theme.style(.decode).bold)]]
    }
    let decode = Span(number(streaming.decoded), theme.style(.decode).bold)
    let rate = streaming.rate
    return [
      [prefill, dim(aside)], [decode, dim(isShort ? "" : rate.map { " decoded  \($0)" } ?? " decoded")],
    ]
  }

  private func firstTokenTime(_ row: InferenceRow) -> Quantity? {
    if let from = row.started, let to = row.firstToken {
      return .measured(Int(clamping: to.milliseconds - from.milliseconds))
    }
    return row.prefilled.flatMap { state.timeline.predictedPrefill($0.value) }
  }

  private var tools: [Span] {
    var counts: [(name: String, count: Int)] = []
    for call in content?.inferences.flatMap(\.calls) ?? [] {
      if let known = counts.firstIndex(where: { $0.name == call }) {
        counts[known].count += 1
      } else {
        counts.append((call, 1))
      }
    }
    let text = counts.map { $0.count > 1 ? "\($0.name) ×\($0.count)" : $0.name }.joined(separator: ", ")
    return [dim(text)]
  }

  private var cacheHit: [Span] {
    if let streaming {
      guard let rate = streaming.hitRate, let reused = streaming.reused, let input = streaming.input else {
        return [dim("?")]
      }
      let style = theme.style(streaming.loss != nil ? .lost : rate > 0 ? .kept : .dim).bold
      let aside = "  \(NumberText.quantity(reused)) of \(NumberText.grouped(input.value))"
      return [Span(NumberText.percent(rate), style)] + (isShort ? [] : [dim(aside)])
    }
    guard let row = content?.worst, let rate = row.hitRate else {
      return [dim(content?.worst == nil ? "" : "?")]
    }
    let style =
      row.cause.isLoss ? theme.style(.lost) : row.cause == .cold ? theme.style(.dim) : theme.style(.kept)
    var spans = [Span(NumberText.percent(rate), style.bold)]
    if !isShort, let reused = row.reused, let input = row.input {
      spans.append(dim("  \(NumberText.quantity(reused)) of \(NumberText.grouped(input.value))"))
    }
    return spans
  }

  private var lost: [Span] {
    let timeline = state.timeline
    // What an inference that still runs lost is marked in its column already.
    let running = state.streaming?.loss == nil ? nil : state.streaming?.row
    let count = timeline.lossCount + (running == nil ? 0 : 1)
    let tokens = timeline.lostTokens + (running?.lostTokens ?? 0)
    guard count > 0 else { return [dim(isShort ? "never" : "never in this session")] }
    var spans = [
      Span(isShort ? "\(count)×" : NumberText.count(count, "time"), theme.style(.lost).bold)
    ]
    guard !isShortest, tokens > 0 else { return spans }
    let room = layout.size.width - layout.numbersX - DisplayText.width(of: spans[0].text)
    let time = timeline.predictedPrefill(tokens).map { "  \(NumberText.milliseconds($0)) again" }
    let amount = "  ~\(NumberText.compact(tokens)) again"
    if let cost = [time, amount].compactMap({ $0 }).first(where: { DisplayText.width(of: $0) <= room }) {
      spans.append(dim(cost))
    }
    return spans
  }

  private func budget(rows: Int) -> [[Span]] {
    guard state.timeline.tokens.indices.contains(state.cursor) else { return [] }
    let total = state.timeline.tokens[state.cursor].total
    guard let window = state.window else {
      var lines = [
        [
          Span(isShortest ? NumberText.compact(total) : NumberText.counted(total), theme.style(.text).bold),
          dim(isShort ? "" : " tokens"),
        ]
      ]
      if rows > 1 { lines.append([]) }
      return lines + legend(rows: rows - 2)
    }
    let share = Double(total) / Double(window)
    let role: Theme.Role = share > 1 ? .lost : share >= BudgetArea.warningShare ? .warning : .text
    let percent = Span(NumberText.percent(share), theme.style(role).bold)
    guard rows > 1 else { return [[percent]] }
    var second = [percent]
    if !isShort, let left = state.forecast?.requestsLeft {
      second.append(dim(" ~\(NumberText.count(left, "request")) left"))
    }
    let first = [
      Span(NumberText.counted(total), theme.style(.text).bold),
      dim(isShort ? "" : " of \(NumberText.grouped(window))"),
    ]
    return [first, second] + legend(rows: rows - 2)
  }

  private func legend(rows: Int) -> [[Span]] {
    guard rows > 0, !isShort, !state.isMono else { return [] }
    func entry(_ kind: Theme.Kind, _ name: String) -> [Span] {
      [Span(String(state.glyphs.square), theme.kind(kind)), dim("\(name)")]
    }
    func row(_ entries: [[Span]]) -> [Span] { Array(entries.joined(separator: [dim(" ")])) }
    if rows == 1 {
      return [
        row([
          entry(.instructions, "sys"), entry(.prompt, "you"), entry(.response, "model"),
          entry(.toolOutput, "out"),
        ])
      ]
    }
    let first = row([entry(.instructions, "instr"), entry(.tools, "tools"), entry(.prompt, "you")])
    let second = row([entry(.response, "model"), entry(.toolCalls, "calls"), entry(.toolOutput, "out")])
    return Array([first, second].prefix(rows))
  }

  private var notes: [Span] {
    let count = state.timeline.warnings.values.reduce(0) { $0 + Int($1) }
    return [Span(isShort ? "\(count)" : NumberText.count(count, "import note"), theme.style(.note))]
  }
}
