import Foundation
import PrefixCache
import Recordings
import ScriptedModel
import SessionEngine
import SessionRecorder
import Testing
import Tokenizers
import Transcripts

@Suite("A session that a program records")
struct SessionTests {
  private struct Echo: Tool {
    let name = "echo"
    let description = "Says it again."

    func call(arguments: GeneratedContent) async throws -> String { "again" }
    var parameters: GenerationSchema { GeneratedContent.generationSchema }
  }

  private func model(reasons: Bool = false) throws -> ScriptedLanguageModel {
    var configuration = ScriptedModelConfiguration()
    configuration.prefillRate = nil
    configuration.decodeRate = nil
    configuration.hasReasoning = reasons
    configuration.script = try Script(
      json5: """
        { rules: [
          { when: { prompt: 'tool' }, answers: [[{ call: 'echo', arguments: {} }], ['I did.']] },
          { answer: [{ reasoning: 'Let me see.' }, 'Good morning.'] },
        ] }
        """)
    return ScriptedLanguageModel(configuration: configuration)
  }

  @Test("R1: recorded from its middle on, it begins with the transcript as it is")
  func middle() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("session-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("s.stemma").path

    let session = LanguageModelSession(
      model: try model(), tools: [Echo()], instructions: "Be kind to whoever comes in.")
    try await session.respond(to: "Hello, this is the first thing that I say to you.")
    let recorder = try session.record(to: path)
    try await session.respond(to: "use the tool")
    #expect(recorder.failure == nil)
    recorder.close()

    let recording = try Recording.open(path)
    #expect(recording.tokenizer == BytePairTokenizer.stemma.name)
    #expect(
      try recording.snapshots().map(\.cause) == [
        "restored", "prompt", "tool-calls", "tool-output", "response",
      ])
    #expect(try recording.snapshots().map(\.count) == [3, 4, 5, 6, 7])
    let inferences = try recording.inferences()
    // The model's cache was warm already.
    #expect(inferences.map(\.cause) == [.appended, .appended])
    #expect(inferences.map(\.calls) == [["echo"], []])
    #expect(inferences.map(\.sequence) == [2, 3])
    for inference in inferences {
      #expect(inference.input?.origin == .measured)
      #expect((inference.reused?.value ?? 0) + (inference.prefilled?.value ?? 0) == inference.input?.value)
      #expect(try recording.sent(by: inference).count == inference.inputEntries)
    }
    #expect(try recording.requests().map(\.outcome) == [.completed])
  }

  @Test("R11: what was counted agrees with what the model measured, but for the marks between entries")
  func counts() async throws {
    let recording = try Recording.inMemory(tokenizer: BytePairTokenizer.stemma.name)
    var configuration = SessionConfiguration()
    configuration.observers = [try SessionRecorder(recording: recording)]
    let session = try SessionConfiguration.$current.withValue(configuration) {
      LanguageModelSession(model: try model(), instructions: "Be kind to whoever comes in.")
    }
    try await session.respond(to: "Hello, this is the first thing that I say to you.")
    let row = try #require(try recording.inferences().first)
    let snapshot = try #require(try recording.snapshot(row.snapshot))
    let answer = Int(snapshot.tokens[.response])
    let counted = snapshot.tokens.total - answer
    let measured = try #require(row.input?.value)
    // At most a handful of marks for each of the two entries.
    #expect(measured >= counted && measured <= counted + 16)
    #expect(row.output?.value ?? 0 >= answer)
  }

  @Test("A session that reasons has its reasoning and its answer in one inference")
  func reasoning() async throws {
    let recording = try Recording.inMemory(tokenizer: BytePairTokenizer.stemma.name)
    var configuration = SessionConfiguration()
    configuration.observers = [try SessionRecorder(recording: recording)]
    let model = try model(reasons: true)
    let session = SessionConfiguration.$current.withValue(configuration) {
      LanguageModelSession(model: model, instructions: "Be kind.")
    }
    try await session.respond(to: "Hello.", contextOptions: ContextOptions(reasoningLevel: .light))
    #expect(
      try recording.snapshots().map(\.cause) == ["instructions", "prompt", "reasoning", "response"])
    let row = try #require(try recording.inferences().first)
    #expect(row.snapshot == (try recording.snapshots().last?.id))
    #expect(row.reasoning?.value ?? 0 > 0)
    // The next one finds reasoning and answer in the cache, too.
    try await session.respond(to: "And now?", contextOptions: ContextOptions(reasoningLevel: .light))
    #expect(try recording.inferences().map(\.cause) == [.cold, .appended])
  }
}
