import PrefixCache
import Recordings
import Terminal
import Transcripts

/// A session as its requests, and each with its inferences: who answered, what the cache held, how long it
/// took.
struct RequestTree {
  let requests: [RequestRow]
  private let inferences: [RequestID: [InferenceRow]]
  /// By the place where they stand.
  private let events: [LiveEvent.Place: [EventRow]]
  private let switches: Switches
  private let partings: [InferenceID: ReuseParting]
  /// The request in the middle of which the recording ends.
  private let cutOff: RequestID?

  /// - Parameter withEvents: whether hooks, tools and properties are told, each under the inference it
  ///   followed.
  init(_ recording: Recording, _ session: SessionRow, withEvents: Bool) throws {
    requests = try recording.requests(of: session.id)
    cutOff = try recording.requestCutOff(in: session)?.id
    let all = try recording.inferences(of: session.id)
    inferences = Dictionary(grouping: all, by: \.request)
    switches = Switches(all)
    partings = all.partings(window: session.window?.value)
    let rows = withEvents ? try recording.events(of: session.id) : []
    events = Dictionary(grouping: rows.filter { LiveEvent.Place($0) != nil }) { row in
      LiveEvent.Place(row) ?? LiveEvent.Place(request: nil, inference: 0)
    }
  }

  func print(_ console: Console, limit: Int?) {
    let paint = console.paint
    let shown = requests.prefix(limit ?? requests.count)
    var last = 0
    for request in shown {
      printEvents(request: nil, inference: last, indent: 4, console)
      var line = [
        paint.span("  request \(request.sequence)", .accent), Span("  \(request.prompt)", .plain),
      ]
      if request.outcome != .completed {
        let isBad = request.outcome == .failed || request.outcome == .cancelled
        line.append(
          request.id == cutOff
            ? paint.span("  ended abruptly", .lost)
            : paint.span("  \(request.outcome.rawValue)", isBad ? .warning : .dim))
      }
      if let time = Quantity.time(from: request.started, to: request.ended) {
        line.append(paint.span("  \(Words.duration(time))", .dim))
      }
      console.print(line)
      let own = inferences[request.id] ?? []
      var table = Table([.right, .left, .left, .right, .right, .right, .right, .left])
      printEvents(request: request.sequence, inference: last, indent: 10, console)
      for inference in own { table.add(cells(inference, paint)) }
      for (line, inference) in zip(table.lines(indent: 4, width: nil), own) {
        console.print(line)
        last = inference.sequence
        printEvents(request: request.sequence, inference: last, indent: 10, console)
      }
    }
    printEvents(request: nil, inference: last, indent: 4, console)
    if shown.count < requests.count {
      console.print("  … \(Words.count(requests.count - shown.count, "more request"))", .faint)
    }
  }

  private func printEvents(request: Int?, inference: Int, indent: Int, _ console: Console) {
    let rows = events[LiveEvent.Place(request: request, inference: inference)] ?? []
    for event in rows.compactMap(LiveEventText.init) {
      console.print([Span(String(repeating: " ", count: indent), .plain)] + event.spans(console.paint))
    }
  }

  private func cells(_ inference: InferenceRow, _ paint: Paint) -> [Table.Cell] {
    let isLoss = inference.cause.isLoss
    let rate = inference.hitRate.map { paint.span(Words.percent($0), isLoss ? .lost : .kept) }
    var last: [Span] = []
    if isLoss { last.append(paint.span(switches.cause(of: inference), .lost)) }
    if !inference.calls.isEmpty {
      last.append(
        paint.span((last.isEmpty ? "" : "  ") + "→ \(inference.calls.joined(separator: ", "))", .accent))
    }
    if let words = PartingText(partings[inference.id], of: inference).short {
      last.append(paint.span((last.isEmpty ? "" : "  ") + words, .warning))
    }
    if inference.isCutOff { last.append(paint.span((last.isEmpty ? "" : "  ") + Words.cutOff, .warning)) }
    if let error = inference.error {
      last.append(paint.span((last.isEmpty ? "" : "  ") + error, .warning))
    }
    return [
      [paint.span("#\(inference.sequence)", .dim)], [Span(inference.profile ?? "", .plain)],
      [paint.span(inference.model ?? "", .dim)],
      [Span(inference.input.map { "\(Words.quantity($0)) sent" } ?? "", .plain)], rate.map { [$0] } ?? [],
      [Span(inference.output.map { "\(Words.quantity($0)) out" } ?? "", .plain)],
      [
        paint.span(
          Quantity.time(from: inference.started, to: inference.finished).map(Words.duration) ?? "", .dim)
      ],
      last,
    ]
  }
}
