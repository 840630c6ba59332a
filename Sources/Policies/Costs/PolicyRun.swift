import PrefixCache
import Recordings
import Transcripts

/// One policy on its way through a session, with the caches of its models.
struct PolicyRun {
  private(set) var cost: PolicyCost
  private var policy: any Policy
  private var caches: [String: Cache] = [:]
  /// What the last inference left of the history, its answer with it; nil before the first.
  private var left: CourseList?
  /// What the inferences took, for the time.
  private var taken = TakenTokens()

  /// The cache of a model, which holds the beginning of a list.
  private struct Cache {
    var reach: CacheReach
    var list = CourseList()
  }

  init(_ policy: any Policy, _ outline: CourseOutline) {
    var policy = policy
    cost = PolicyCost(name: policy.name, about: policy.about)
    do throws(PolicyObstacle) {
      try policy.begin(outline)
    } catch {
      cost.obstacle = error.words
    }
    self.policy = policy
  }

  /// Sends a step as the policy says, and lets the model answer what it answered.
  /// - Throws: `RecordingError` when an entry cannot be read.
  mutating func take(_ step: CourseStep) throws {
    guard cost.obstacle == nil else { return }
    let sending = policy.sending(for: step)
    let input = step.tokens(of: sending.entries)
    cost.peak = max(cost.peak, input)
    if let window = step.window, input > window {
      cost.overflows += 1
      return
    }
    var (cache, found) = try prepared(for: sending, input: input, step)
    cache.reach.feed(input - found.reused, of: input)
    let answered = step.tokens(of: step.answer)
    // An answer that was taken back is told by its count alone.
    var output = step.answer.isEmpty ? step.inference?.output?.value ?? 0 : answered
    if let window = step.window, input + output > window {
      cost.overflows += 1
      output = window - input
    }
    cache.list = sending.entries.followed(by: step.answer)
    cache.reach.feed(min(output, answered), of: input + answered)
    caches[sending.model] = cache
    if policy.rewritesHistory {
      var kept = sending.entries
      while kept.first.map(step.kind) == .instructions { kept = kept.dropFirst() }
      left = kept.followed(by: step.answer)
    }
    cost.inferences += 1
    cost.input += input
    cost.reused += found.reused
    cost.output += output
    taken.add(reused: found.reused, prefilled: input - found.reused, output: output)
  }

  /// Lets the model evaluate what the next request is expected to begin with (R9). The policy does not remember it: at the request it
  /// decides anew.
  /// - Throws: `RecordingError` when an entry cannot be read.
  mutating func warm(_ prewarm: CoursePrewarm) throws {
    guard cost.obstacle == nil else { return }
    let step = prewarm.step
    var sending: Sending
    if policy.rewritesHistory {
      // What a hook changes when a prompt comes is not changed yet.
      let history = left.map { $0.followed(by: prewarm.prefix) } ?? step.history
      sending = step.sending(step.instructions.followed(by: history))
    } else {
      var policy = policy
      sending = policy.sending(for: step)
    }
    let input = step.tokens(of: sending.entries)
    if let window = step.window, input > window { return }
    var (cache, found) = try prepared(for: sending, input: input, step)
    let prefilled = min(input - found.reused, prewarm.limit ?? .max)
    cache.reach.feed(prefilled, of: input)
    cache.list = sending.entries
    caches[sending.model] = cache
    cost.warmed += prefilled
  }

  /// The model's cache, gone back to what it has in common with what is sent.
  private func prepared(
    for sending: Sending, input: Int, _ step: CourseStep
  ) throws -> (cache: Cache, found: ModelCache.Preparation) {
    var cache = caches[sending.model] ?? Cache(reach: CacheReach(policy.cache))
    let common = try step.catalogue.commonPrefix(sending.entries, cache.list, limit: cache.reach.count)
    let found = cache.reach.prepare(input: input, common: common)
    return (cache, found)
  }

  /// The row, with its time.
  func finished(_ rates: CostRates) -> PolicyCost {
    var cost = cost
    cost.milliseconds = rates.milliseconds(taken)
    return cost
  }
}
