import PrefixCache
import Recordings
import Terminal
import Transcripts

/// What a run came to, read from its recording: its requests, what each took, and the switches with their cost.
struct RunSummary {
  private let scenario: String
  /// The recording's file; nil for one in memory.
  private let file: String?
  private var requests: [Request] = []
  private var switches: [Switch] = []
  private let sessions: [SessionRow]
  private let failures: [String]
  private let expected: Set<String>

  private struct Request {
    var session: Int
    var row: RequestRow
    var inferences: [InferenceRow]
    var error: String?
    var isChild: Bool

    /// From the prompt to the first token of whatever the model wrote.
    var timeToFirstToken: Quantity? {
      Quantity.time(from: row.started, to: inferences.lazy.compactMap(\.firstToken).first)
    }
  }

  private struct Switch {
    var session: Int
    var request: Int
    var inference: InferenceRow
    var from: String
    var to: String
  }

  /// - Parameters:
  ///   - failures: what failed, request by request, in words.
  ///   - expected: the words of what failed as the script says.
  init(_ recording: Recording, scenario: String, failures: [String], expected: [String]) throws {
    self.scenario = scenario
    file = recording.path
    self.failures = failures
    self.expected = Set(expected)
    sessions = try recording.sessions()
    for (index, session) in sessions.enumerated() {
      let all = try recording.inferences(of: session.id)
      let byRequest = Dictionary(grouping: all, by: \.request)
      var errors: [Int: String] = [:]
      for event in try recording.events(of: session.id, kind: "request-failed") {
        if case .requestFailed(let request, let failure)? = LiveEvent(event) {
          errors[request] = failure.words
        }
      }
      let rows = try recording.requests(of: session.id)
      for row in rows {
        requests.append(
          Request(
            session: index + 1, row: row, inferences: byRequest[row.id] ?? [], error: errors[row.sequence],
            isChild: session.parent != nil))
      }
      for (before, now) in zip(all, all.dropFirst()) {
        guard let from = before.profile, let to = now.profile, from != to else { continue }
        let request = rows.first { $0.id == now.request }?.sequence ?? 0
        switches.append(
          Switch(session: index + 1, request: request, inference: now, from: from, to: to))
      }
    }
    // A child session's requests stand after the one that was being answered when they began.
    requests.sort { a, b in
      let (first, second) = (
        a.row.started ?? Timestamp(milliseconds: 0), b.row.started ?? Timestamp(milliseconds: 0)
      )
      return first == second ? a.row.id < b.row.id : first < second
    }
  }

  // MARK: Sums

  private static func hitRate(_ inferences: [InferenceRow]) -> Double? {
    guard let input = Quantity.sum(inferences.map(\.input)),
      let reused = Quantity.sum(inferences.map(\.reused)),
      input.value > 0
    else { return nil }
    return Double(reused.value) / Double(input.value)
  }

  private var all: [InferenceRow] { requests.flatMap(\.inferences) }

  /// From the first request's beginning to the last one's end.
  private var time: Quantity? {
    Quantity.time(from: requests.compactMap(\.row.started).min(), to: requests.compactMap(\.row.ended).max())
  }

  // MARK: Text

  func print(_ console: Console) {
    let paint = console.paint
    var table = Table([.right, .left, .right, .right, .right, .right, .right, .right, .right, .right])
    table.add(
      ["#", "prompt", "inferences", "input", "reused", "prefilled", "output", "hit", "first token", "time"]
        .map {
          [paint.span($0, .dim)]
        })
    for request in requests { table.add(cells(request, paint)) }
    table.add(
      [[], [paint.span("all", nil, bold: true)]]
        + numbers(all, first: nil, time: time, paint).map { cell in cell.map { Span($0.text, $0.style.bold) }
        })
    console.print(table)
    for request in requests {
      guard let error = request.error else { continue }
      console.print([
        expected.contains(error)
          ? paint.span("request \(request.row.sequence) failed, as the script says: ", .dim)
          : paint.span("request \(request.row.sequence) failed: ", .warning),
        Span(error, .plain),
      ])
    }
    printSwitches(console)
    let calls = all.reduce(0) { $0 + $1.calls.count }
    let children = sessions.filter { $0.parent != nil }.count
    var facts = [
      Words.count(requests.count, "request"), Words.count(all.count, "inference"),
      Words.count(calls, "tool call"),
    ]
    if children > 0 { facts.append(Words.count(children, "child session")) }
    console.print()
    console.print([paint.span(scenario, nil, bold: true), Span("  " + facts.joined(separator: ", "), .plain)])
    if let file { console.print([paint.span("recorded in ", .dim), paint.span(file, .accent)]) }
  }

