import PrefixCache
import ScriptedModel
import Testing
import Tokenizers
import Transcripts

/// Numbers from a seed (SplitMix64), the same everywhere.
struct SeededGenerator {
  var state: UInt64

  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
  }
}

/// What happens to a session before a request, and what the request asks for.
private struct Turn: CustomStringConvertible {
  enum Edit: Int { case none, dropFirst, dropLast, rewriteFirst, instruct, swap, startOver, forgetAnswer }
  enum Ask: Int { case text, tool, schema, script, cut }

  var edit: Edit
  var ask: Ask
  var text: Int

  var description: String { "\(edit).\(ask)(\(text))" }

  static let texts = [
    "Fold a crane.", "Fold a crane out of paper.", "Fold a frog, then say “done”.", "Cut 3 strips.",
    "Summarize it.", "",
  ]

  static func random(_ numbers: inout SeededGenerator) -> Turn {
    Turn(
      edit: Edit(rawValue: numbers.below(8)) ?? .none, ask: Ask(rawValue: numbers.below(5)) ?? .text,
      text: numbers.below(texts.count))
  }
}

@Suite struct LosslessProperties {
  private static let kinds: [CacheKind] = [
    .attention, .slidingWindow(24), .recurrent(), .recurrent(checkpointEvery: 16),
  ]

  private let tool = Transcript.ToolDefinition(
    "foldPaper", "Folds paper to a shape.", ["shape": "string", "steps": "integer"])
  private let schema = GenerationSchema(
    json: [
      "type": "object", "title": "Card",
      "properties": ["title": ["type": "string"], "size": ["type": "integer", "maximum": 9]],
      "required": ["title", "size"], "x-order": ["title", "size"],
    ])
  private let script: Script

  init() throws { script = try Script(json5: "[{ when: { prompt: 'frog' }, answer: 'Frogs are hard.' }]") }

  private func generator(_ kind: CacheKind, cached: Bool) -> ScriptedGenerator {
    ScriptedGenerator(
      configuration: ScriptedModelConfiguration(
        cacheKind: kind, cacheEnabled: cached, prefillRate: nil, decodeRate: nil, prefillChunk: 7,
        script: script))
  }

  /// The entry that a session makes of an answer.
  private func entry(_ outcome: Outcome, _ request: ScriptedGenerator.Request) throws -> Transcript.Entry? {
    if let call = outcome.calls.first {
      let pieces = call.split(separator: " ", maxSplits: 1).map(String.init)
      return .toolCalls(("c", pieces[0], pieces[1]))
    }
    guard request.schema != nil else { return .response(outcome.text) }
    guard let content = try? GeneratedContent(json: outcome.text) else { return .response(outcome.text) }
    let segment = Transcript.StructuredSegment(id: "s", schemaName: "Card", content: content)
    return .response(Transcript.Response(id: "R", assetIDs: [], segments: [.structure(segment)]))
  }

  /// What goes wrong in a session; nil when nothing does.
  private func fault(_ turns: [Turn], _ kind: CacheKind) async throws -> String? {
    let (cached, cold) = (generator(kind, cached: true), generator(kind, cached: false))
    var maker = ContextTokenizer(.stemma)
    var entries: [Transcript.Entry] = [.instructions("Be brief.")]
    for (step, turn) in turns.enumerated() {
      switch turn.edit {
      case .none: break
      case .dropFirst: if entries.count > 1 { entries.remove(at: 1) }
      case .dropLast: if entries.count > 1 { entries.removeLast() }
      case .rewriteFirst: if entries.count > 1 { entries[1] = .prompt(Turn.texts[turn.text] + " Again.") }
      case .instruct: entries[0] = .instructions(turn.text % 2 == 0 ? "Be brief." : "Be brief and kind.")
      case .swap: if entries.count > 2 { entries.swapAt(1, 2) }
      case .startOver: entries = [.instructions("Be brief.")]
      case .forgetAnswer: if entries.last?.kind == .response { entries.removeLast() }
      }
      entries.append(.prompt(Turn.texts[turn.text]))
      var request = ScriptedGenerator.Request(entries: entries)
      switch turn.ask {
      case .text, .script: break
      case .tool: (request.tools, request.toolCallingMode) = ([tool], .required)
      case .schema: request.schema = schema
      case .cut: request.maximumResponseTokens = 2
      }
      // The oracle: what is held, and what is asked, token by token.
      let held = cached.held
      let full = maker.context(of: entries, tools: request.tools).tokens
      let common = zip(held, full).prefix { $0 == $1 }.count
      let want = min(common, full.count - 1)
      let warm = try await cached.outcome(request)
      let anew = try await cold.outcome(request)
      guard let usage = warm.usage else {
        return "step \(step), \(turn): \(warm.failure.map(String.init(describing:)) ?? "no end")"
      }
      let allowed: Set<Int> =
        switch kind {
        case .attention: [want]
        // A refusal is all or nothing; which, the tests of the cache say.
        case .slidingWindow, .recurrent(nil): want == held.count ? [want] : [want, 0]
        case .recurrent: want == held.count ? [want] : Set((0...want).filter { $0 % 16 == 0 })
        }
      if !allowed.contains(usage[1]) {
        return "step \(step), \(turn): reused \(usage[1]), wanted \(want) of \(full.count)"
      }
      if warm.answer != anew.answer { return "step \(step), \(turn): the answers differ" }
      if anew.usage?[1] != 0 { return "step \(step), \(turn): a model without a cache reused something" }
      guard let made = try entry(warm, request) else { continue }
      entries.append(made)
      // C4: the cache ends where the answer ends, as the next request will have it.
      if turn.ask != .cut, cached.held != maker.context(of: entries, tools: request.tools).tokens {
        return "step \(step), \(turn): something else is held than the prompt and the answer"
      }
      if made.kind == .toolCalls { entries.append(.toolOutput("foldPaper", "It has 12 steps.")) }
    }
    return nil
  }

  @Test(
    "C7, C4: Over 2,000 random sessions, of every kind of cache, answers with reuse and without are the same")
  func lossless() async throws {
    var numbers = SeededGenerator(state: 2_027)
    for run in 0..<2_000 {
      let turns = (0..<2 + numbers.below(4)).map { _ in Turn.random(&numbers) }
      let kind = Self.kinds[run % Self.kinds.count]
      guard var fault = try await fault(turns, kind) else { continue }
      var few = turns
      var index = 0
      while index < few.count {
        var fewer = few
        fewer.remove(at: index)
        if let found = try await self.fault(fewer, kind) {
          (few, fault, index) = (fewer, found, 0)
        } else {
          index += 1
        }
      }
      Issue.record("run \(run), \(kind.name): \(fault); smallest: \(few)")
      return
    }
  }
}
