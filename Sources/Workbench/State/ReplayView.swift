import PrefixCache
import Recordings

/// Two sessions on one axis: the recorded one above the one that replays it.
struct ReplayView: Sendable {
  /// The step under the cursor: an inference of either session.
  var step = 0
}

extension State {
  mutating func openReplay() {
    guard let comparison = comparison?.comparison else { return }
    // Where something happens first.
    let first = comparison.steps.firstIndex { $0.sent != nil || $0.departs } ?? 0
    views.append(.replay(ReplayView(step: first)))
  }

  /// Moves along the axis of the replay view.
  mutating func moveReplay(_ action: Action) {
    guard case .replay(var view) = view, let steps = comparison?.comparison.steps, !steps.isEmpty else {
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
}

extension SessionComparison.Step {
  /// A cache lost in one of the sessions, or another answer.
  var isNews: Bool { departs || before?.cause.isLoss == true || after?.cause.isLoss == true }
}
