import PrefixCache
import Recordings
import Terminal
import Transcripts

extension Command {
  static let budget: Command = .init(
    name: "budget",
    summary: "what the context window is spent on, and how long it will last",
    operands: [Operand(name: "FILE[@N]", count: .one)],
    options: [.json] + Option.reading,
    discussion: [
      "The fixed cost is what every request carries: instructions and tool definitions. Requests left is how many more of "
        + "the average size so far fit into the window; without a window (--window) it is unknown.",
      HelpTopic.tokens,
      HelpTopic.snapshots,
    ],
    examples: [
      Example("stemma budget dump.json --window 4096", "shares of a window of 4,096 tokens"),
      Example("stemma budget session.stemma@0 --tokenizer model.gguf", "the first snapshot, counted exactly"),
    ],
    run: { invocation, console in
      let settings = try Settings(invocation)
      try console.setColors(invocation, settings)
      let reference = SnapshotReference(invocation.operands[0])
      let source = try OpenedSource(reference.path, invocation, settings)
      let budget = try TokenBudget(source, reference, largest: invocation.number(.limit) ?? 5)
      if invocation.has(.json) { budget.printJSON(console) } else { budget.print(console) }
      return .fine
    })
}

/// What the tokens of one snapshot are spent on, as `budget` prints it.
struct TokenBudget {
  private let source: OpenedSource
  private let row: SnapshotRow
  private let window: Quantity?
  private let tools: [(name: String, tokens: Int)]
  private let largest: [(entry: Int, summary: EntrySummary)]
  /// Tokens that a request has added on average, answer and tool calls included; nil before the first one.
  private let perRequest: Int?

  init(_ source: OpenedSource, _ reference: SnapshotReference, largest count: Int) throws {
    self.source = source
    row = try source.snapshot(reference).row
    window = source.window(of: try source.session)
    let ids = try source.recording.entryIDs(of: row.id)
    let summaries = try source.recording.summaries(ids)
    tools = try row.instructions.map { try Self.tools(of: $0, in: source) } ?? []
    largest = summaries.enumerated()
      .sorted { ($1.element.tokens, $0.offset) < ($0.element.tokens, $1.offset) }
      .prefix(count).map { ($0.offset, $0.element) }
    perRequest = Self.tokensPerRequest(summaries)
  }

  private static func tools(of id: EntryID, in source: OpenedSource) throws -> [(name: String, tokens: Int)] {
    let record = try source.recording.entry(id)
    if let counter = source.counter {
      return RenderedEntry(record, counter: counter).parts.filter { $0.role == .tool }.map {
        ($0.label, $0.tokens)
      }
    }
    // The recording's own tokenizer is not at hand: its total is shared out by size.
    let parts = RenderedEntry(record, counter: ByteCounter()).parts.filter { $0.role == .tool }
    let bytes = max(1, parts.reduce(0) { $0 + $1.tokens })
    return parts.map { ($0.label, Int(record.toolTokens) * $0.tokens / bytes) }
  }

  /// The mean over the requests that were answered: from a prompt to the entry before the next one.
  private static func tokensPerRequest(_ entries: [EntrySummary]) -> Int? {
    var sizes: [Int] = []
    var current: (tokens: Int, isAnswered: Bool)?
    for entry in entries {
      if entry.kind == .prompt {
        if let current, current.isAnswered { sizes.append(current.tokens) }
        current = (0, false)
      }
      current?.tokens += Int(entry.tokens)
      if entry.kind.isModelOutput { current?.isAnswered = true }
    }
    if let current, current.isAnswered { sizes.append(current.tokens) }
    guard !sizes.isEmpty else { return nil }
    return sizes.reduce(0, +) / sizes.count
  }

  private var fixed: Int { Int(row.tokens.instructions) + Int(row.tokens.tools) }

  private var requestsLeft: Int? {
    guard let window, let perRequest, perRequest > 0 else { return nil }
    return max(0, window.value - row.tokens.total) / perRequest
  }

  private func share(_ tokens: Int) -> Double? {
    window.flatMap { $0.value > 0 ? Double(tokens) / Double($0.value) : nil }
  }

