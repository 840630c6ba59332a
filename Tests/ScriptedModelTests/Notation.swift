import PrefixCache
import ScriptedModel
import Testing
import Transcripts

// Transcripts in a notation that a person reads.

extension Transcript.Entry {
  static func instructions(_ text: String, tools: [Transcript.ToolDefinition] = []) -> Transcript.Entry {
    .instructions(Transcript.Instructions(id: "I", segments: [segment(text)], toolDefinitions: tools))
  }

  static func prompt(_ text: String, id: String = "P") -> Transcript.Entry {
    .prompt(Transcript.Prompt(id: id, segments: [segment(text)]))
  }

  static func response(_ text: String) -> Transcript.Entry {
    .response(Transcript.Response(id: "R", assetIDs: [], segments: [segment(text)]))
  }

  static func reasoning(_ text: String) -> Transcript.Entry {
    Transcript.Entry(
      json: [
        "role": "reasoning", "id": "T",
        "reasoning": ["contents": [["type": "text", "id": "t", "text": .string(text)]]],
      ])
  }

  static func toolCalls(_ calls: (id: String, name: String, arguments: String)...) -> Transcript.Entry {
    .toolCalls(
      Transcript.ToolCalls(
        id: "C", calls.map { Transcript.ToolCall(id: $0.id, toolName: $0.name, argumentsText: $0.arguments) })
    )
  }

  static func toolOutput(_ name: String, _ text: String, id: String = "c") -> Transcript.Entry {
    .toolOutput(Transcript.ToolOutput(id: id, toolName: name, segments: [segment(text)]))
  }

  private static func segment(_ text: String) -> Transcript.Segment {
    .text(Transcript.TextSegment(id: "s", content: text))
  }
}

extension Transcript.ToolDefinition {
  /// A tool whose parameters are written as `["title": "string", "minutes": "integer"]`.
  init(_ name: String, _ description: String, _ parameters: KeyValuePairs<String, String> = [:]) {
    let properties = parameters.map { JSONValue.Member($0.key, ["type": .string($0.value)]) }
    let keys = JSONValue.array(parameters.map { .string($0.key) })
    self.init(
      name: name, description: description,
      parameters: GenerationSchema(
        json: [
          "type": "object", "title": .string(name), "properties": .object(properties), "required": keys,
          "additionalProperties": false, "x-order": keys,
        ]))
  }
}

/// What came of one request.
struct Outcome: Equatable {
  var steps: [ScriptedGenerator.Step] = []
  var failure: ScriptedFailure?

  var text: String {
    steps.reduce(into: "") { if case .text(let piece, _) = $1 { $0 += piece } }
  }

  var reasoning: String {
    steps.reduce(into: "") { if case .reasoning(let piece, _) = $1 { $0 += piece } }
  }

  /// The calls as `name arguments`.
  var calls: [String] {
    var order: [String] = []
    var texts: [String: String] = [:]
    for case .toolCall(let id, let name, let arguments, _) in steps {
      if texts[id] == nil {
        order.append(id)
        texts[id] = name + " "
      }
      texts[id]? += arguments
    }
    return order.compactMap { texts[$0] }
  }

  /// Input, reused, prefilled, output and reasoning tokens; nil when the answer did not end well.
  var usage: [Int]? {
    guard case .finished(let input, let reused, let prefilled, let output, let reasoning)? = steps.last else {
      return nil
    }
    return [input, reused, prefilled, output, reasoning]
  }

  /// The answer without what the cache did: what has to be the same whatever is reused.
  var answer: [ScriptedGenerator.Step] {
    steps.filter {
      switch $0 {
      case .context, .prefilled, .finished: false
      case .reasoning, .text, .toolCall: true
      }
    }
  }
}

extension ScriptedGenerator {
  convenience init(script: String) throws {
    self.init(configuration: ScriptedModelConfiguration(script: try Script(json5: script)))
  }

  /// Runs a request to its end, in no time.
  func outcome(_ request: Request) async throws -> Outcome {
    var outcome = Outcome()
    try await ModelClock.$current.withValue(VirtualClock()) {
      do {
        try await respond(to: request) { outcome.steps.append($0) }
      } catch let failure as ScriptedFailure {
        outcome.failure = failure
      }
    }
    return outcome
  }

  func outcome(_ entries: Transcript.Entry...) async throws -> Outcome {
    try await outcome(Request(entries: entries))
  }
}
