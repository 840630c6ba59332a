import ScriptedModel
import Transcripts

/// The prewarms of a scripted generator: at most one at a time; none outlives this.
package final class ScriptedPrewarming: Sendable {
  private struct Run {
    var task: Task<Void, Never>
    /// It runs in a time that takes none.
    var isTimeless: Bool
  }

  private let run = Locked<Run?>(nil)

  package init() {}

  /// Prefills `transcript` in the background, until a request or another prewarm comes (R9).
  ///
  /// - Parameter origin: Where its tokens come from, as for `ScriptedDelivery`.
  package func begin(_ transcript: Transcript, in generator: ScriptedGenerator, counting origin: Origin) {
    let tools = transcript.leadingInstructions?.toolDefinitions ?? []
    let telemetry = PrewarmTelemetry.current
    let isTimeless = ModelClock.current is VirtualClock
    let task = Task {
      do {
        try await generator.prewarm(entries: transcript.entries, tools: tools) { input, reused, prefilled in
          telemetry?.report(
            input: Quantity(input, origin), reused: Quantity(reused, origin),
            prefilled: Quantity(prefilled, origin))
        }
        telemetry?.finish()
      } catch is CancellationError {
        telemetry?.end(.cancelled)
      } catch {
        // A prefix that does not fit is told to whoever asks for an answer to it, too.
        telemetry?.fail((error as? ScriptedFailure)?.asLanguageModelError ?? error)
      }
    }
    telemetry?.running(task, takesNoTime: isTimeless)
    replace(with: Run(task: task, isTimeless: isTimeless))
  }

  private func replace(with next: Run?) {
    let previous = run.withLock { run in
      defer { run = next }
      return run
    }
    previous?.task.cancel()
  }

  /// A request is more urgent (R9). Only in a time that takes none, a prewarm has always had the time it needs: the same in every run.
  /// It is the prewarm's time that counts: one that waits on a clock that stands still is never done.
  package nonisolated(nonsending) func end() async {
    if let run = run.withLock({ $0 }), run.isTimeless { await run.task.value }
    replace(with: nil)
  }

  deinit { replace(with: nil) }
}
