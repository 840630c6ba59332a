import PrefixCache
import Recordings
import Terminal
import Transcripts

extension Command {
  static let why: Command = .init(
    name: "why",
    summary: "explain where the prefix cache was lost, worst first",
    operands: [Operand(name: "FILE|DIR", count: .one), Operand(name: "@N", count: .optional)],
    options: [.all, .json] + Option.reading,
    discussion: [
      "One line a loss: the snapshot, where it differs from what the cache held (the entry, the byte within its text, the "
        + "token within the request), what stood there and what stands there now, and how many tokens had to be prefilled "
        + "again. The same loss at the same place again and again is one line. With @N, only that snapshot, in full.",
      "Where a server told how much it reused and that is not what was predicted, the full account of an inference says by how much, from "
        + "which token on, and the likely reason; --json has predicted (input, reused) and parting (difference, token, reason, "
        + "words), or null.",
      "Of an imported transcript, an append-only cache is predicted: what one request was sent, and its answer, is held for the "
        + "next. A time is told only where the recording has measured times.",
      HelpTopic.snapshots,
    ],
    examples: [
      Example("stemma why ~/OrigamiTranscripts", "every loss in a folder of dumps"),
      Example("stemma why session.stemma @138", "one of them in full"),
      Example("stemma why session.stemma --all", "every inference in order"),
    ],
    run: { invocation, console in
      let settings = try Settings(invocation)
      try console.setColors(invocation, settings)
      var reference = SnapshotReference(invocation.operands[0])
      if invocation.operands.count > 1 {
        let second = SnapshotReference(invocation.operands[1], of: reference.path)
        guard second.path == reference.path, second.snapshot != nil else {
          throw UsageError.surplusOperand(invocation.operands[1], command: .why)
        }
        reference = second
      }
      let source = try OpenedSource(reference.path, invocation, settings)
      let explanation = try Explanation(source, reference)
      if invocation.has(.json) {
        explanation.printJSON(console, limit: invocation.number(.limit))
      } else if reference.snapshot != nil {
        explanation.printWhole(console)
      } else if invocation.has(.all) {
        explanation.printAll(console, limit: invocation.number(.limit))
      } else {
        explanation.print(console, limit: invocation.number(.limit))
      }
      return .fine
    })
}

/// The inferences of a session and what each of them found in the cache, as `why` prints it.
struct Explanation {
  private let source: OpenedSource
  private let inferences: [InferenceRow]
  private let numbers: SessionNumbers
  private let rate: PrefillRate
  private let switches: Switches
  private let partings: [InferenceID: ReuseParting]
  private let warnings: [(snapshot: Int, warning: RecordedWarning)]

  init(_ source: OpenedSource, _ reference: SnapshotReference) throws {
    self.source = source
    let session = try source.session
    let all = try source.recording.inferences(of: session.id)
    numbers = try SessionNumbers(source.recording, session)
    rate = PrefillRate(all)
    switches = Switches(all)
    partings = all.partings(window: source.window(of: session)?.value)
    var events = try source.recording.events(of: session.id, kind: "warning")
    if reference.snapshot != nil {
      let row = try source.snapshot(reference).row
      inferences = all.filter { $0.snapshot == row.id }
      events = events.filter { $0.snapshot == row.id }
    } else {
      inferences = all
    }
    let numbers = numbers
    warnings = events.compactMap { event in
      guard let snapshot = event.snapshot, let warning = RecordedWarning(event) else { return nil }
      return (numbers.snapshot(snapshot), warning)
    }
  }

  private var losses: [InferenceRow] { inferences.filter(\.cause.isLoss) }

  // MARK: JSON

  func printJSON(_ console: Console, limit: Int?) {
    JSONOutput.document("why", to: console.out) { json in
      json.array("inferences", inferences.prefix(limit ?? inferences.count)) { write($1, to: &$0) }
      json.array("warnings", warnings) { json, item in
        json.object { json in
          json.member("snapshot", item.snapshot)
          json.member("entry", item.warning.entry)
          json.member("message", item.warning.message)
        }
      }
    }
  }

