import PrefixCache
import Recordings
import Transcripts

/// One policy on its way through a session, with the caches of its models.
struct PolicyRun {
  private(set) var cost: PolicyCost
  private var policy: any Policy
  private var caches: [String: ModelCache] = [:]
  /// What the last inference left of the history, its answer with it; nil before the first.
  private var left: [CourseEntry]?
  /// What each inference took, for the time.
  private var taken: [(reused: Int, prefilled: Int, output: Int)] = []

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
  mutating func take(_ step: CourseStep, making make: (Transcript.Instructions) -> CourseEntry?) {
    guard cost.obstacle == nil else { return }
    let sending = policy.sending(for: step, making: make)
    let context = sending.context
    cost.peak = max(cost.peak, context.count)
    if let window = step.window, context.count > window {
      cost.overflows += 1
      return
    }
    var cache = caches.removeValue(forKey: sending.model) ?? ModelCache(policy.cache)
    let found = cache.prepare(for: context)
    cache.feed(found.input - found.reused)
    let answered = step.answer.tokens
    // An answer that was taken back is told by its count alone.
    var output = step.answer.isEmpty ? step.inference?.output?.value ?? 0 : answered
    if let window = step.window, context.count + output > window {
      cost.overflows += 1
      output = window - context.count
    }
    for entry in step.answer { cache.append(entry.block) }
    cache.feed(min(output, answered))
    caches[sending.model] = cache
    if policy.rewritesHistory {
      left = sending.entries.filter { $0.kind != .instructions } + step.answer
    }
    cost.inferences += 1
    cost.input += found.input
    cost.reused += found.reused
    cost.output += output
    taken.append((found.reused, found.input - found.reused, output))
  }

  /// Lets the model evaluate what the next request is expected to begin with (R9). The policy does not remember it: at the request it
  /// decides anew.
  mutating func warm(_ prewarm: CoursePrewarm, making make: (Transcript.Instructions) -> CourseEntry?) {
    guard cost.obstacle == nil else { return }
    let step = prewarm.step
    var sending: Sending
    if policy.rewritesHistory {
      // What a hook changes when a prompt comes is not changed yet.
      let prefix = prewarm.prefix.map { [$0] } ?? []
      sending = step.sending(
        (step.instructions.map { [$0] } ?? []) + (left.map { $0 + prefix } ?? step.history))
    } else {
      var policy = policy
      sending = policy.sending(for: step, making: make)
    }
    let context = sending.context
    if let window = step.window, context.count > window { return }
    var cache = caches.removeValue(forKey: sending.model) ?? ModelCache(policy.cache)
    let found = cache.prepare(for: context)
    let prefilled = min(found.input - found.reused, prewarm.limit ?? .max)
    cache.feed(prefilled)
    caches[sending.model] = cache
    cost.warmed += prefilled
  }

  /// The row, with its time.
  func finished(_ rates: CostRates) -> PolicyCost {
    var cost = cost
    cost.milliseconds = taken.reduce(0) {
      $0 + rates.milliseconds(reused: $1.reused, prefilled: $1.prefilled, output: $1.output)
    }
    return cost
  }
}
