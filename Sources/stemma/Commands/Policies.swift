import Policies
import Recordings
import Terminal
import Tokenizers
import Transcripts
import Workbench

extension Command {
  static let policies: Command = .init(
    name: "policies",
    summary: "what a session would have cost under other policies",
    operands: [Operand(name: "FILE|DIR", count: .one)],
    options: [.keep, .json] + Option.reading,
    discussion: [
      "One row a policy: tokens sent, reused from the cache, prefilled and answered, the hit rate, how often the window was too "
        + "small, and the time. All of it is predicted, from the recorded entries and a prefix cache for each model; prompts, answers "
        + "and tool outputs are always the recorded ones.",
      "append-only: the history only grows. rolling window: it is cut to its last entries, the instructions stay. drop completed "
        + "tool calls: calls and outputs before the last answer or call go. transform suffix: the last entries are sent, the "
        + "instructions cut off with the rest. consolidate at 75%: above three quarters of the window the oldest turns go, down to "
        + "half of it (needs the window). static-first instructions: what comes and goes in them stands last. no profile switch: "
        + "one profile has what all of them had. hybrid cache: a recurrent model, which goes back nowhere.",
      "Times come from the recording where it has measured ones: a line through prefilled tokens and the time to the first token, "
        + "another through answered tokens and their time, each with its error (the root of the mean squared difference, as a share "
        + "of the mean time). Else the embedded model's rates are used, and that is said.",
      "A recording that counts otherwise than by a vocabulary is counted with stemma-bpe/1.",
      "--json prints file, session, window, tokenizer, rates (prefillPerSecond, decodePerSecond, prefillError, decodeError, "
        + "prefillSamples, decodeSamples, measured), recorded (what the models told: input, reused, prefilled, output, milliseconds; null "
        + "where one did not), and policies: for each policy, about, inferences, input, reused, prefilled, warmed (by prewarms, in no other sum), "
        + "output, hitRate, peak, overflows, milliseconds, obstacle (why there are no numbers, or null).",
    ],
    examples: [
      Example("stemma policies craft.stemma", "what the two switches cost, and what else there would be"),
      Example("stemma policies dump.json --window 4096 --keep 30", "windows of 30 entries"),
    ],
    run: { invocation, console in
      let settings = try Settings(invocation)
      try console.setColors(invocation, settings)
      let source = try OpenedSource(invocation.operands[0], invocation, settings)
      let comparison = try PolicyComparison(source, invocation)
      if invocation.has(.json) { comparison.printJSON(console) } else { comparison.print(console) }
      return .fine
    })
}

extension Option {
  static let keep = Option(
    "keep", .number(atLeast: 1), "entries that rolling window and transform suffix keep (20)")
}

/// The policies of one session side by side, as `policies` prints them.
struct PolicyComparison {
  private let source: OpenedSource
  private let window: Quantity?
  private let table: PolicyTable
  private let costs: [PolicyCost]
  /// True when the recording's own counts are of something else.
  private let isRecounted: Bool

  init(_ source: OpenedSource, _ invocation: Invocation) throws {
    self.source = source
    let session = try source.session
    window = source.window(of: session)
    let tokenizer = source.counter as? BytePairTokenizer
    isRecounted = tokenizer == nil
    let bar = ProgressBar()
    defer { bar.finish() }
    table = try PolicyTable(
      source.recording, session,
      policies: Policies.all(keeping: invocation.number(.keep) ?? Policies.entriesKept),
      tokenizer: tokenizer ?? .stemma,
      window: invocation.number(.window) ?? (session.window == nil ? window?.value : nil),
      report: { bar.report($0, of: $1, "inferences") })
    costs = Array(table.costs.prefix(invocation.number(.limit) ?? .max))
  }

  // MARK: JSON

  func printJSON(_ console: Console) {
    JSONOutput.document("policies", to: console.out) { json in
      json.member("file", source.path)
      json.member("session", source.sessionNumber)
      json.member("window", window ?? table.window.map(Quantity.reported))
      json.member("tokenizer", table.tokenizer)
      json.object("rates") { json in
        json.member("prefillPerSecond", share: table.rates.prefill.rate)
        json.member("decodePerSecond", share: table.rates.decode.rate)
        json.member("prefillError", share: table.rates.prefillError)
        json.member("decodeError", share: table.rates.decodeError)
        json.member("prefillSamples", table.rates.prefill.samples)
        json.member("decodeSamples", table.rates.decode.samples)
        json.member("measured", table.rates.isMeasured)
      }
      if let recorded = table.recorded {
        json.object("recorded") { json in
          json.member("input", .reported(recorded.input))
          json.member("reused", .reported(recorded.reused))
          json.member("prefilled", .reported(recorded.prefilled))
          json.member("output", .reported(recorded.output))
          json.member("milliseconds", .measured(recorded.milliseconds))
        }
      } else {
        json.member("recorded", JSONValue.null)
      }
      json.array("policies", costs) { json, cost in json.object { write(cost, to: &$0) } }
    }
  }

