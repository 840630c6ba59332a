import Transcripts

/// What a request says, as whoever answers it looks at it: all of it read from the entries, so that nothing has to be remembered.
struct Conversation {
  /// A tool's output in this request.
  struct Output {
    var tool: String
    var text: String
  }

  /// The last prompt's text; empty where there is none.
  let prompt: String
  let instructions: String
  /// Inferences of this request before this one: batches of calls since the last prompt.
  let round: Int
  /// The outputs of the last batch of calls, if nothing else came after it.
  let outputs: [Output]
  /// The tools called since the last prompt.
  let called: Set<String>
  /// The entries before the last prompt.
  let earlier: ArraySlice<Transcript.Entry>

  init(_ entries: [Transcript.Entry]) {
    let start = entries.lastIndex { $0.kind == .prompt } ?? entries.startIndex
    let asked = start < entries.count && entries[start].kind == .prompt
    prompt = asked ? entries[start].wholeText : ""
    instructions = entries.first.map { $0.kind == .instructions ? $0.wholeText : "" } ?? ""
    earlier = entries[..<start]
    var round = 0
    var outputs: [Output] = []
    var called: Set<String> = []
    for entry in entries[start...] {
      switch entry {
      case .toolCalls(let calls):
        round += 1
        outputs = []
        for call in calls { called.insert(call.toolName) }
      case .toolOutput(let output): outputs.append(Output(tool: output.toolName, text: entry.wholeText))
      case .response: outputs = []
      case .instructions, .prompt, .reasoning, .unknown: break
      }
    }
    (self.round, self.outputs, self.called) = (round, outputs, called)
  }
}

extension Transcript.Entry {
  /// The entry's texts and structured contents, joined by newlines.
  var wholeText: String {
    segments.compactMap { segment in
      switch segment {
      case .text(let text): text.content
      case .structure(let structure): structure.content.json.text()
      case .attachment, .unknown: nil
      }
    }.joined(separator: "\n")
  }
}
