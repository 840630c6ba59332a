import FoundationModels

/// O8: a conversation that survives the end of its window.
///
/// When a request does not fit, the history is condensed to one paragraph, a new session is made of it and
/// warmed up, and the same prompt is asked again.
public struct CondensedConversation {
  public private(set) var session: LanguageModelSession
  private let profile: @Sendable () -> any LanguageModelSession.DynamicProfile
  private let condense: @Sendable (Transcript) async throws -> String

  /// - Parameters:
  ///   - profile: makes the profile of each session.
  ///   - condense: makes a paragraph of a transcript; another session may write it.
  public init(
    profile: @escaping @Sendable () -> any LanguageModelSession.DynamicProfile,
    condense: @escaping @Sendable (Transcript) async throws -> String
  ) {
    self.profile = profile
    self.condense = condense
    session = LanguageModelSession(profile: LanguageModelSession.AnyDynamicProfile(profile()))
  }

  /// - Throws: what `respond` throws, and `contextSizeExceeded` when the prompt does not fit into an empty
  ///   conversation either.
  public mutating func respond(to prompt: String) async throws -> String {
    do {
      return try await session.respond(to: prompt).content
    } catch LanguageModelError.contextSizeExceeded {
      let summary = try await condense(session.transcript)
      let history = Transcript.Prompt(segments: [
        .text(Transcript.TextSegment(content: "We spoke before: \(summary)"))
      ])
      session = LanguageModelSession(
        profile: LanguageModelSession.AnyDynamicProfile(profile()), history: [.prompt(history)])
      session.prewarm(promptPrefix: Prompt(prompt))
      return try await session.respond(to: prompt).content
    }
  }
}
