import PrefixCache
import Recordings
import Transcripts

/// One policy on its way through a session, with the caches of its models.
struct PolicyRun {
  private(set) var cost: PolicyCost
  private var policy: any Policy
  private var caches: [String: ModelCache] = [:]
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
    var output = step.answer.isEmpty ? step.inference.output?.value ?? 0 : answered
    if let window = step.window, context.count + output > window {
      cost.overflows += 1
      output = window - context.count
    }
    for entry in step.answer { cache.append(entry.block) }
    cache.feed(min(output, answered))
    caches[sending.model] = cache
    cost.inferences += 1
    cost.input += found.input
    cost.reused += found.reused
    cost.output += output
    taken.append((found.reused, found.input - found.reused, output))
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
