import FoundationEssentials
import SessionEngine
import Transcripts

@testable import ModelBackends

/// Requests as a session would make them, written short.
extension LanguageModelExecutorGenerationRequest {
  static func made(
    _ entries: [Transcript.Entry], tools: [Transcript.ToolDefinition] = [], schema: GenerationSchema? = nil,
    options: GenerationOptions = GenerationOptions(), context: ContextOptions = ContextOptions()
  ) -> LanguageModelExecutorGenerationRequest {
    LanguageModelExecutorGenerationRequest(
      id: UUID(uuidString: "00000000-0000-0000-0000-000000000001")!, transcript: Transcript(entries: entries),
      enabledTools: tools, schema: schema, generationOptions: options, contextOptions: context, metadata: [:])
  }
}

extension Transcript.Entry {
  static func instructions(_ text: String, tools: [Transcript.ToolDefinition] = []) -> Transcript.Entry {
    .instructions(.init(id: "i", segments: [.text(text)], toolDefinitions: tools))
  }

  static func prompt(_ text: String, id: String = "p") -> Transcript.Entry {
    .prompt(.init(id: id, segments: [.text(text)]))
  }

  static func response(_ text: String, id: String = "r") -> Transcript.Entry {
    .response(.init(id: id, segments: [.text(text)]))
  }

  static func reasoning(_ text: String, signature: String? = nil) -> Transcript.Entry {
    .reasoning(.init(id: "t", segments: [.text(text)], signature: signature.map { Data($0.utf8) }))
  }

  static func calls(_ calls: (id: String, name: String, arguments: String)...) -> Transcript.Entry {
    .toolCalls(
      .init(id: "c", calls.map { .init(id: $0.id, toolName: $0.name, argumentsText: $0.arguments) }))
  }

  static func output(_ id: String, _ text: String) -> Transcript.Entry {
    .toolOutput(.init(id: id, toolName: "f", segments: [.text(text)]))
  }
}

extension Transcript.Segment {
  static func text(_ content: String) -> Transcript.Segment {
    .text(Transcript.TextSegment(id: "s", content: content))
  }
}

extension GenerationSchema {
  static func json(_ text: String) -> GenerationSchema {
    GenerationSchema(json: try! JSONValue(parsing: text.utf8))
  }

  static let city = GenerationSchema.json(
    #"{"title":"City","type":"object","properties":{"unit":{"type":"string"},"city":{"type":"string"}},"required":["city","unit"],"additionalProperties":false,"x-order":["city","unit"]}"#
  )
}

extension Transcript.ToolDefinition {
  static let weather = Transcript.ToolDefinition(
    name: "get_weather", description: "Get the weather", parameters: .city)
}

/// A tool that answers with its arguments, sorted into a sentence.
struct GetWeather: Tool {
  let name = "get_weather"
  let description = "Get the weather"
  let parameters = GenerationSchema.city

  @concurrent func call(arguments: GeneratedContent) async throws -> String {
    "Sunny in \(try arguments.value(String.self, forProperty: "city"))"
  }
}
