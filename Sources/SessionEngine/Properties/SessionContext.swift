import Transcripts

/// The session whose code is running in this task: set around every evaluation of a body, every hook and every tool call.
final class SessionContext: Sendable {
  @TaskLocal static var current: SessionContext?

  enum Access: Sendable {
    /// Hooks: everything may be written.
    case readWrite
    /// Tools and dynamic instructions (S2).
    case historyReadOnly
  }

  let values: SessionPropertyValues
  let access: Access
  private let refusals: Refusals

  /// Locked, for tasks that a tool starts may write as well.
  private final class Refusals: Sendable {
    let first = Locked<SessionPropertyError?>(nil)
  }

  convenience init(values: SessionPropertyValues, access: Access) {
    self.init(values: values, access: access, refusals: Refusals())
  }

  private init(values: SessionPropertyValues, access: Access, refusals: Refusals) {
    self.values = values
    self.access = access
    self.refusals = refusals
  }

  /// The same session with other rights; what is refused there is known here.
  func limited(to access: Access) -> SessionContext {
    access == self.access ? self : SessionContext(values: values, access: access, refusals: refusals)
  }

  /// The first write that was refused while this context was current. A setter can't throw: whoever set the context asks afterwards, and
  /// fails the tool or the request (S2).
  var refusal: SessionPropertyError? { refusals.first.withLock { $0 } }

  func refuse(_ error: SessionPropertyError) {
    refusals.first.withLock { $0 = $0 ?? error }
  }

  /// Throws the first write that was refused, if one was.
  func check() throws(SessionPropertyError) {
    if let refusal { throw refusal }
  }
}
