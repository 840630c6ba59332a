/// The tool call that this task is running for, if any: what makes a session made in it a child (001 §3).
enum RunningToolCall {
  @TaskLocal static var parent: SessionIdentity.Parent?
}
