/// The one axis of all lanes: which columns each snapshot takes.
///
/// How this works: the whole session is laid out over `length` virtual columns, of which the screen shows a window.
/// Each snapshot has as many columns for itself as all can have (none, one, or a bar and a gap); what is left is shared
/// out by weight, in tokens or in time. Places are worked out from running sums, so nothing is stored.
struct LaneAxis: Sendable, Hashable {
  enum Scale: String, Sendable, Hashable {
    case tokens, time
  }

  let count: Int
  let length: Int
  let scale: Scale
  /// Columns that every snapshot has at least.
  private let minimum: Int
  private let total: Int64

  /// One snapshot is never wider than this at the zoom that fits.
  static let widest = 24

  init(timeline: Timeline, width: Int, zoom: Int, scale: Scale) {
    count = timeline.count
    self.scale = timeline.hasTimes ? scale : .tokens
    let fitted = max(1, min(width, count * Self.widest))
    length = fitted << zoom
    minimum = count == 0 ? 0 : length >= 3 * count ? 2 : length >= count ? 1 : 0
    total = max(1, (self.scale == .time ? timeline.timeWeights.last : timeline.tokenWeights.last) ?? 1)
  }

  /// The most that zooming in helps: no snapshot gets much wider than twice the widest.
  static func deepestZoom(count: Int, width: Int) -> Int {
    let fitted = max(1, min(width, count * widest))
    var zoom = 0
    while fitted << (zoom + 1) <= count * widest * 2 { zoom += 1 }
    return zoom
  }

  /// Whether snapshots share columns.
  var isCompressed: Bool { minimum == 0 }
  /// Whether every snapshot has a blank column at its end.
  var hasGaps: Bool { minimum == 2 }

  /// The virtual column at which a snapshot begins; `length` for the one after the last.
  func edge(_ snapshot: Int, _ timeline: Timeline) -> Int {
    let weights = scale == .time ? timeline.timeWeights : timeline.tokenWeights
    let before = Double(weights[snapshot])
    return snapshot * minimum + Int(before * Double(length - count * minimum) / Double(total))
  }

  /// The columns of a snapshot: at least one, which it may share.
  func columns(of snapshot: Int, _ timeline: Timeline) -> Range<Int> {
    let start = min(edge(snapshot, timeline), max(0, length - 1))
    return start..<max(start + 1, edge(snapshot + 1, timeline))
  }

  /// The snapshot that a virtual column shows; of several, the first.
  func snapshot(at column: Int, _ timeline: Timeline) -> Int {
    let after = Timeline.partition(0..<count) { edge($0, timeline) > column }
    let last = max(0, after - 1)
    let start = edge(last, timeline)
    guard isCompressed, start == column else { return last }
    return Timeline.partition(0..<last) { edge($0, timeline) >= column }
  }
}
