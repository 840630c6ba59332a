import Testing
import Transcripts

@testable import SessionEngine

extension ResolvedProfile {
  /// The text of each block of instructions.
  var texts: [String] {
    segments.map { segment in
      if case .text(let text) = segment { text.content } else { "?" }
    }
  }

  var toolNames: [String] { tools.map { $0.name } }
}

/// What `instructions` flatten to.
func flattened(@DynamicInstructionsBuilder _ instructions: () -> some DynamicInstructions) -> ResolvedProfile
{
  evaluated(LanguageModelSession.Profile(instructions))
}

extension Transcript.Entry {
  static func prompt(_ text: String) -> Transcript.Entry {
    .prompt(Transcript.Prompt(id: text, segments: [.text(Transcript.TextSegment(id: "", content: text))]))
  }
}

/// `profile` evaluated; nothing of it, and an issue, when it cannot be.
func evaluated(
  _ profile: any LanguageModelSession.DynamicProfile, pinned: ResolvedProfile? = nil
) -> ResolvedProfile {
  do {
    return try ProfileResolver.resolve(profile, pinned: pinned)
  } catch {
    Issue.record(error)
    return ResolvedProfile()
  }
}