  private func write(_ inference: InferenceRow, to json: inout JSONOutput) {
    json.object { json in
      json.member("inference", inference.sequence)
      json.member("request", numbers.request(inference.request))
      json.member("snapshot", numbers.snapshot(inference.snapshot))
      json.member("model", inference.model)
      json.member("profile", inference.profile)
      json.member("input", inference.input)
      json.member("reused", inference.reused)
      json.member("prefilled", inference.prefilled)
      json.member("output", inference.output)
      json.member("hitRate", share: inference.hitRate)
      json.member("cause", inference.cause.rawValue)
      if let divergence = inference.divergence {
        json.object("divergence") { json in
          json.member("token", divergence.token)
          json.member("entry", divergence.entry)
          json.member("part", divergence.part)
          json.member("byte", divergence.byte)
          json.member("before", divergence.before)
          json.member("after", divergence.after)
          json.member("detail", divergence.detail)
        }
      } else {
        json.member("divergence", JSONValue.null)
      }
      json.object("cost") { json in
        json.member("tokens", inference.lostTokens)
        json.member("milliseconds", inference.cause.isLoss ? rate.time(for: inference.lostTokens) : nil)
      }
      PartingText(partings[inference.id], of: inference).write(to: &json)
      if inference.started != nil { writeRun(inference, to: &json) }
    }
  }

  /// What only a session recorded while it ran tells.
  private func writeRun(_ inference: InferenceRow, to json: inout JSONOutput) {
    json.member("started", Words.iso8601(inference.started))
    json.member("timeToFirstToken", Quantity.time(from: inference.started, to: inference.firstToken))
    json.member("milliseconds", Quantity.time(from: inference.started, to: inference.finished))
    json.member("prefillTime", inference.prefillTime)
    json.member("decodeTime", inference.decodeTime)
    json.array("calls", inference.calls) { $0.string($1) }
    json.member("finish", inference.finish)
    json.member("error", inference.error)
  }

  // MARK: Text

  /// The losses, repeats grouped, the dearest first.
  func print(_ console: Console, limit: Int?) {
    let groups = LossGroup.groups(of: losses, switches)
    let shown = groups.prefix(limit ?? groups.count)
    var table = Table(LossText.columns)
    for group in shown {
      table.add(
        LossText(group.first, switches, console.paint).cells(
          number: number(group.first), cost: cost(group.lostTokens)))
    }
    // Groups say on a line of their own where they come again.
    for (line, group) in zip(table.lines(width: nil), shown) {
      console.print(line)
      if group.all.count > 1 {
        let snapshots = Words.ranges(group.all.map { numbers.snapshot($0.snapshot) })
        console.print(
          "      ×\(Words.grouped(group.all.count)), snapshots \(snapshots)", .dim)
      }
    }
    if shown.count < groups.count {
      console.print("… \(Words.count(groups.count - shown.count, "more line"))", .faint)
    }
    if !shown.isEmpty { console.print() }
    printSummary(console, groups: groups.count)
  }

  /// Every inference, in order.
  func printAll(_ console: Console, limit: Int?) {
    let shown = inferences.prefix(limit ?? inferences.count)
    var table = Table(LossText.columns)
    for inference in shown {
      let text = LossText(inference, switches, console.paint)
      let cost = inference.cause.isLoss ? self.cost(inference.lostTokens) : ""
      table.add(text.cells(number: number(inference), cost: cost))
    }
    for line in table.lines(width: nil) { console.print(line) }
    if shown.count < inferences.count {
      console.print("… \(Words.count(inferences.count - shown.count, "more line"))", .faint)
    }
    if !shown.isEmpty { console.print() }
    printSummary(console, groups: LossGroup.groups(of: losses, switches).count)
  }

  /// The inferences of one snapshot, all that is known of them.
  func printWhole(_ console: Console) {
    if inferences.isEmpty { console.print("no model answered in this snapshot", .dim) }
    for (index, inference) in inferences.enumerated() {
      if index > 0 { console.print() }
      let cost = inference.cause.isLoss ? self.cost(inference.lostTokens) : ""
      var table = Table(LossText.columns)
      table.add(
        LossText(inference, switches, console.paint)
          .cells(number: number(inference), cost: cost))
      console.print(table)
      printFacts(inference, console)
    }
    WarningLines(warnings.map { (entry: $0.warning.entry, message: $0.warning.message) }).print(console)
  }

