import PrefixCache
import Recordings
import Terminal
import Transcripts

extension State {
  /// The tree session → request → inference → tool.
  func draw(_ view: RequestsView, _ layout: Layout, _ frame: inout Frame) {
    let page = layout.page
    drawTitle(
      "\(NumberText.count(timeline.requestIDs.count, "request")), "
        + "\(NumberText.count(timeline.inferences.count, "inference"))", layout, &frame)
    for row in 0..<page.height where view.position.top + row < view.nodes.count {
      let place = view.position.top + row
      let spans = spans(view.nodes[place], in: view)
      var x = page.x
      for span in spans where x < page.maxX {
        x += frame.put(
          span.text, x: x, y: page.y + row, style: span.style, maxWidth: page.maxX - x, truncation: .ellipsis)
      }
      if place == view.position.selected {
        select(Rect(x: page.x - 1, y: page.y + row, width: page.width + 2, height: 1), &frame)
      }
    }
  }

  private func spans(_ node: RequestsView.Node, in view: RequestsView) -> [Span] {
    switch node {
    case .session(let index, let depth): sessionSpans(index, indent: depth * 2)
    case .child(let index): sessionSpans(index, indent: 12)
    case .request(let index): requestSpans(index, view)
    case .inference(let index): inferenceSpans(index, view)
    case .tool(let inference, let call): toolSpans(inference, call, view)
    }
  }

  private func sessionSpans(_ index: Int, indent: Int) -> [Span] {
    let row = sessions[index]
    let isOpen = index == session
    var spans = [
      Span(String(repeating: " ", count: indent) + (isOpen ? "▾ " : "▸ "), theme.style(.faint)),
      Span(
        row.title.isEmpty ? "session \(index + 1)" : row.title, theme.style(isOpen ? .accent : .text).bold),
    ]
    if row.parent != nil { spans.append(Span("  child session", theme.style(.dim))) }
    if let window = row.window {
      spans.append(Span("  window \(NumberText.quantity(window))", theme.style(.faint)))
    }
    return spans
  }

  private func requestSpans(_ index: Int, _ view: RequestsView) -> [Span] {
    let isOpen = view.unfolded.contains(index)
    let inferences = timeline.inferences(ofRequest: index)
    let lost = inferences.filter { timeline.inferences[$0].isLost }
    let row = view.prompts[timeline.requestIDs[index]]
    var spans = [
      Span(isOpen ? "  ▾ " : "  ▸ ", theme.style(.faint)),
      Span(
        "request \(NumberText.grouped(Int(timeline.requestSequences[index])))".padded(to: 15),
        theme.style(.text)),
      Span(NumberText.count(inferences.count, "inference").padded(to: 15), theme.style(.dim)),
    ]
    let tokens = lost.reduce(0) { $0 + Int(timeline.inferences[$1].lost) }
    let loss = lost.isEmpty ? "" : "\(glyphs.triangleUp) \(NumberText.grouped(tokens)) again"
    spans.append(Span(loss.padded(to: 18), theme.style(.lost)))
    switch row?.outcome {
    case .failed?: spans.append(Span("failed  ", theme.style(.lost)))
    case .cancelled?: spans.append(Span("cancelled  ", theme.style(.warning)))
    case .open?: spans.append(openSpan(isLast: index == timeline.requestIDs.count - 1))
    case .completed?, nil: break
    }
    spans.append(Span(row?.prompt ?? "", theme.style(.dim)))
    return spans
  }

  /// Of a request that has no end.
  private func openSpan(isLast: Bool) -> Span {
    if isLast, endedAbruptly { return Span("ended abruptly  ", theme.style(.lost)) }
    if isLast, isRecordedLive, hasWriter { return Span("being answered  ", theme.style(.decode)) }
    return Span("unanswered  ", theme.style(.warning))
  }

  private func inferenceSpans(_ index: Int, _ view: RequestsView) -> [Span] {
    let inference = timeline.inferences[index]
    let snapshot = Int(inference.snapshot)
    let row = row(index, view)
    var spans = [
      Span("      snapshot \(NumberText.grouped(number(of: snapshot)))".padded(to: 24), theme.style(.text)),
      Span(
        inference.cause.words.padded(to: 20),
        theme.style(inference.isLost ? .lost : inference.cause == .cold ? .dim : .kept)),
    ]
    func tokens(_ value: Int32, _ quantity: Quantity??, _ noun: String) -> Span {
      let shown = quantity.flatMap { $0 } ?? (value >= 0 ? .counted(Int(value)) : nil)
      return Span(NumberText.quantity(shown).padded(to: 9, right: true) + " \(noun)  ", theme.style(.dim))
    }
    spans.append(tokens(inference.input, row?.input, "in"))
    spans.append(tokens(inference.reused, row?.reused, "reused"))
    spans.append(tokens(inference.output, row?.output, "out"))
    let names = [timeline.profile(of: inference), timeline.model(of: inference)].compactMap { $0 }
    spans.append(Span(names.joined(separator: "  "), theme.style(.faint)))
    if let error = row?.error { spans.append(Span("  \(error)", theme.style(.lost))) }
    return spans
  }

  private func toolSpans(_ inference: Int, _ call: Int, _ view: RequestsView) -> [Span] {
    let names = row(inference, view)?.calls ?? []
    return [
      Span("        \(glyphs.diamond) ", theme.kind(.toolCalls)),
      Span(names.indices.contains(call) ? names[call] : "…", theme.style(.text)),
    ]
  }

  private func row(_ index: Int, _ view: RequestsView) -> InferenceRow? {
    let snapshot = timeline.snapshotIDs[Int(timeline.inferences[index].snapshot)]
    return view.rows[snapshot]?.first { $0.id == timeline.inferenceIDs[index] }
  }
}
