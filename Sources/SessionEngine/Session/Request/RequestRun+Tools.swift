import Transcripts

// The tool calls of one inference (R2, L3, L5).
extension RequestRun {
  /// Runs the hooks of all calls, then all tools at once, then appends the outputs in call order.
  func runTools(_ calls: [Transcript.ToolCall]) async throws {
    let tools = ToolRun(session: session, enabled: enabledTools)
    for call in calls {
      let tool = try tools.tool(for: call)
      do {
        try await run("onToolCall", profile.hooks.onToolCall, with: call)
      } catch {
        throw LanguageModelSession.ToolCallError(tool: tool, underlyingError: error)
      }
    }
    for (call, output) in zip(calls, try await tools.outputs(of: calls)) {
      add(.toolOutput(output), cause: .toolOutput)
      for hook in profile.hooks.onToolOutput {
        try await run("onToolOutput") { try await hook(call, output) }
      }
    }
  }

  /// The tools that may be called: none where calls are disallowed (R4).
  var enabledTools: [any Tool] { options.mode == .disallowed ? [] : profile.tools }

  func add(_ entry: Transcript.Entry, cause: TranscriptChange.Cause) {
    entries.append(entry)
    session.append(entry, cause: cause)
  }
}
