import SessionEngine
import Testing
import Transcripts

@Suite("Guided generation in a session")
struct GuidedGenerationTests {
  /// What `@Generable` would write for `struct Point { var x: Int; var label: String }`.
  struct Point: Generable, Equatable {
    var x: Int
    var label: String

    static var generationSchema: GenerationSchema {
      GenerationSchema(
        type: Self.self,
        properties: [
          GenerationSchema.Property(name: "x", type: Int.self),
          GenerationSchema.Property(name: "label", type: String.self),
        ])
    }

    init(_ content: GeneratedContent) throws {
      x = try content.value(forProperty: "x")
      label = try content.value(forProperty: "label")
    }

    var generatedContent: GeneratedContent { GeneratedContent(properties: ["x": x, "label": label]) }

    struct PartiallyGenerated: ConvertibleFromGeneratedContent {
      var x: Int?
      var label: String?

      init(_ content: GeneratedContent) throws {
        x = try content.value(forProperty: "x")
        label = try content.value(forProperty: "label")
      }
    }
  }

  private let steps: [ProbeLanguageModel.Step] = [
    .text("{\"x\": 4"), .text(", \"label\": \"he"), .text("re\"}"),
  ]

  @Test("R1, M7: an answer of a type is made of the final text, and stands in the transcript as a structure")
  func typed() async throws {
    let model = ProbeLanguageModel(steps)
    let session = LanguageModelSession(model: model)
    let response = try await session.respond(to: "Where?", generating: Point.self)
    #expect(response.content.x == 4)
    #expect(response.content.label == "here")
    #expect(response.rawContent == (try GeneratedContent(json: "{\"x\": 4, \"label\": \"here\"}")))
    #expect(
      shape(session.transcript) == ["prompt: Where?", "response: <{\"x\": 4, \"label\": \"here\"}>"])
    guard case .response(let entry)? = session.transcript.last,
      case .structure(let segment)? = entry.segments.first
    else {
      Issue.record("no structure")
      return
    }
    #expect(segment.schemaName == "Point")
    #expect(model.probe.requests[0].schema?.name == "Point")
    guard case .prompt(let prompt)? = session.transcript.first else { return }
    #expect(prompt.responseFormat?.name == "Point")
    #expect(prompt.contextOptions.includeSchemaInPrompt == true)
  }

  @Test("M7: an answer that follows a schema is content")
  func schema() async throws {
    let session = LanguageModelSession(model: ProbeLanguageModel(steps))
    let response = try await session.respond(to: "Where?", schema: Point.generationSchema)
    #expect(try response.content.value(Int.self, forProperty: "x") == 4)
  }

  @Test("R1: includeSchemaInPrompt and the context option are one knob, recorded on the prompt")
  func knob() async throws {
    let model = ProbeLanguageModel(steps)
    let session = LanguageModelSession(model: model)
    _ = try await session.respond(to: "a", generating: Point.self, includeSchemaInPrompt: false)
    _ = try await session.respond(
      to: "b", generating: Point.self, contextOptions: ContextOptions(includeSchemaInPrompt: false))
    #expect(model.probe.requests.map(\.contextOptions.includeSchemaInPrompt) == [false, false])
    let recorded = session.transcript.compactMap { entry -> Bool?? in
      if case .prompt(let prompt) = entry { prompt.contextOptions.includeSchemaInPrompt } else { nil }
    }
    #expect(recorded == [false, false])
  }

  @Test("R1, M7: a stream's snapshots have as much of the value as there is")
  func partials() async throws {
    let seen = Gate()
    let model = ProbeLanguageModel([steps[0], steps[1], .wait(seen), steps[2]])
    let session = LanguageModelSession(model: model)
    var last: Point.PartiallyGenerated?
    var ids: Set<GenerationID?> = []
    let stream = session.streamResponse(to: "Where?", generating: Point.self)
    for try await snapshot in stream {
      if snapshot.content.label == "he" {
        #expect(snapshot.content.x == 4)
        #expect(!snapshot.rawContent.isComplete)
        seen.open()
      }
      last = snapshot.content
      ids.insert(snapshot.rawContent.id)
    }
    // What is one value keeps one identity while it grows.
    ids.insert(try await stream.collect().rawContent.id)
    #expect(ids.count == 1)
    #expect(ids.first != .some(nil))
    #expect(last?.label == "here")
    #expect(
      try await stream.collect().content == Point(GeneratedContent(properties: ["x": 4, "label": "here"])))
  }

  @Test("R7, M7, R5: a truncated answer is a ParsingError with what there was, and the policy's affair")
  func truncated() async throws {
    for policy in [TranscriptErrorHandlingPolicy.revertTranscript, .preserveTranscript] {
      let session = LanguageModelSession(model: ProbeLanguageModel(Array(steps.prefix(2))))
      session.transcriptErrorHandlingPolicy = policy
      let error = await #expect(throws: GeneratedContent.ParsingError.self) {
        try await session.respond(to: "Where?", generating: Point.self)
      }
      #expect(error?.rawContent == "{\"x\": 4, \"label\": \"he")
    }
  }

  @Test("R7, M7: JSON of another shape is a ParsingError, too, and fails the request before its end")
  func otherShape() async throws {
    let session = LanguageModelSession(model: ProbeLanguageModel([.text("{\"y\": 1}")]))
    await #expect(throws: GeneratedContent.ParsingError.self) {
      try await session.respond(to: "Where?", generating: Point.self)
    }
    #expect(session.transcript.isEmpty)
  }

  @Test("R1, R2, M7: a guided answer may come after tool rounds")
  func afterTools() async throws {
    let model = ProbeLanguageModel([.text("Let me look."), .call("look")], steps)
    let session = LanguageModelSession(model: model, tools: [ProbeTool("look")])
    #expect(try await session.respond(to: "Where?", generating: Point.self).content.label == "here")
    #expect(model.probe.requests.allSatisfy { $0.schema != nil })
  }

  @Test("R1: text asked for as a type is not guided")
  func text() async throws {
    let model = ProbeLanguageModel([.text("just text")])
    let session = LanguageModelSession(model: model)
    #expect(try await session.respond(to: "x", generating: String.self).content == "just text")
    #expect(model.probe.requests[0].schema == nil)
  }
}
