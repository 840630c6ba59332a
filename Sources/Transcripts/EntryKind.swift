/// What an entry of a transcript is. The raw values are the names that `--json` prints.
///
/// The public JSON form has five roles for these (`response` covers both an answer and a batch of tool
/// calls); an entry whose role is none of them is `unknown` and kept as it was read.
public enum EntryKind: String, Sendable, Hashable, CaseIterable, Codable {
  case instructions, prompt, response, reasoning, toolCalls, toolOutput, unknown

  /// True for what a model produces: an answer, reasoning, or a batch of tool calls.
  public var isModelOutput: Bool {
    switch self {
    case .response, .reasoning, .toolCalls: true
    case .instructions, .prompt, .toolOutput, .unknown: false
    }
  }

  /// The kind in words, as a person reads it: "tool calls".
  public var words: String {
    switch self {
    case .toolCalls: "tool calls"
    case .toolOutput: "tool output"
    default: rawValue
    }
  }
}