  private func write(_ cost: PolicyCost, to json: inout JSONOutput) {
    let isKnown = cost.obstacle == nil
    func predicted(_ value: Int) -> Quantity? { isKnown ? .predicted(value) : nil }
    json.member("policy", cost.name)
    json.member("about", cost.about)
    json.member("inferences", isKnown ? cost.inferences : nil)
    json.member("input", predicted(cost.input))
    json.member("reused", predicted(cost.reused))
    json.member("prefilled", predicted(cost.prefilled))
    json.member("warmed", predicted(cost.warmed))
    json.member("output", predicted(cost.output))
    json.member("hitRate", share: isKnown ? cost.hitRate : nil)
    json.member("peak", predicted(cost.peak))
    json.member("overflows", isKnown ? cost.overflows : nil)
    json.member("milliseconds", predicted(Int(cost.milliseconds.rounded())))
    json.member("obstacle", cost.obstacle)
  }

  // MARK: Text

  func print(_ console: Console) {
    let paint = console.paint
    console.print([
      paint.span(source.path, nil, bold: true), paint.span("  " + PolicyWords.counted(table), .dim),
    ])
    console.print()
    console.print(rows(paint), indent: 2)
    console.print()
    console.print("  prefilled", .dim)
    console.print(chart(paint), indent: 2)
    console.print()
    for line in notes { console.print(block: line, indent: 2, .dim) }
  }

  private func rows(_ paint: Paint) -> Table {
    var rows = Table([.left, .right, .right, .right, .right, .right, .right, .right, .right])
    let heads = ["policy", "input", "reused", "prefilled", "output", "hit", "peak", "overflows", "time"]
    rows.add(heads.map { [paint.span($0, .dim)] })
    for cost in costs {
      guard cost.obstacle == nil else {
        rows.add([[Span(cost.name, .plain)]] + heads.dropFirst().map { _ in [paint.span("?", .dim)] })
        continue
      }
      rows.add([
        [Span(cost.name, .plain)], [Span(Words.grouped(cost.input), .plain)],
        [paint.span(Words.grouped(cost.reused), .kept)],
        [paint.span(Words.grouped(cost.prefilled), .prefill)],
        [Span(Words.grouped(cost.output), .plain)], [Span(cost.hitRate.map(Words.percent) ?? "?", .plain)],
        [Span(Words.grouped(cost.peak), .plain)],
        [paint.span(Words.grouped(cost.overflows), cost.overflows > 0 ? .warning : .dim)],
        [Span(Words.duration(.predicted(Int(cost.milliseconds.rounded()))), .plain)],
      ])
    }
    return rows
  }

  /// A bar a policy, the longest for the most prefilled, and how that is against what was recorded.
  private func chart(_ paint: Paint) -> Table {
    var chart = Table([.left, .left, .right])
    let most = costs.map(\.prefilled).max() ?? 0
    for cost in costs where cost.obstacle == nil {
      let share = most > 0 ? Double(cost.prefilled) / Double(most) : 0
      let words = table.baseline.map { PolicyWords.change(of: cost, against: $0) } ?? ""
      chart.add([
        [Span(cost.name, .plain)], [paint.span(Bars.text(share), .prefill)],
        [paint.span(words, cost.prefilled > table.baseline?.prefilled ?? 0 ? .lost : .kept)],
      ])
    }
    return chart
  }

  private var notes: [String] {
    var notes = [PolicyWords.rates(table.rates)]
    if isRecounted {
      notes.append("the recording counts otherwise: tokens are counted with \(table.tokenizer)")
    }
    if let recorded = table.recorded, let cost = costs.first, cost.name == AsRecorded().name,
      cost.prefilled != recorded.prefilled
    {
      notes.append(
        "the models told \(Words.grouped(recorded.prefilled)) prefilled of \(Words.grouped(recorded.input)): "
          + "`stemma why` says where that differs from the prediction")
    }
    if let warmed = costs.first(where: { $0.name == AsRecorded().name })?.warmed, warmed > 0 {
      notes.append(
        "prewarms prefilled \(Words.grouped(warmed)) tokens ahead of the requests: they are in no sum above")
    }
    for cost in costs { if let obstacle = cost.obstacle { notes.append("\(cost.name): \(obstacle)") } }
    return notes
  }
}