  private func printFacts(_ inference: InferenceRow, _ console: Console) {
    let paint = console.paint
    var table = Table([.left, .left])
    func fact(_ name: String, _ value: String?, _ role: Theme.Role? = nil) {
      if let value, !value.isEmpty { table.add([[paint.span(name, .dim)], [paint.span(value, role)]]) }
    }
    fact("cause", switches.cause(of: inference), inference.cause.isLoss ? .lost : .kept)
    if let divergence = inference.divergence {
      fact("where", "entry \(divergence.entry), \(divergence.part), byte \(Words.grouped(divergence.byte))")
      fact("was", LossText.revealed(divergence.before), .diffRemoved)
      fact("now", LossText.revealed(divergence.after), .diffAdded)
      fact("note", divergence.detail.map(LossText.note))
    }
    fact("model", inference.model)
    fact("profile", inference.profile)
    fact("sent", inference.input.map { "\(Words.quantity($0)) tokens" })
    let rate = inference.hitRate.map { " (\(Words.percent($0)))" } ?? ""
    fact("reused", inference.reused.map { "\(Words.quantity($0))\(rate)" })
    fact("prefilled", inference.prefilled.map(Words.quantity))
    let parting = PartingText(partings[inference.id], of: inference)
    fact("predicted", parting.prediction)
    fact("parts", parting.words, .warning)
    if inference.cause.isLoss { fact("again", cost(inference.lostTokens), .warning) }
    let cut = inference.isCutOff ? ", \(Words.cutOff)" : ""
    fact(
      "answered", inference.output.map { "\(Words.quantity($0)) tokens\(cut)" },
      inference.isCutOff ? .warning : nil)
    let first = Quantity.time(from: inference.started, to: inference.firstToken).map(Words.duration)
    fact("first token", first.map { "after \($0)" })
    let server = [("prefill", inference.prefillTime), ("decoding", inference.decodeTime)]
      .compactMap { name, time in time.map { "\(name) \(Words.duration($0))" } }
    fact("in the server", server.joined(separator: ", "))
    fact("took", Quantity.time(from: inference.started, to: inference.finished).map(Words.duration))
    fact("called", inference.calls.joined(separator: ", "))
    fact("error", inference.error, .warning)
    console.print(table, indent: 6)
  }

  private func number(_ inference: InferenceRow) -> Int { numbers.snapshot(inference.snapshot) }

  /// `9,799 tokens again, ~19.6 s`
  private func cost(_ tokens: Int) -> String {
    let time = rate.time(for: tokens).map { ", " + Words.duration($0) } ?? ""
    return "\(Words.count(tokens, "token")) again\(time)"
  }

  private func printSummary(_ console: Console, groups: Int) {
    let paint = console.paint
    let known = inferences.filter { $0.input != nil && $0.reused != nil }
    let input = known.reduce(0) { $0 + ($1.input?.value ?? 0) }
    let reused = known.reduce(0) { $0 + ($1.reused?.value ?? 0) }
    let losses = losses
    var line = [paint.span(Words.count(inferences.count, "inference"), nil, bold: true)]
    if source.sessions.count > 1 {
      line.insert(paint.span("session \(source.sessionNumber) of \(source.sessions.count)  ", .dim), at: 0)
    }
    if input > 0 {
      line.append(Span("   hit rate ", .plain))
      line.append(paint.span(Words.percent(Double(reused) / Double(input)), .kept))
    }
    if losses.isEmpty {
      line.append(paint.span("   no cache was lost", .kept))
    } else {
      let places = groups < losses.count ? " at \(Words.count(groups, "place"))" : ""
      line.append(paint.span("   \(Words.count(losses.count, "lost cache"))\(places)", .lost))
      line.append(paint.span("   " + cost(losses.reduce(0) { $0 + $1.lostTokens }), .warning))
    }
    let parted = inferences.count { partings[$0.id] != nil }
    if parted > 0 { line.append(paint.span("   \(Words.grouped(parted)) not as predicted", .warning)) }
    if !warnings.isEmpty { line.append(paint.span("   \(Words.count(warnings.count, "warning"))", .warning)) }
    console.print(line)
  }
}
