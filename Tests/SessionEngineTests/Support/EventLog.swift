import SessionEngine
import Transcripts

/// Writes down what a session announces.
final class EventLog: SessionObserver {
  private let heard = Locked<[(SessionIdentity, SessionEvent)]>([])

  func observe(_ event: SessionEvent, of session: SessionIdentity) {
    heard.withLock { $0.append((session, event)) }
  }

  var events: [SessionEvent.Kind] { heard.withLock { $0.map(\.1.kind) } }
  var identities: [SessionIdentity] { heard.withLock { $0.map(\.0) } }

  /// One short line an event.
  var lines: [String] { heard.withLock { $0.map { line($0.1.kind) } } }

  private func line(_ kind: SessionEvent.Kind) -> String {
    switch kind {
    case .started(let transcript): "started \(transcript.count)"
    case .transcript(let change):
      "transcript \(change.cause.rawValue) @\(change.position) -\(change.removed) +\(change.inserted.count) =\(change.count)"
    case .requestStarted(let start): "request \(start.number)"
    case .requestEnded(let end):
      if case .failed(let failure) = end.outcome {
        "request \(end.number) failed(\"\(failure.words)\")"
      } else {
        "request \(end.number) \(end.outcome)"
      }
    case .prewarmStarted(let start):
      "prewarm \(start.number) of \(start.profile) sent \(start.sent.count)"
    case .prewarmEnded(let end):
      "prewarm \(end.number) \(end.finish) \([end.input, end.reused, end.prefilled].map { $0?.value ?? -1 })"
    case .profileActivated(let activation):
      "profile \(activation.previous.map { "\($0) -> " } ?? "")\(activation.name)"
    case .inferenceStarted(let start):
      "inference \(start.number) of \(start.request) by \(start.profile) sent \(start.sent.count)"
    case .inferenceProgressed(let progress): "progress \(progress.inference) decoded \(progress.decoded)"
    case .inferenceEnded(let end): "inference \(end.inference) \(end.finish)"
    case .hook(let hook): "hook \(hook.name) of \(hook.profile)\(hook.error.map { " threw \($0)" } ?? "")"
    case .toolStarted(let call): "tool \(call.toolName) started"
    case .toolEnded(let end): "tool \(end.call.toolName) \(end.error.map { "threw \($0)" } ?? "ended")"
    case .property(let change): "property \(change.name) = \(change.value)"
    case .ended: "ended"
    }
  }
}

/// Everything that is left to chance otherwise, fixed: ids count, the clock goes forward a second at each look.
func fixedConfiguration(observers: [any SessionObserver] = []) -> SessionConfiguration {
  var configuration = SessionConfiguration()
  let ids = Counter(0)
  let time = Counter(Int64(0))
  configuration.makeID = { "id-\(ids.next { $0 + 1 })" }
  configuration.now = { time.next { $0 + 1000 } }
  configuration.observers = observers
  return configuration
}

/// A number that several tasks may advance.
final class Counter<Value: Sendable>: Sendable {
  private let value: Locked<Value>

  init(_ value: Value) { self.value = Locked(value) }

  @discardableResult
  func next(_ change: @Sendable (Value) -> Value) -> Value {
    value.withLock { value in
      value = change(value)
      return value
    }
  }

  var current: Value { value.withLock { $0 } }
}
