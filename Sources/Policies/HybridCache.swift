import PrefixCache
import Transcripts

/// What was sent, to models whose cache is one state that goes back nowhere (C3): Mamba, RWKV and the hybrids of them.
public struct HybridCache: Policy {
  public let name = "hybrid cache"
  public let about =
    "as recorded, with a recurrent cache: what does not continue the last context is prefilled whole"
  public let cache = CacheKind.recurrent()

  public init() {}

  public func sending(for step: CourseStep) -> Sending { step.sending(step.sent) }
}
