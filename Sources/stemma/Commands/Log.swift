import PrefixCache
import Recordings
import Terminal
import Transcripts
import Workbench

extension Command {
  static let log: Command = .init(
    name: "log",
    summary: "list sessions, requests and snapshots",
    operands: [Operand(name: "FILE|DIR", count: .one)],
    options: [.filter, .requests, .events, .json] + Option.reading,
    discussion: [
      "One line a snapshot: its number, its time, how many entries it has and what came and went, its tokens, how much of "
        + "the request the cache held, and the prompt that it answers. A lost cache is named.",
      "Of a session that was recorded while it ran, the persona stands beside each snapshot. With --requests, each request and its "
        + "inferences: who answered, what was sent, how much of it the cache held, and how long it took; with --events, what hooks, "
        + "tools, properties and prewarms did between. In JSON a failed request’s event says which error it was (failure: "
        + "contextSizeExceeded, rateLimited, …), and a prewarm’s what the model evaluated, where that is told.",
      HelpTopic.snapshots,
    ],
    examples: [
      Example("stemma log ~/OrigamiTranscripts", "a folder of dumps, one a snapshot"),
      Example("stemma log session.stemma --filter cache:lost", "only where the cache was lost"),
      Example("stemma log craft.stemma --requests --events", "what a live session did, step by step"),
    ],
    run: { invocation, console in
      let settings = try Settings(invocation)
      try console.setColors(invocation, settings)
      let source = try OpenedSource(invocation.operands[0], invocation, settings)
      try SessionLog(source, invocation).print(console, asJSON: invocation.has(.json))
      return .fine
    })
}

/// The sessions of a file as `log` prints them.
struct SessionLog {
  private let source: OpenedSource
  private let sessions: [SessionRow]
  private let filter: Filter?
  private let limit: Int?
  private let asRequests: Bool
  private let withEvents: Bool

  init(_ source: OpenedSource, _ invocation: Invocation) throws {
    self.source = source
    filter = try invocation.value(.filter).map { try Filter(parsing: $0) }
    limit = invocation.number(.limit)
    asRequests = invocation.has(.requests)
    withEvents = invocation.has(.events)
    sessions = invocation.number(.session).map { [source.sessions[$0 - 1]] } ?? source.sessions
  }

  func print(_ console: Console, asJSON: Bool) throws {
    if asJSON { try printJSON(console) } else { try printText(console) }
  }

  // MARK: One session

  private struct Lines {
    var snapshots: [SnapshotRow]
    var requests: [RequestRow]
    /// The inferences of a snapshot, in order.
    var inferences: [SnapshotID: [InferenceRow]]
    var switches: Switches
    /// Where inferences part from what was predicted.
    var partings: [InferenceID: ReuseParting]
    /// Live events by the snapshot that they followed; those before the first stand with it.
    var events: [SnapshotID: [EventRow]]
    /// The numbers of a request's inferences.
    var answered: [RequestID: [Int]]
    /// Snapshots of the session, and of those that passed the filter, the ones that the limit left out.
    var total: Int
    var left: Int
  }

  private func lines(of session: SessionRow) throws -> Lines {
    let recording = source.recording
    let inferences = try recording.inferences(of: session.id)
    let bySnapshot = Dictionary(grouping: inferences, by: \.snapshot)
    var snapshots = try recording.snapshots(of: session.id)
    let total = snapshots.count
    if let filter {
      snapshots = try snapshots.filter { try matches($0, bySnapshot[$0.id] ?? [], filter) }
    }
    let all = snapshots.count
    if let limit { snapshots = Array(snapshots.prefix(limit)) }
    let first = try recording.snapshots(of: session.id, limit: 1).first?.id
    let events =
      session.sourceFormat == nil
      ? Dictionary(
        grouping: try recording.events(of: session.id).filter { $0.kind != "warning" },
        by: { $0.snapshot ?? first ?? SnapshotID(0) }) : [:]
    return Lines(
      snapshots: snapshots, requests: try recording.requests(of: session.id), inferences: bySnapshot,
      switches: Switches(inferences),
      partings: inferences.partings(window: source.window(of: session)?.value),
      events: events,
      answered: Dictionary(grouping: inferences, by: \.request).mapValues { $0.map(\.sequence) },
      total: total, left: all - snapshots.count)
  }

