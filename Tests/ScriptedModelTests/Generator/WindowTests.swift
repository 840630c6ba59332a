import PrefixCache
import ScriptedModel
import Testing
import Tokenizers
import Transcripts

@Suite struct WindowTests {
  private let entries: [Transcript.Entry] = [.prompt("Count for me, please.")]
  private let script = "[{ answer: 'One two three four five six.' }]"

  private func generator(contextSize: Int) throws -> ScriptedGenerator {
    ScriptedGenerator(
      configuration: ScriptedModelConfiguration(contextSize: contextSize, script: try Script(json5: script)))
  }

  private var input: Int { ScriptedGenerator.tokenCount(of: entries) }
  private var output: Int { BytePairTokenizer.stemma.count("One two three four five six.") }

  @Test("R8: A request over the window is refused with both numbers, and leaves the cache as it was")
  func request() async throws {
    let generator = try generator(contextSize: input + output)
    _ = try await generator.outcome(.init(entries: entries))
    let held = generator.held
    let long: [Transcript.Entry] = [.prompt(String(repeating: "Fold it again. ", count: 40))]
    let outcome = try await generator.outcome(.init(entries: long))
    #expect(outcome.steps.isEmpty)
    #expect(
      outcome.failure
        == .contextSizeExceeded(
          contextSize: input + output, tokenCount: ScriptedGenerator.tokenCount(of: long)))
    #expect(generator.held == held)
    await #expect(throws: ScriptedFailure.self) { try await generator.prewarm(entries: long) }
  }

  @Test("R8: The window covers the answer: decoding that reaches it stops with the same error")
  func decoding() async throws {
    let fits = try await generator(contextSize: input + output).outcome(.init(entries: entries))
    #expect(fits.failure == nil)
    let generator = try generator(contextSize: input + 3)
    let outcome = try await generator.outcome(.init(entries: entries))
    #expect(outcome.failure == .contextSizeExceeded(contextSize: input + 3, tokenCount: input + 4))
    #expect(outcome.answer.count == 3)
    // What was decoded is held (C4).
    #expect(generator.held.count == input + 3)
    let none = try await self.generator(contextSize: input).outcome(.init(entries: entries))
    #expect(none.answer.isEmpty)
    #expect(none.failure == .contextSizeExceeded(contextSize: input, tokenCount: input + 1))
  }

  @Test("R8: What is counted before a request is what the request turns out to be")
  func counting() async throws {
    let tools = [Transcript.ToolDefinition("fold", "Folds paper.", ["shape": "string"])]
    let entries: [Transcript.Entry] = [.instructions("Be brief.", tools: tools)] + entries
    let generator = try generator(contextSize: 4_096)
    let counted = generator.inputTokens(entries: entries, tools: tools)
    let outcome = try await generator.outcome(.init(entries: entries, tools: tools))
    #expect(outcome.usage?.first == counted)
    #expect(counted == ScriptedGenerator.tokenCount(of: entries))
    // R4: without tools it is less by their definitions.
    #expect(
      generator.inputTokens(entries: entries, tools: []) == counted - ScriptedGenerator.tokenCount(of: tools))
    #expect(ScriptedGenerator.tokenCount(of: "Ok.") == BytePairTokenizer.stemma.count("Ok."))
    #expect(ScriptedGenerator.tokenCount(of: tools[0].parameters) > 0)
  }
}
