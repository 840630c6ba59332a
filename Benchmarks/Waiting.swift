import Dispatch

/// Runs what is asynchronous to its end.
func waiting<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
  let done = DispatchSemaphore(value: 0)
  let result = Box<Value>()
  Task {
    do { result.value = .success(try await body()) } catch { result.value = .failure(error) }
    done.signal()
  }
  done.wait()
  guard let value = result.value else { throw Workplace.Failure(what: "a task ended without a result") }
  return try value.get()
}

/// Unchecked: written before the semaphore is signalled, read after it was waited for.
private final class Box<Value>: @unchecked Sendable {
  var value: Result<Value, any Error>?
}
