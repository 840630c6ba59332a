import Recordings
import Replays
import Scenarios
import Synchronization
import Workbench

/// Binds the workbench to a replay that takes its time: it is watched, and X cancels it; what there is then is compared.
final class ReplayControl: SessionControl {
  private let replay: SessionReplay
  /// Compares what there is, once no more comes.
  private let compare: @Sendable () throws -> ComparedSessions

  private struct State {
    var hear: (@Sendable (ControlNews) -> Void)?
    var run: Task<Void, Never>?
    var progress: SessionReplay.Progress?
    var isOver = false
  }
  /// The screen's thread and the replay's meet here.
  private let own = Mutex(State())

  /// - Parameter compare: called on another thread than the screen's.
  init(_ replay: SessionReplay, compare: @escaping @Sendable () throws -> ComparedSessions) {
    self.replay = replay
    self.compare = compare
  }

  /// Cancels what is left of the replay, and waits until nothing more is recorded.
  func finish() {
    guard let run = own.withLock({ $0.run }) else { return }
    if !own.withLock({ $0.isOver }) { replay.cancel() }
    Waiting.result { await run.value }
  }

  // MARK: SessionControl

  var state: ControlState {
    let driven = replay.driver.state
    let (progress, isOver) = own.withLock { ($0.progress, $0.isOver) }
    return ControlState(
      // Between two prompts it is a replay, too.
      isResponding: !isOver,
      variables: driven.variables.map { ControlState.Variable(name: $0.name, value: $0.value, choices: []) },
      models: driven.models.map {
        ControlState.Model(
          name: $0.name, availability: $0.availability, availabilityChoices: [], quota: $0.quota,
          quotaChoices: [])
      },
      script: progress.map {
        ControlState.Script(
          next: isOver ? nil : $0.prompt, done: $0.done, count: $0.total, isRunning: !isOver)
      })
  }

  /// The replay begins when there is somebody to see it.
  func connect(_ hear: @escaping @Sendable (ControlNews) -> Void) {
    own.withLock { own in
      own.hear = hear
      guard own.run == nil else { return }
      own.run = Task.detached { [replay, weak self] in
        let outcome = await replay.run { [weak self] in self?.report($0) }
        self?.end(outcome)
      }
    }
  }

  func perform(_ command: ControlCommand) {
    switch command {
    case .cancel: replay.cancel()
    default: tell(.trouble("a replay says and does what was recorded; X cancels it"))
    }
    tell(.changed)
  }

  // MARK: News

  private func tell(_ news: ControlNews) { own.withLock { $0.hear }?(news) }

  private func report(_ progress: SessionReplay.Progress) {
    own.withLock { $0.progress = progress }
    tell(.changed)
    tell(.notice("replaying prompt \(progress.done + 1) of \(progress.total): \(progress.prompt)"))
  }

  private func end(_ outcome: SessionReplay.Outcome) {
    own.withLock { own in
      own.isOver = true
      if let total = own.progress?.total { own.progress?.done = total - outcome.unsent }
    }
    tell(.changed)
    do {
      tell(.compared(try compare()))
    } catch {
      return tell(.trouble("\(error)"))
    }
    if outcome.isCancelled {
      tell(.notice("cancelled: \(Words.count(outcome.unsent, "prompt")) not sent; r compares what there is"))
    } else if let failure = outcome.failures.first {
      tell(.trouble("a request failed: \(failure)"))
    } else {
      tell(.notice("replayed; r compares the two"))
    }
  }
}
