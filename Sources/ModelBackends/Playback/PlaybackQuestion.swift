import Transcripts

/// What an inference is about, whatever surrounds it: the last prompt, and the tool outputs since, in order.
///
/// Instructions, tools and the history before the prompt are no part of it. They may be others in a replay, which is what a replay is for;
/// the recorded answer is still one to this question.
public struct PlaybackQuestion: Sendable, Hashable {
  /// What a tool returned.
  public struct Output: Sendable, Hashable {
    /// The tool's name.
    public var tool: String
    /// What its segments say.
    public var text: String
  }

  /// What the last prompt says; empty where there is none.
  public private(set) var prompt = ""
  /// The outputs since, in order.
  public private(set) var outputs: [Output] = []

  /// The question that a model finds in what it is sent.
  public init(_ sent: some Sequence<Transcript.Entry>) {
    for entry in sent {
      switch entry {
      case .prompt(let prompt):
        self.prompt = Self.text(prompt.segments)
        outputs = []
      case .toolOutput(let output):
        outputs.append(Output(tool: output.toolName, text: Self.text(output.segments)))
      default: break
      }
    }
  }

  /// What is other than in a recorded question: one line.
  func difference(from recorded: PlaybackQuestion) -> String {
    guard prompt == recorded.prompt else { return "the prompt is “\(Self.short(prompt))”" }
    for (own, other) in zip(outputs, recorded.outputs) where own != other {
      guard own.tool == other.tool else { return "\(own.tool) was called, where it was \(other.tool)" }
      return "\(own.tool) returned “\(Self.short(own.text))”"
    }
    if outputs.count > recorded.outputs.count {
      return "\(outputs[recorded.outputs.count].tool) was called besides"
    }
    if outputs.count < recorded.outputs.count {
      return "\(recorded.outputs[outputs.count].tool) was not called"
    }
    return "it is asked once more"
  }

  /// How much of it a recorded question has, for finding the one that it departs from.
  func likeness(to recorded: PlaybackQuestion) -> Int {
    guard prompt == recorded.prompt else { return 0 }
    return 1 + zip(outputs, recorded.outputs).prefix { $0 == $1 }.count
  }

  static func short(_ text: String) -> String {
    let line = text.map { $0.isNewline ? " " : String($0) }.joined()
    return line.count <= 60 ? line : line.prefix(59) + "…"
  }

  /// What segments say; an image says its address.
  static func text(_ segments: [Transcript.Segment]) -> String {
    segments.map { segment in
      switch segment {
      case .text(let text): text.content
      case .structure(let structure): structure.content.jsonString
      case .attachment(let attachment): attachment.dataURL
      case .unknown(let json): json.text()
      }
    }.joined(separator: "\n")
  }
}
