import Transcripts

extension AnswerItem {
  /// What an entry of an answer comes to when it is said again.
  static func items(_ entry: Transcript.Entry) -> [AnswerItem] {
    switch entry {
    case .reasoning(let reasoning): reasoning.segments.compactMap { item($0, AnswerItem.reasoning) }
    case .response(let response): response.segments.compactMap { item($0, AnswerItem.text) }
    case .toolCalls(let calls): calls.isEmpty ? [] : [.calls(calls.map(Call.init))]
    case .instructions, .prompt, .toolOutput, .unknown: []
    }
  }

  private static func item(
    _ segment: Transcript.Segment, _ word: (String) -> AnswerItem
  ) -> AnswerItem? {
    switch segment {
    case .text(let text): word(text.content)
    case .structure(let structure): .structure(structure.content.json)
    case .attachment, .unknown: nil
    }
  }
}