  /// Whether one of a snapshot's inferences, and one of the entries that it brought, are asked for.
  private func matches(_ snapshot: SnapshotRow, _ inferences: [InferenceRow], _ filter: Filter) throws -> Bool
  {
    if filter.selectsSteps, !inferences.contains(where: { filter.matches(Filter.StepFacts($0)) }) {
      return false
    }
    guard filter.readsEntries else { return true }
    let ids = try source.recording.entryIDs(of: snapshot.id)
    let new = ids[min(snapshot.position, ids.count)..<min(snapshot.position + snapshot.inserted, ids.count)]
    let summaries = try source.recording.summaries(Array(new))
    return try summaries.enumerated().contains { offset, summary in
      let fate = inferences.first?.fate(ofEntry: snapshot.position + offset)
      return filter.matches(try Filter.EntryFacts(summary, fate: fate, of: source.recording, for: filter))
    }
  }

  // MARK: JSON

  private func printJSON(_ console: Console) throws {
    let all = try sessions.map { ($0, try lines(of: $0)) }
    JSONOutput.document("log", to: console.out) { json in
      json.array("sessions", all) { json, item in
        let (session, lines) = item
        json.object { json in
          json.member("session", source.number(of: session.id))
          json.member("title", session.title)
          json.member("parent", session.parent.flatMap(source.number(of:)))
          json.member("parentCall", session.parentCall)
          json.array("requests", lines.requests) { json, request in
            json.object { json in
              json.member("request", request.sequence)
              json.member("prompt", request.prompt)
              json.member("outcome", request.outcome.rawValue)
              json.array("inferences", lines.answered[request.id] ?? []) { $0.number($1) }
            }
          }
          json.array("snapshots", lines.snapshots) { write($1, to: &$0) }
          if session.sourceFormat == nil { writeEvents(lines, to: &json) }
        }
      }
    }
  }

  /// What a live session did between its snapshots; each event's own members follow its `snapshot`, `at` and `kind`.
  private func writeEvents(_ lines: Lines, to json: inout JSONOutput) {
    let events = lines.snapshots.flatMap { snapshot in
      (lines.events[snapshot.id] ?? []).map { (snapshot.sequence, $0) }
    }
    json.array("events", events) { json, item in
      let (snapshot, event) = item
      json.object { json in
        json.member("snapshot", snapshot)
        json.member("at", Words.iso8601(event.at))
        json.member("kind", event.kind)
        // As it reads today: an old recording's event may say less than is known of it.
        let text = LiveEvent(event)?.json(at: LiveEvent.Place(event)) ?? event.json
        for member in (try? JSONValue(parsing: text.utf8))?.objectValue ?? [] {
          json.member(member.key, member.value)
        }
      }
    }
  }

  private func write(_ snapshot: SnapshotRow, to json: inout JSONOutput) {
    json.object { json in
      json.member("snapshot", snapshot.sequence)
      json.member("at", Words.iso8601(snapshot.at))
      json.member("cause", snapshot.cause)
      json.member("entries", snapshot.count)
      json.object("splice") { json in
        json.member("position", snapshot.position)
        json.member("removed", snapshot.removed)
        json.member("inserted", snapshot.inserted)
      }
      json.member("source", snapshot.source)
    }
  }

  // MARK: Text

  private func printText(_ console: Console) throws {
    for (number, session) in sessions.enumerated() {
      if number > 0 { console.print() }
      let lines = try lines(of: session)
      printHeading(session, lines, console)
      if asRequests {
        try RequestTree(source.recording, session, withEvents: withEvents).print(console, limit: limit)
        continue
      }
      var table = Table([.right, .left, .right, .right, .right, .right, .left, .left])
      let prompts = Dictionary(uniqueKeysWithValues: lines.requests.map { ($0.id, $0.prompt) })
      for snapshot in lines.snapshots {
        table.add(
          cells(snapshot, lines.inferences[snapshot.id] ?? [], prompts, lines, console.paint))
      }
      printRows(table, lines, console)
      if lines.left > 0 { console.print("  … \(Words.count(lines.left, "more snapshot"))", .faint) }
      if let request = try source.recording.requestCutOff(in: session) {
        console.print(
          "  ended abruptly: the program that recorded this ended in the middle of request \(request.sequence)",
          .lost)
      }
    }
    if sessions.isEmpty { console.print("no sessions yet", .dim) }
  }

