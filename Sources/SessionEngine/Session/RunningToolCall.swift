/// The tool call that this task is running for, if any: what makes a session the child of another (001 §3).
enum RunningToolCall {
  struct Call: Sendable {
    var parent: SessionIdentity.Parent
  }

  @TaskLocal static var current: Call?
}
