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
  ProfileResolver.resolve(LanguageModelSession.Profile(instructions))
}

extension Transcript.Entry {
  static func prompt(_ text: String) -> Transcript.Entry {
    .prompt(Transcript.Prompt(id: text, segments: [.text(Transcript.TextSegment(id: "", content: text))]))
  }
}
