import PrefixCache
import Testing
import Tokenizers
import Transcripts

/// What happens to a conversation between two requests, and how the request goes.
private enum Edit: CustomStringConvertible {
  case append(kind: Int, text: Int)
  case keepAnswer
  case dropFirst, dropLast
  case rewrite(Int, text: Int)
  case swap(Int)
  case instruct(text: Int)
  /// A request that is answered, or stopped after so many tokens.
  case request(stopAfter: Int?)

  var description: String {
    switch self {
    case .append(let kind, let text): "append(\(kind), \(text))"
    case .keepAnswer: "keepAnswer"
    case .dropFirst: "dropFirst"
    case .dropLast: "dropLast"
    case .rewrite(let index, let text): "rewrite(\(index), \(text))"
    case .swap(let index): "swap(\(index))"
    case .instruct(let text): "instruct(\(text))"
    case .request(let stop): stop.map { "request(stopAfter: \($0))" } ?? "request"
    }
  }

  static func random(_ numbers: inout SeededGenerator) -> Edit {
    switch numbers.below(12) {
    case 0, 1: .append(kind: numbers.below(3), text: numbers.below(texts.count))
    case 2: .keepAnswer
    case 3: .dropFirst
    case 4: .dropLast
    case 5: .rewrite(numbers.below(8), text: numbers.below(texts.count))
    case 6: .swap(numbers.below(8))
    case 7: .instruct(text: numbers.below(texts.count))
    case 8: .request(stopAfter: numbers.below(30))
    default: .request(stopAfter: nil)
    }
  }

  /// Texts that begin alike, so that contexts part in the middle of them.
  static let texts = [
    "Fold", "Fold the paper", "Fold the paper in half.", "Fold the paper in quarters, then open it again.",
    "",
    "Cut along the dotted line.", "Cut along the dashed line.", "紙を折る。", "{\"steps\":12}",
  ]
}

/// A cache as somebody would write it who has all the time in the world: arrays, sets, and one token at a time.
private struct NaiveCache {
  let kind: CacheKind
  var held: [ContextToken] = []
  var rows: Set<Int> = []
  var copies: Set<Int> = []

  init(_ kind: CacheKind) { self.kind = kind }

  mutating func reuse(_ full: [ContextToken]) -> Int {
    var common = 0
    while common < full.count, common < held.count, full[common] == held[common] { common += 1 }
    var kept = min(common, full.count - 1)
    if kept < 0 { kept = 0 }
    if kept < held.count {
      switch kind {
      case .attention: break
      case .slidingWindow: if !rows.contains(kept - 1) { kept = 0 }
      case .recurrent: kept = copies.filter { $0 <= kept }.max() ?? 0
      }
    }
    held = Array(held.prefix(kept))
    rows = rows.filter { $0 < kept }
    copies = copies.filter { $0 <= kept }
    return kept
  }

  mutating func feed(_ token: ContextToken) {
    rows.insert(held.count)
    held.append(token)
    if case .slidingWindow(let size) = kind { rows.remove(held.count - 1 - size) }
    if case .recurrent(let every?) = kind, held.count % every == 0 { copies.insert(held.count) }
  }
}

@Suite struct ReuseProperties {
  static let kinds: [CacheKind] = [
    .attention, .slidingWindow(6), .slidingWindow(40), .recurrent(), .recurrent(checkpointEvery: 8),
  ]

  /// What goes wrong in a run of edits; nil when the cache and the naive one agree at every request.
  private func fault(_ edits: [Edit], _ kind: CacheKind, _ maker: inout ContextTokenizer) -> String? {
    var entries: [Transcript.Entry] = []
    var answer: Transcript.Entry?
    var cache = ModelCache(kind)
    var naive = NaiveCache(kind)
    for (step, edit) in edits.enumerated() {
      switch edit {
      case .append(let kind, let text): entries.append(entry(kind, Edit.texts[text]))
      case .keepAnswer: if let answer { entries.append(answer) }
      case .dropFirst: if !entries.isEmpty { entries.removeFirst() }
      case .dropLast: if !entries.isEmpty { entries.removeLast() }
      case .rewrite(let index, let text):
        if index < entries.count { entries[index] = entry(index % 3, Edit.texts[text]) }
      case .swap(let index): if index + 1 < entries.count { entries.swapAt(index, index + 1) }
      case .instruct(let text):
        let instructions = Transcript.Entry(json: Written.instructions(Edit.texts[text]).json)
        if entries.first?.kind == .instructions {
          entries[0] = instructions
        } else {
          entries.insert(instructions, at: 0)
        }
      case .request(let stop):
        let full = maker.context(of: entries)
        let expected = naive.reuse(full.tokens)
        let found = cache.prepare(for: full)
        if found.reused != expected || found.input != full.count {
          return "step \(step), \(edit): reused \(found.reused), expected \(expected) of \(full.count)"
        }
        let reply = Edit.texts[step % Edit.texts.count]
        let block = maker.block(of: entry(1, reply))
        answer = entry(1, reply)
        var budget = stop ?? .max
        var toFeed = full.tokens.dropFirst(expected) + block.tokens
        cache.append(block)
        while budget > 0, let token = toFeed.popFirst() {
          naive.feed(token)
          budget -= 1
        }
        // In chunks, as a model is fed.
        while cache.count < naive.held.count { cache.feed(min(5, naive.held.count - cache.count)) }
        if cache.held != naive.held { return "step \(step), \(edit): other tokens are held" }
      }
    }
    return nil
  }

  private func entry(_ kind: Int, _ text: String) -> Transcript.Entry {
    Transcript.Entry(
      json: (kind == 0 ? Written.prompt(text) : kind == 1 ? .response(text) : .toolOutput("f", text)).json)
  }

  /// Leaves out edits for as long as something still goes wrong.
  private func smallest(_ edits: [Edit], _ kind: CacheKind, _ maker: inout ContextTokenizer) -> [Edit] {
    var edits = edits
    var index = 0
    while index < edits.count {
      var fewer = edits
      fewer.remove(at: index)
      if fault(fewer, kind, &maker) != nil {
        edits = fewer
        index = 0
      } else {
        index += 1
      }
    }
    return edits
  }

  @Test(
    "C2, C3, C4: Over 2,000 random runs of edits, what every kind of cache reuses is what the naive one does")
  func oracle() {
    var numbers = SeededGenerator(state: 27)
    var maker = ContextTokenizer(.stemma)
    var reusedSomething = 0
    for run in 0..<2_000 {
      let edits = (0..<6 + numbers.below(14)).map { _ in Edit.random(&numbers) }
      for kind in Self.kinds {
        guard let fault = fault(edits, kind, &maker) else { continue }
        let few = smallest(edits, kind, &maker)
        Issue.record(
          "run \(run), \(kind.name): \(fault); smallest: \(few): \(self.fault(few, kind, &maker) ?? "")")
        return
      }
      if edits.count(where: { if case .request = $0 { true } else { false } }) > 1 { reusedSomething += 1 }
    }
    // The runs are worth something only if most of them come back to the cache.
    #expect(reusedSomething > 1_000)
  }
}