  private static let spoken: [EntryKind] = [.prompt, .response, .reasoning, .toolCalls, .toolOutput]

  // MARK: JSON

  func printJSON(_ console: Console) {
    JSONOutput.document("budget", to: console.out) { json in
      json.member("window", window)
      json.object("fixed") { json in
        json.member("instructions", Quantity.counted(Int(row.tokens.instructions)))
        json.array("tools", tools) { json, tool in
          json.object { json in
            json.member("name", tool.name)
            json.member("tokens", Quantity.counted(tool.tokens))
          }
        }
        json.member("share", share: share(fixed))
      }
      json.object("byKind") { json in
        for kind in Self.spoken { json.member(kind.rawValue, Quantity.counted(Int(row.tokens[kind]))) }
      }
      json.array("largest", largest) { json, item in
        json.object { json in
          json.member("entry", item.entry)
          json.member("tokens", Quantity.counted(Int(item.summary.tokens)))
        }
      }
      json.member("requestsLeft", requestsLeft.map(Quantity.predicted))
    }
  }

  // MARK: Text

  func print(_ console: Console) {
    let paint = console.paint
    let total = row.tokens.total
    console.print([
      paint.span(source.path, nil, bold: true), paint.span("@\(row.sequence)", .accent),
      Span("  \(Words.use(.counted(total), of: window))", .plain),
    ])
    console.print()
    var table = Table([.left, .right, .right, .left])
    for band in row.tokens.bands where band.tokens > 0 {
      let kind = Theme.Kind(rawValue: band.name) ?? .unknown
      let name = EntryKind(rawValue: band.name)?.words ?? band.name
      table.add(cells(paint.span(name, kind: kind), band.tokens, of: total, paint, bar: kind))
      guard band.name == "tools", tools.count > 1 else { continue }
      for tool in tools {
        table.add(cells(paint.span("  \(tool.name)", .dim), tool.tokens, of: total, paint, bar: nil))
      }
    }
    console.print(table, indent: 2)
    console.print()
    printFixed(console)
    printRequestsLeft(console)
    if !largest.isEmpty { printLargest(console) }
  }

  private func cells(
    _ name: Span, _ tokens: Int, of total: Int, _ paint: Paint, bar kind: Theme.Kind?
  ) -> [Table.Cell] {
    let whole = window?.value ?? total
    let share = whole > 0 ? Double(tokens) / Double(whole) : 0
    return [
      [name], [Span("~\(Words.grouped(tokens))", .plain)], [paint.span(Words.percent(share), .dim)],
      kind.map { [paint.span(Bars.text(share), kind: $0)] } ?? [],
    ]
  }

  private func printFixed(_ console: Console) {
    let paint = console.paint
    let part = share(fixed).map { ", \(Words.percent($0)) of the window" } ?? ""
    let isMuch = (share(fixed) ?? 0) > 0.25
    console.print([
      paint.span("  fixed cost     ", .dim),
      paint.span("~\(Words.count(fixed, "token")) with every request\(part)", isMuch ? .warning : nil),
    ])
  }

  private func printRequestsLeft(_ console: Console) {
    let paint = console.paint
    let text: String
    if let requestsLeft, let perRequest {
      text = "~\(Words.grouped(requestsLeft)), of ~\(Words.count(perRequest, "token")) each as so far"
    } else if window == nil {
      text = "? (name the window: --window N)"
    } else {
      text = "? (no request was answered yet)"
    }
    console.print([
      paint.span("  requests left  ", .dim), paint.span(text, (requestsLeft ?? 9) < 3 ? .warning : nil),
    ])
  }

  private func printLargest(_ console: Console) {
    console.print()
    console.print("  largest entries", .dim)
    var table = Table([.right, .left, .right])
    for item in largest {
      table.add([
        [console.paint.span("\(item.entry)", .dim)],
        [console.paint.span(item.summary.kind.words, kind: Theme.Kind(item.summary.kind))],
        [Span("~\(Words.grouped(Int(item.summary.tokens)))", .plain)],
      ])
    }
    console.print(table, indent: 2)
  }
}
