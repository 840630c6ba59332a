import Recordings
import Terminal

// Moving along the axis.

extension State {
  /// Puts the cursor on a snapshot; unless told otherwise, on any but the newest it stops following.
  mutating func moveCursor(to snapshot: Int, follows: Bool? = nil) {
    let target = min(max(0, snapshot), max(0, timeline.count - 1))
    if let follows { isFollowing = follows } else if target < timeline.count - 1 { isFollowing = false }
    guard target != cursor || lanes == nil else { return }
    cursor = target
    inspectorTop = 0
    showCursorInLanes()
  }

  mutating func step(by direction: Int) {
    spanStart = nil
    guard filter.selectsSteps else { return moveCursor(to: cursor + direction) }
    guard let next = firstMatching(from: cursor + direction, by: direction) else {
      notice = Notice(
        text: direction < 0 ? "nothing before this passes the filter" : "nothing after this passes the filter"
      )
      return
    }
    moveCursor(to: next)
  }

  /// The nearest snapshot from one on that passes the filter.
  func firstMatching(from snapshot: Int, by direction: Int) -> Int? {
    var place = snapshot
    while place >= 0, place < timeline.count {
      if !filter.selectsSteps || timeline.matches(filter, place) { return place }
      place += direction
    }
    return nil
  }

  mutating func stepRequest(by direction: Int) {
    spanStart = nil
    guard let request = timeline.request(of: cursor) else { return step(by: direction) }
    let first = timeline.firstSnapshot(ofRequest: request) ?? cursor
    // From inside a request, back means to its beginning.
    if direction < 0, cursor > first { return moveCursor(to: first) }
    var next = request + direction
    while next >= 0, next < timeline.requestIDs.count {
      if let snapshot = timeline.firstSnapshot(ofRequest: next) { return moveCursor(to: snapshot) }
      next += direction
    }
    moveCursor(to: direction < 0 ? 0 : timeline.count - 1)
  }

  mutating func stepLoss(by direction: Int) {
    var place = cursor + direction
    while place >= 0, place < timeline.count {
      if timeline.isLost(place) {
        moveCursor(to: place)
        show(.why)
        return
      }
      place += direction
    }
    notice = Notice(text: direction > 0 ? "no cache is lost after this" : "no cache was lost before this")
  }

  // MARK: Zoom

  var axis: LaneAxis { LaneAxis(timeline: timeline, width: laneWidth, zoom: zoom, scale: scale) }

  mutating func zoom(_ action: Action) {
    let old = axis
    switch action {
    case .zoomIn: zoom = min(zoom + 1, LaneAxis.deepestZoom(count: timeline.count, width: laneWidth))
    case .zoomOut: zoom = max(0, zoom - 1)
    case .fit: zoom = 0
    default:
      guard timeline.hasTimes else {
        notice = Notice(text: "this recording has no times: bars are to scale in tokens")
        return
      }
      scale = scale == .time ? .tokens : .time
      notice = Notice(text: scale == .time ? "bars to scale in time" : "bars to scale in tokens")
    }
    // The cursor stays where it was on the screen, as far as the ends allow.
    let column = old.columns(of: cursor, timeline).lowerBound - laneOffset
    laneOffset = axis.columns(of: cursor, timeline).lowerBound - column
    clampLanes()
    showCursorInLanes()
  }

  mutating func clampLanes() {
    laneOffset = min(max(0, laneOffset), max(0, axis.length - laneWidth))
  }

  /// Scrolls the lanes no further than needed to show the cursor's column.
  mutating func showCursorInLanes() {
    guard !timeline.isEmpty, cursor < timeline.count else { return }
    let axis = axis
    let width = laneWidth
    let column = axis.columns(of: cursor, timeline).lowerBound
    let margin = min(8, width / 4)
    if column < laneOffset + margin { laneOffset = column - margin }
    if column >= laneOffset + width - margin { laneOffset = column - width + margin + 1 }
    clampLanes()
  }
}
