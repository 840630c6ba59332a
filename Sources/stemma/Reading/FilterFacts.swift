import PrefixCache
import Recordings
import Transcripts
import Workbench

extension Filter.StepFacts {
  init(_ inference: InferenceRow) {
    self.init(
      profile: inference.profile, model: inference.model, cause: inference.cause,
      isLost: inference.cause.isLoss)
  }
}

extension Filter.EntryFacts {
  /// What a filter asks of an entry; its text is read only when some term looks at it.
  init(_ summary: EntrySummary, fate: EntryFate?, of recording: Recording, for filter: Filter) throws {
    self.init(kind: summary.kind, tokens: Int(summary.tokens), fate: fate)
    guard filter.readsText else { return }
    let record = try recording.entry(summary.id)
    guard let json = try? JSONValue(parsing: record.json) else { return }
    let entry = Transcript.Entry(json: json)
    text = EntryDetail(record).pieces.map { ($0.label.map { "\($0)\n" } ?? "") + $0.text }.joined(
      separator: "\n")
    switch entry {
    case .instructions(let instructions): tools = instructions.toolDefinitions.map(\.name)
    case .toolCalls(let calls): tools = calls.calls.map(\.toolName)
    case .toolOutput(let output): tools = [output.toolName]
    case .prompt, .response, .reasoning, .unknown: break
    }
  }
}

extension Filter {
  /// Whether any term asks about entries.
  var readsEntries: Bool {
    terms.contains { term in
      switch term.test {
      case .kind, .tool, .tokens, .text: true
      case .profile, .model, .cache, .cause: false
      }
    }
  }
}