  private func printRows(_ table: Table, _ lines: Lines, _ console: Console) {
    guard withEvents else {
      console.print(table, indent: 2)
      return
    }
    for (line, snapshot) in zip(table.lines(indent: 2, width: nil), lines.snapshots) {
      console.print(line)
      for event in (lines.events[snapshot.id] ?? []).compactMap(LiveEventText.init) {
        console.print([Span("        ", .plain)] + event.spans(console.paint))
      }
    }
  }

  private func printHeading(_ session: SessionRow, _ lines: Lines, _ console: Console) {
    let paint = console.paint
    var line = [paint.span(session.title, nil, bold: true)]
    if source.sessions.count > 1 {
      line.insert(paint.span("session \(source.number(of: session.id) ?? 0)  ", .accent), at: 0)
    }
    let passed = lines.snapshots.count + lines.left
    let some = passed < lines.total ? "\(Words.grouped(passed)) of " : ""
    let counts = [some + Words.count(lines.total, "snapshot"), Words.count(lines.requests.count, "request")]
    line.append(paint.span("  " + counts.joined(separator: ", "), .dim))
    if let format = session.sourceFormat { line.append(paint.span("  \(format)", .dim)) }
    if let parent = session.parent.flatMap(source.number(of:)) {
      line.append(paint.span("  called by session \(parent)", .dim))
    }
    if let window = source.window(of: session) {
      line.append(paint.span("  window \(Words.quantity(window))", .dim))
    }
    console.print(line)
  }

  /// The request that a snapshot took back: `: request 2 failed`.
  private func takenBack(by snapshot: SnapshotRow, _ lines: Lines, _ paint: Paint) -> [Span] {
    guard snapshot.cause == "reverted", let at = snapshot.at,
      let request = lines.requests.last(where: { $0.started.map { $0 <= at } ?? false }),
      request.outcome == .failed || request.outcome == .cancelled
    else { return [] }
    return [paint.span(": request \(request.sequence) \(request.outcome.rawValue)", .warning)]
  }

  private func cells(
    _ snapshot: SnapshotRow, _ inferences: [InferenceRow], _ prompts: [RequestID: String],
    _ lines: Lines, _ paint: Paint
  ) -> [Table.Cell] {
    let loss = inferences.first { $0.cause.isLoss }
    let inference = loss ?? inferences.first
    let rate = inference?.hitRate.map { paint.span(Words.percent($0), loss == nil ? .kept : .lost) }
    var what: [Span] =
      if let loss {
        [
          paint.span(lines.switches.cause(of: loss), .lost),
          paint.span("  \(prompts[loss.request] ?? "")", .dim),
        ]
      } else if let request = inferences.last?.request {
        [Span(prompts[request] ?? "", .plain)]
      } else {
        [paint.span(snapshot.source ?? snapshot.cause, .dim)] + takenBack(by: snapshot, lines, paint)
      }
    if inferences.contains(where: \.isCutOff) { what.append(paint.span("  \(Words.cutOff)", .warning)) }
    for inference in inferences {
      guard let words = PartingText(lines.partings[inference.id], of: inference).short else { continue }
      what.append(paint.span("  \(words)", .warning))
    }
    return [
      [paint.span("@\(snapshot.sequence)", .accent)],
      [paint.span(Words.iso8601(snapshot.at).map(Words.clock) ?? "", .dim)],
      [Span(Words.count(snapshot.count, "entry", "entries"), .plain)],
      [paint.span(Words.change(snapshot), snapshot.removed > 0 ? .warning : .dim)],
      [Span(Words.quantity(.counted(snapshot.tokens.total)), .plain)],
      rate.map { [$0] } ?? [],
      inferences.last?.profile.map { [paint.span($0, .accent)] } ?? [],
      what,
    ]
  }
}
