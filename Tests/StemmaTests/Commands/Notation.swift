import Transcripts

/// Transcripts as a person tells them: `Transcript(.instructions("Help."), .prompt("a"), .response("b"))`.
///
/// Ids are counted up, so that a longer transcript begins with the entries of a shorter one.
extension Transcript {
  enum Line {
    case instructions(String, tools: [String] = [])
    case prompt(String)
    case response(String)
    case reasoning(String)
    case calls(String, arguments: String)
    case output(String, String)
    case entry(Entry)
  }

  init(_ lines: Line...) { self.init(lines) }

  init(_ lines: [Line]) {
    self.init(entries: lines.enumerated().map { Self.entry($1, id: "e\($0)") })
  }

  private static func entry(_ line: Line, id: String) -> Entry {
    func segments(_ text: String) -> [Segment] { [.text(TextSegment(id: id + "s", content: text))] }
    switch line {
    case .instructions(let text, let tools):
      return .instructions(
        Instructions(id: id, segments: segments(text), toolDefinitions: tools.map(tool)))
    case .prompt(let text): return .prompt(Prompt(id: id, segments: segments(text)))
    case .response(let text): return .response(Response(id: id, segments: segments(text)))
    case .reasoning(let text): return .reasoning(Reasoning(id: id, segments: segments(text)))
    case .calls(let tool, let arguments):
      let content = (try? GeneratedContent(json: arguments)) ?? GeneratedContent(json: .null)
      return .toolCalls(ToolCalls(id: id, [ToolCall(id: "call-\(tool)", toolName: tool, arguments: content)]))
    case .output(let tool, let text):
      return .toolOutput(ToolOutput(id: "call-\(tool)", toolName: tool, segments: segments(text)))
    case .entry(let entry): return entry
    }
  }

  private static func tool(_ name: String) -> ToolDefinition {
    ToolDefinition(
      name: name, description: "Does \(name).",
      parameters: GenerationSchema(json: ["properties": .object([]), "title": "Arguments", "type": "object"]))
  }
}

/// A session of two requests, the first with a tool call: seven entries, three model steps.
let workshop = Transcript(
  .instructions("Answer in one sentence.", tools: ["search"]), .prompt("How wet are the beans?"),
  .calls("search", arguments: #"{"bed": "beans", "depth": 4}"#), .output("search", "18 percent"),
  .response("The beans are dry at 18%."), .prompt("And the peas?"), .response("The peas are fine."))
