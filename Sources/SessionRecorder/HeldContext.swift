import PrefixCache
import Recordings
import SessionEngine

/// A list of entries as a model is sent it, side by side with where the recording has them.
struct SentContext {
  var ids: [EntryID] = []
  var contexts: [ContextEntry] = []

  mutating func append(_ entry: RecordedEntry) {
    ids.append(entry.id)
    contexts.append(entry.context)
  }

  mutating func append(_ range: Range<Int>, of transcript: RecordedTranscript) {
    ids.append(contentsOf: transcript.ids[range])
    contexts.append(contentsOf: transcript.contexts[range])
  }

  func tokens(_ range: Range<Int>) -> Int {
    contexts[range.clamped(to: contexts.indices)].reduce(0) { $0 + Int($1.tokens) }
  }
}

/// What the cache of one model holds after its last inference, and what the engine knew then (C5).
struct HeldContext {
  /// What was sent, and the answer to it.
  var context: SentContext
  var profile: String
  var toolCallingMode: String?
  /// True when the model was not sent the transcript as it stood.
  var isTransformed: Bool
  /// How often the transcript had been changed anywhere but at its end.
  var rewrites: Int
  /// Of a prewarm that was cut short: so many tokens of the context are held.
  var evaluated: Int?
  /// The last entry is the beginning of a prompt, which is to part there from the whole one.
  var endsOpen = false

  var forbidsTools: Bool { toolCallingMode == "disallowed" }
}

/// Finds out why an inference reuses what it does: what the engine knows comes first, then what the two
/// contexts tell (C6).
struct LiveCause {
  /// What the inference's model was sent now, in the same terms as what it holds.
  var wanted: HeldContext
  /// Nil when the model has not answered in this session.
  var held: HeldContext?
  /// What the model that answered last holds, where it is another one.
  var otherModel: HeldContext?
  /// Entries that the session began with, from an earlier life.
  var restored: Int

  /// - Parameter comparison: of what `held` holds with what is wanted.
  func reuse(comparing comparison: (HeldContext) throws -> CacheComparison) rethrows -> CacheReuse {
    let context = wanted.context
    guard let held else {
      var reuse = CacheReuse(
        appendingTo: 0, wanted: context.ids.count, isFirst: true, tokens: context.tokens)
      if let otherModel {
        let common = zip(otherModel.context.contexts, context.contexts).prefix { $0.content == $1.content }
        reuse.cause = .modelSwitch
        reuse.lostTokens = common.reduce(0) { $0 + Int($1.1.tokens) }
      } else if restored > 0 {
        reuse.cause = .restored
        reuse.lostTokens = context.tokens(0..<min(restored, context.ids.count))
      }
      return reuse
    }
    var reuse = CacheReuse(
      try comparison(held), held: held.context.ids.count, wanted: context.ids.count, tokens: context.tokens)
    if held.evaluated != nil || held.endsOpen { warm(&reuse, from: held) }
    guard reuse.cause != .appended else { return reuse }
    let told = reuse.cause
    if held.profile != wanted.profile {
      reuse.cause = .profileSwitch
    } else if [.toolAdded, .toolRemoved].contains(told), held.forbidsTools != wanted.forbidsTools {
      // Where calls are disallowed no tool is sent (R4).
      reuse.cause = .modeFlip
    } else if held.rewrites == wanted.rewrites, held.isTransformed || wanted.isTransformed {
      // The transcript only grew: what moved is what the transform makes of it.
      reuse.cause = .transform
    }
    if reuse.cause != told, told == .cold {
      // Not one token in common is a loss all the same when it is known what took it away.
      reuse.lostTokens = max(0, context.tokens(context.ids.indices) - reuse.tokens - reuse.newTokens)
    }
    return reuse
  }

  /// What a prewarm did not come to was never held, and its prompt had no end: neither is a loss.
  private func warm(_ reuse: inout CacheReuse, from held: HeldContext) {
    let count = held.context.ids.count
    var whole = 0
    if let evaluated = held.evaluated {
      // Entries that are held from their first to their last token.
      var tokens = 0
      while whole < count, tokens + Int(held.context.contexts[whole].tokens) <= evaluated {
        tokens += Int(held.context.contexts[whole].tokens)
        whole += 1
      }
    } else {
      whole = count
    }
    let last = held.endsOpen && whole == count ? count - 1 : whole
    guard reuse.position >= last || reuse.tokens >= held.evaluated ?? .max else { return }
    reuse.tokens = min(reuse.tokens, held.evaluated ?? .max)
    reuse.position = min(reuse.position, whole)
    (reuse.cause, reuse.divergence, reuse.lostTokens, reuse.removed) = (.appended, nil, 0, 0)
    reuse.inserted = wanted.context.ids.count - reuse.position
    reuse.newTokens = wanted.context.tokens(reuse.position..<wanted.context.ids.count)
  }
}

extension CacheReuse {
  /// The cause in the light of what the model says it reused.
  ///
  /// Counts of ours and of the model differ by some tokens; less than half of what was to be had is another
  /// story: a cache that had only to go on was not there any more, and one that would have had to be cut
  /// refused it (C2), if that cost more than the difference itself.
  ///
  /// And where nothing was expected to be held, the model may know better: it was warmed up, or the session was
  /// recorded from its middle on.
  func cause(whenReusing reused: Int, of input: Int) -> CacheCause {
    if cause == .cold || cause == .restored { return reused * 2 >= input && reused > 0 ? .appended : cause }
    guard tokens > 0, reused * 2 < tokens else { return cause }
    if cause == .appended { return .evicted }
    return removed > 0 && cause.isLoss && tokens - reused > lostTokens ? .refused : cause
  }
}
