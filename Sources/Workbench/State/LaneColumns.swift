import PrefixCache
import Recordings

/// What the lanes show, column by column: worked out once for a zoom, a size and a state of the recording, and drawn
/// from as often as needed.
///
/// A column that stands for many snapshots shows the worst of them: the lowest hit rate, any loss, the fullest budget.
struct LaneColumns: Sendable {
  struct Column: Sendable {
    /// Snapshots that this column shows, at least in part.
    var snapshots: Range<Int32> = 0..<0
    /// What lies in this column of prefill and decode, in the axis' unit.
    var prefill: Float = 0
    var decode: Float = 0
    /// The lowest hit rate; nil where none is known.
    var hit: Float?
    /// The hit is of inferences that had nothing to lose.
    var isCold = true
    var isLost = false
    /// The most that one inference lost.
    var lostTokens: Int32 = 0
    var calls = 0
    var warnings: Int32 = 0
    /// A prewarm ran at the end of the column's last snapshot.
    var isWarmed = false
    /// Of the fullest snapshot.
    var tokens = KindTokens()
    /// Instructions of the first snapshot; 0 for none.
    var instructions: Int64 = 0
    /// Prefill that is still to be done, of a running inference.
    var pending: Float = 0
    /// Belongs to the running inference.
    var isGrowing = false
    /// A blank column after a snapshot.
    var isGap = false
    /// No snapshot here passes the filter.
    var isDimmed = false
  }

  /// What columns depend on.
  struct Key: Sendable, Hashable {
    var version: Int
    var axis: LaneAxis
    var offset: Int
    var width: Int
    var filter: String
  }

  let key: Key
  private(set) var columns: [Column]

  /// The same with the running inference at the end.
  func appending(_ tail: [Column]) -> LaneColumns {
    var all = self
    all.columns += tail
    return all
  }

  init(_ timeline: Timeline, axis: LaneAxis, offset: Int, width: Int, filter: Filter) {
    key = Key(version: timeline.version, axis: axis, offset: offset, width: width, filter: filter.source)
    columns = Array(repeating: Column(), count: max(0, min(width, axis.length - offset)))
    guard axis.count > 0, !columns.isEmpty else { return }
    let selects = filter.selectsSteps
    if selects { for index in columns.indices { columns[index].isDimmed = true } }
    var snapshot = axis.snapshot(at: offset, timeline)
    while snapshot < axis.count {
      let span = axis.columns(of: snapshot, timeline)
      if span.lowerBound >= offset + columns.count { break }
      let matches = !selects || timeline.matches(filter, snapshot)
      add(snapshot, span, timeline, matches: matches)
      snapshot += 1
    }
  }

  private mutating func add(_ snapshot: Int, _ span: Range<Int>, _ timeline: Timeline, matches: Bool) {
    let first = span.lowerBound - key.offset
    let shown = max(0, first)..<min(columns.count, span.upperBound - key.offset)
    guard !shown.isEmpty else { return }
    let hasGap = key.axis.hasGaps
    for index in shown {
      fold(snapshot, into: index, timeline)
      if matches { columns[index].isDimmed = false }
      columns[index].isGap = hasGap && index == span.upperBound - key.offset - 1
    }
    let inferences = timeline.inferenceRange(of: snapshot)
    if first >= 0, first < columns.count {
      for index in inferences { columns[first].calls += Int(timeline.inferences[index].calls) }
      columns[first].warnings += timeline.warnings[Int32(snapshot)] ?? 0
    }
    let last = span.upperBound - 1 - key.offset
    if last >= 0, last < columns.count, timeline.prewarms[Int32(snapshot)] != nil {
      columns[last].isWarmed = true
    }
    addBars(inferences, first..<(span.upperBound - key.offset - (hasGap ? 1 : 0)), timeline)
    for index in inferences where timeline.inferences[index].isLost {
      // A loss stands where its snapshot begins; one that began left of the screen is still shown.
      let column = min(max(0, first), columns.count - 1)
      columns[column].isLost = true
      columns[column].lostTokens = max(columns[column].lostTokens, timeline.inferences[index].lost)
    }
  }

  private mutating func fold(_ snapshot: Int, into index: Int, _ timeline: Timeline) {
    let isFirst = columns[index].snapshots.isEmpty
    if isFirst {
      columns[index].snapshots = Int32(snapshot)..<Int32(snapshot + 1)
      columns[index].instructions = timeline.instructions[snapshot]
      columns[index].tokens = timeline.tokens[snapshot]
    } else {
      columns[index].snapshots = columns[index].snapshots.lowerBound..<Int32(snapshot + 1)
      if timeline.tokens[snapshot].total > columns[index].tokens.total {
        columns[index].tokens = timeline.tokens[snapshot]
      }
    }
    for inference in timeline.inferenceRange(of: snapshot) {
      let inference = timeline.inferences[inference]
      if inference.cause != .cold { columns[index].isCold = false }
      guard let hit = inference.hitRate.map(Float.init) else { continue }
      columns[index].hit = min(columns[index].hit ?? 1, hit)
    }
  }

  /// Lays the prefill and decode of a snapshot's inferences, one after the other, over its columns.
  private mutating func addBars(_ inferences: Range<Int>, _ columns: Range<Int>, _ timeline: Timeline) {
    guard !columns.isEmpty else { return }
    let byTime = key.axis.scale == .time
    var pieces: [(prefill: Bool, weight: Float)] = []
    var total: Float = 0
    for index in inferences {
      let inference = timeline.inferences[index]
      let prefill = byTime ? Float(max(0, inference.prefillTime)) : Float(inference.prefillTokens)
      let decode = byTime ? Float(max(0, inference.decodeTime)) : Float(max(0, inference.output))
      if prefill > 0 { pieces.append((true, prefill)) }
      if decode > 0 { pieces.append((false, decode)) }
      total += prefill + decode
    }
    guard total > 0 else { return }
    var before: Float = 0
    for piece in pieces {
      let scale = Float(columns.count) / total
      var start = before * scale
      before += piece.weight
      var end = before * scale
      // With room enough a bar changes colour between two columns, not inside of one.
      if columns.count >= 2 * pieces.count {
        start = start.rounded()
        end = end.rounded()
      }
      deal(piece.prefill, columns.lowerBound, start, end)
    }
    if columns.count >= 2 * pieces.count { restoreShortest(pieces, columns) }
  }

  private mutating func deal(_ isPrefill: Bool, _ origin: Int, _ start: Float, _ end: Float) {
    var place = start
    while place < end {
      let next = min(end, place.rounded(.down) + 1)
      let index = origin + Int(place)
      if columns.indices.contains(index) {
        if isPrefill { columns[index].prefill += next - place } else { columns[index].decode += next - place }
      }
      place = next
    }
  }

  /// Rounding may leave no column for a short prefill or decode at the ends: give it one.
  private mutating func restoreShortest(_ pieces: [(prefill: Bool, weight: Float)], _ range: Range<Int>) {
    func set(_ index: Int, _ isPrefill: Bool, _ columns: inout [Column]) {
      guard columns.indices.contains(index) else { return }
      columns[index].prefill = isPrefill ? 1 : 0
      columns[index].decode = isPrefill ? 0 : 1
    }
    if let first = pieces.first { set(range.lowerBound, first.prefill, &columns) }
    if pieces.count > 1, let last = pieces.last { set(range.upperBound - 1, last.prefill, &columns) }
  }
}