  private func cells(_ request: Request, _ paint: Paint) -> [Table.Cell] {
    // A restored session counts its requests anew.
    let hasOthers = sessions.filter { $0.parent == nil }.count > 1
    let own = hasOthers ? "\(request.session).\(request.row.sequence)" : "\(request.row.sequence)"
    let number = request.isChild ? "↳" : own
    let width = 44
    let prompt = DisplayText.truncated(request.row.prompt, to: width)
    var words = [Span(prompt, .plain)]
    switch request.row.outcome {
    case .failed: words.append(paint.span("  failed", .lost))
    case .cancelled: words.append(paint.span("  cancelled", .warning))
    case .open: words.append(paint.span("  unanswered", .warning))
    case .completed:
      if request.inferences.last?.isCutOff == true { words.append(paint.span("  \(Words.cutOff)", .warning)) }
    }
    return [[paint.span(number, .accent)], words]
      + numbers(
        request.inferences, first: request.timeToFirstToken,
        time: Quantity.time(from: request.row.started, to: request.row.ended), paint)
  }

  private func numbers(
    _ inferences: [InferenceRow], first: Quantity?, time: Quantity?, _ paint: Paint
  ) -> [Table.Cell] {
    func tokens(_ path: KeyPath<InferenceRow, Quantity?>) -> Table.Cell {
      guard !inferences.isEmpty else { return [paint.span("–", .dim)] }
      return [Span(Words.quantity(Quantity.sum(inferences.map { $0[keyPath: path] })), .plain)]
    }
    let isLost = inferences.contains { $0.cause.isLoss }
    let rate = Self.hitRate(inferences).map { paint.span(Words.percent($0), isLost ? .lost : .kept) }
    return [
      [Span("\(inferences.count)", .plain)], tokens(\.input), tokens(\.reused), tokens(\.prefilled),
      tokens(\.output), rate.map { [$0] } ?? [],
      [Span(first.map(Words.duration) ?? "", .plain)], [paint.span(time.map(Words.duration) ?? "", .dim)],
    ]
  }

  private func printSwitches(_ console: Console) {
    guard !switches.isEmpty else { return }
    let paint = console.paint
    console.print()
    console.print([paint.span(Words.count(switches.count, "switch", "switches"), nil, bold: true)])
    var table = Table([.left, .left, .right, .right])
    for change in switches {
      let row = change.inference
      let cost =
        row.lostTokens > 0 ? "\(Words.grouped(row.lostTokens)) tokens again" : "nothing held was lost"
      let time = Quantity.time(from: row.started, to: row.firstToken).map { Words.duration($0) } ?? ""
      table.add([
        [paint.span("\(change.from) → \(change.to)", .accent)],
        [paint.span("request \(change.request), inference \(row.sequence)", .dim)],
        [paint.span(cost, row.lostTokens > 0 ? .lost : .kept)],
        [paint.span(time.isEmpty ? "" : "\(time) to the first token", .dim)],
      ])
    }
    console.print(table, indent: 2)
  }

  // MARK: JSON

  func write(to out: OutputStream) {
    JSONOutput.document("run", to: out) { json in
      json.member("scenario", scenario)
      json.member("recording", file)
      json.array("requests", requests) { json, request in
        json.object { json in
          json.member("session", request.session)
          json.member("request", request.row.sequence)
          json.member("prompt", request.row.prompt)
          json.member("outcome", request.row.outcome.rawValue)
          json.member("error", request.error)
          json.member("finish", request.inferences.last?.finish)
          json.member("inferences", request.inferences.count)
          json.member("timeToFirstToken", request.timeToFirstToken)
          Self.write(
            request.inferences, time: Quantity.time(from: request.row.started, to: request.row.ended),
            to: &json)
        }
      }
      json.array("switches", switches) { json, change in
        json.object { json in
          json.member("session", change.session)
          json.member("request", change.request)
          json.member("inference", change.inference.sequence)
          json.member("from", change.from)
          json.member("to", change.to)
          json.member("cause", change.inference.cause.rawValue)
          json.member("again", change.inference.lostTokens)
          json.member("prefilled", change.inference.prefilled)
          json.member(
            "timeToFirstToken", Quantity.time(from: change.inference.started, to: change.inference.firstToken)
          )
        }
      }
      json.object("totals") { json in
        json.member("sessions", sessions.count)
        json.member("requests", requests.count)
        json.member("inferences", all.count)
        json.member("toolCalls", all.reduce(0) { $0 + $1.calls.count })
        Self.write(all, time: time, to: &json)
      }
      json.array("failures", failures) { $0.string($1) }
    }
  }

  private static func write(_ inferences: [InferenceRow], time: Quantity?, to json: inout JSONOutput) {
    json.member("input", Quantity.sum(inferences.map(\.input)))
    json.member("reused", Quantity.sum(inferences.map(\.reused)))
    json.member("prefilled", Quantity.sum(inferences.map(\.prefilled)))
    json.member("output", Quantity.sum(inferences.map(\.output)))
    json.member("hitRate", share: hitRate(inferences))
    json.member("milliseconds", time)
  }
}
