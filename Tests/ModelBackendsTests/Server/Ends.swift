import SessionEngine
import Synchronization

/// What sessions' inferences told at their ends.
final class Ends: SessionObserver {
  private let told = Mutex<[InferenceEnd]>([])

  func observe(_ event: SessionEvent, of session: SessionIdentity) {
    if case .inferenceEnded(let end) = event.kind { told.withLock { $0.append(end) } }
  }

  /// Hears the sessions that are made meanwhile.
  static func of<Value>(
    _ run: () async throws -> Value
  ) async rethrows -> (value: Value, ends: [InferenceEnd]) {
    let ends = Ends()
    var configuration = SessionConfiguration()
    configuration.observers = [ends]
    let value = try await SessionConfiguration.$current.withValue(configuration) { try await run() }
    return (value, ends.told.withLock { $0 })
  }
}
