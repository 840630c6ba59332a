import PrefixCache
import Recordings

/// Losses of the same kind at the same place: what a clock in the instructions does on every request.
struct LossGroup {
  private(set) var all: [InferenceRow]

  var first: InferenceRow { all[0] }
  var lostTokens: Int { all.reduce(0) { $0 + $1.lostTokens } }

  /// Bytes by which the places of one group may differ: a clock's minutes and its hours.
  private static let reach = 32

  private struct Place: Hashable {
    var cause: CacheCause
    var entry: Int?
    var part: String?
    /// From what to what, of a switch.
    var change: String?
  }

  /// The dearest first; equally dear ones in the order of the session.
  static func groups(of losses: some Sequence<InferenceRow>, _ switches: Switches) -> [LossGroup] {
    var groups: [LossGroup] = []
    var known: [Place: [Int]] = [:]
    for loss in losses {
      let place = Place(
        cause: loss.cause, entry: loss.divergence?.entry, part: loss.divergence?.part,
        change: switches[loss])
      let byte = loss.divergence?.byte ?? 0
      let near = known[place]?.first { abs((groups[$0].first.divergence?.byte ?? 0) - byte) <= reach }
      if let near {
        groups[near].all.append(loss)
      } else {
        known[place, default: []].append(groups.count)
        groups.append(LossGroup(all: [loss]))
      }
    }
    return groups.enumerated()
      .sorted { ($1.element.lostTokens, $0.offset) < ($0.element.lostTokens, $1.offset) }
      .map(\.element)
  }
}
