import PrefixCache
import Recordings

/// Two sessions on one axis: the recorded one above the one that replays it.
struct ReplayView: Sendable {
  /// The pair of sessions that is shown.
  var pair = 0
  /// The step under the cursor: an inference of either session.
  var step = 0
}

extension State {
  mutating func openReplay() {
    guard let comparison = comparison?.comparison, !comparison.pairs.isEmpty else { return }
    // Where something happens first.
    let place = comparison.pairs.firstIndex { $0.comparison.firstNews != nil }
    views.append(.replay(view(ofPair: place ?? 0)))
  }

  /// The pair of sessions that the replay view shows.
  func pair(of view: ReplayView) -> RecordingComparison.Pair? {
    guard let pairs = comparison?.comparison.pairs, pairs.indices.contains(view.pair) else { return nil }
    return pairs[view.pair]
  }

  private func view(ofPair index: Int) -> ReplayView {
    ReplayView(pair: index, step: comparison?.comparison.pairs[index].comparison.firstNews ?? 0)
  }

  // MARK: From session to session

  /// Pairs of sessions that tool calls of the one shown began.
  var replayChildren: [Int] {
    guard case .replay(let view) = view, let pairs = comparison?.comparison.pairs else { return [] }
    return pairs.indices.filter { pairs[$0].parent == view.pair }
  }

  /// The pair above the one shown.
  var replayParent: Int? {
    guard case .replay(let view) = view else { return nil }
    return pair(of: view)?.parent
  }

  mutating func chooseReplay(_ action: Action) {
    guard case .replay(let view) = view, let pairs = comparison?.comparison.pairs, !pairs.isEmpty else {
      return
    }
    let chosen: Int?
    switch action {
    case .nextSession: chosen = (view.pair + 1) % pairs.count
    case .previousSession: chosen = (view.pair + pairs.count - 1) % pairs.count
    case .childSession:
      // The one that a call of this pass began, else the first.
      let calls = Set(pair(of: view)?.comparison.calls(at: view.step) ?? [])
      let children = replayChildren
      chosen =
        children.first { child in
          let session = (pairs[child].before ?? pairs[child].after)?.session
          return session?.parentCall.map(calls.contains) == true
        } ?? children.first
    case .parentSession: chosen = replayParent
    default: chosen = nil
    }
    if let chosen, pairs.indices.contains(chosen) { replaceView(.replay(self.view(ofPair: chosen))) }
  }

  // MARK: From inference to inference

  /// Moves along the axis of the replay view.
  mutating func moveReplay(_ action: Action) {
    guard case .replay(var view) = view, let steps = pair(of: view)?.comparison.steps, !steps.isEmpty else {
      return
    }
    let last = steps.count - 1
    func request(_ step: Int) -> Int { steps[step].request }
    switch action {
    case .stepBack: view.step -= 1
    case .stepForward: view.step += 1
    case .oldest, .top, .pageUp: view.step = 0
    case .newest, .bottom, .pageDown: view.step = last
    case .requestBack, .up:
      let start = steps.firstIndex { $0.request == request(view.step) } ?? 0
      // From inside a request, back means to its beginning.
      view.step =
        start < view.step || start == 0
        ? start : steps.firstIndex { $0.request == request(start - 1) } ?? 0
    case .requestForward, .down:
      view.step = steps.firstIndex { $0.request > request(view.step) } ?? last
    case .nextLoss:
      view.step = (view.step + 1..<max(view.step + 1, steps.count)).first { steps[$0].isNews } ?? view.step
    case .previousLoss: view.step = (0..<view.step).last { steps[$0].isNews } ?? view.step
    default: break
    }
    view.step = min(max(0, view.step), last)
    replaceView(.replay(view))
  }

  /// Goes to where the pass under the cursor is in the replay's recording, which may be another session than the one on screen.
  mutating func goToReplayed(_ view: ReplayView) -> [Effect] {
    guard let pair = pair(of: view), pair.comparison.steps.indices.contains(view.step),
      let row = pair.comparison.steps[view.step].after,
      let index = sessions.firstIndex(where: { $0.id == row.session })
    else {
      notice = Notice(text: "the replay did not come here")
      return []
    }
    views = [.main]
    guard index == session else {
      let effects = chooseSession(index)
      places[row.session] = row.snapshot
      return effects
    }
    if let place = timeline.index(of: row.snapshot) { moveCursor(to: place) }
    return []
  }
}

extension SessionComparison {
  /// The first step that parts from the recording.
  fileprivate var firstNews: Int? { steps.firstIndex { $0.sent != nil || $0.departs } }

  /// Ids of the calls that a step made, in either session.
  fileprivate func calls(at step: Int) -> [String] {
    steps.indices.contains(step) ? steps[step].callIDs : []
  }
}

extension SessionComparison.Step {
  /// A cache lost in one of the sessions, or another answer.
  var isNews: Bool { departs || before?.cause.isLoss == true || after?.cause.isLoss == true }
}
