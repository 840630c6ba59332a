import Transcripts

// What runs at a session's events. Hooks add up across nested profiles, and the outermost runs first (L4). What a hook throws ends the
// request and reaches the caller of `respond` (L5). 000 §9, API §3.

extension LanguageModelSession.DynamicProfile {
  /// Runs when the prompt is in the transcript and before the model is asked; before each continuation with tool outputs, too (L3, U3).
  public func onPrompt(
    @_inheritActorContext perform action: nonisolated(nonsending) sending @escaping () async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    onPrompt { _ in try await action() }
  }

  /// Runs when the prompt is in the transcript and before the model is asked; before each continuation with tool outputs, too (L3, U3).
  public func onPrompt(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping (Transcript.Prompt)
      async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    configured { resolved, _ in resolved.hooks.onPrompt.append(action) }
  }

  /// Runs when the model has answered.
  public func onResponse(
    @_inheritActorContext perform action: nonisolated(nonsending) sending @escaping () async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    onResponse { _ in try await action() }
  }

  /// Runs when the model has answered.
  public func onResponse(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping (Transcript.Response)
      async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    configured { resolved, _ in resolved.hooks.onResponse.append(action) }
  }

  /// Runs when the model has reasoned.
  public func onReasoning(
    @_inheritActorContext perform action: nonisolated(nonsending) sending @escaping () async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    onReasoning { _ in try await action() }
  }

  /// Runs when the model has reasoned.
  public func onReasoning(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping (Transcript.Reasoning)
      async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    configured { resolved, _ in resolved.hooks.onReasoning.append(action) }
  }

  /// Runs when the model has called a tool, and before the tool does. If it throws, the tool does not run (L3, L5).
  public func onToolCall(
    @_inheritActorContext perform action: nonisolated(nonsending) sending @escaping () async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    onToolCall { _ in try await action() }
  }

  /// Runs when the model has called a tool, and before the tool does. If it throws, the tool does not run (L3, L5).
  public func onToolCall(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping (Transcript.ToolCall)
      async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    configured { resolved, _ in resolved.hooks.onToolCall.append(action) }
  }

  /// Runs when a tool has returned.
  public func onToolOutput(
    @_inheritActorContext perform action: nonisolated(nonsending) sending @escaping () async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    onToolOutput { _, _ in try await action() }
  }

  /// Runs when a tool has returned, with the call and what came of it.
  public func onToolOutput(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping (
        Transcript.ToolCall, Transcript.ToolOutput
      ) async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    configured { resolved, _ in resolved.hooks.onToolOutput.append(action) }
  }

  /// Runs when the profile becomes the active one, before its first `onPrompt` (L2).
  public func onActivate(
    @_inheritActorContext perform action: sending @escaping @isolated(any) () async -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    configured { resolved, _ in resolved.hooks.onActivate.append(action) }
  }

  /// Runs when another profile becomes the active one, before that one's `onActivate` (L2).
  public func onDeactivate(
    @_inheritActorContext perform action: sending @escaping @isolated(any) () async -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    configured { resolved, _ in resolved.hooks.onDeactivate.append(action) }
  }
}
