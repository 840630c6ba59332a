import Transcripts

/// Runs the tool calls of one inference (R2): bodies at once, outputs in call order.
struct ToolRun {
  let session: LanguageModelSession
  let enabled: [any Tool]

  /// Calls every tool. When one fails the others are cancelled, and nothing of theirs is returned.
  ///
  /// - Throws: `ToolCallError` for the call that failed first.
  @concurrent
  func outputs(of calls: [Transcript.ToolCall]) async throws -> [Transcript.ToolOutput] {
    let tools = try calls.map { try tool(for: $0) }
    return try await withThrowingTaskGroup(of: (Int, Transcript.ToolOutput).self) { group in
      for (index, (call, tool)) in zip(calls, tools).enumerated() {
        group.addTask { (index, try await output(of: call, tool: tool)) }
      }
      var outputs = [Transcript.ToolOutput?](repeating: nil, count: calls.count)
      for try await (index, output) in group { outputs[index] = output }
      return outputs.compactMap(\.self)
    }
  }

  /// The enabled tool that a call names; of two with the same name the last declared, which is nearest to the profile.
  ///
  /// - Throws: `ToolCallError` with a stand-in tool when there is none (U5).
  func tool(for call: Transcript.ToolCall) throws -> any Tool {
    if let tool = enabled.last(where: { $0.name == call.toolName }) { return tool }
    throw LanguageModelSession.ToolCallError(
      tool: UndeclaredTool(name: call.toolName),
      underlyingError: UndeclaredToolError(name: call.toolName, enabled: enabled.map(\.name)))
  }

  @concurrent
  private func output(of call: Transcript.ToolCall, tool: some Tool) async throws -> Transcript.ToolOutput {
    session.announcer.announce(.toolStarted(call))
    do {
      let output = try await run(call, tool: tool)
      session.announcer.announce(.toolEnded(ToolEnd(call: call, output: output)))
      return output
    } catch {
      session.announcer.announce(.toolEnded(ToolEnd(call: call, output: nil, error: words(of: error))))
      throw LanguageModelSession.ToolCallError(tool: tool, underlyingError: error)
    }
  }

  @concurrent
  private func run<Called: Tool>(
    _ call: Transcript.ToolCall, tool: Called
  ) async throws -> Transcript.ToolOutput {
    try Task.checkCancellation()
    let context = SessionContext(values: session.properties, access: .historyReadOnly)
    let parent = SessionIdentity.Parent(session: session.identity.id, toolCall: call.id)
    let prompt = try await SessionContext.$current.withValue(context) {
      try await RunningToolCall.$parent.withValue(parent) {
        try await SessionConfiguration.$current.withValue(
          session.inheritedConfiguration(title: call.toolName)
        ) {
          let arguments = try Called.Arguments(GeneratedContent(json: call.argumentsText))
          return try await tool.call(arguments: arguments).promptRepresentation
        }
      }
    }
    try context.check()
    try Task.checkCancellation()
    return Transcript.ToolOutput(
      id: call.id, toolName: call.toolName,
      segments: prompt.segments.identified(by: session.configuration.makeID))
  }
}

/// Stands for a tool that a model called and nobody declared.
struct UndeclaredTool: Tool {
  let name: String
  let description = "a tool that was never declared"
  let parameters = GeneratedContent.generationSchema

  @concurrent
  func call(arguments: GeneratedContent) async throws -> String {
    throw UndeclaredToolError(name: name, enabled: [])
  }
}
