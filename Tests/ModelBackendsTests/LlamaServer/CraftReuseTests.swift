import Foundation
import Scenarios
import SessionEngine
import Synchronization
import Testing
import Transcripts

@testable import ModelBackends

/// The contexts of the craft session, one an inference, as a real server's cache meets them.
@Suite("The craft session on a real server's cache", .enabled(if: RealServer.isInstalled, RealServer.remedy))
struct CraftReuseTests {
  /// A model whose cache can be cut anywhere, and one whose state only goes forward.
  enum Cache: String, CaseIterable, CustomTestStringConvertible {
    case attention, recurrent

    var testDescription: String { rawValue }

    /// What must be reused of `held`; the last token of a prompt is always evaluated.
    func reused(of held: [Int], by prompt: [Int]) -> Int {
      let common = zip(held, prompt).prefix { $0 == $1 }.count
      switch self {
      case .attention: return min(common, prompt.count - 1)
      case .recurrent: return common == held.count ? common : 0
      }
    }

    func server() throws -> RealServer {
      switch self {
      case .attention: try RealServer("micro-llama", ["n_ctx=32768"])
      case .recurrent: try RealServer("micro-mamba", ["n_ctx=32768", "n_ctx_checkpoints=0"])
      }
    }
  }

  /// What each inference of the session was sent.
  private static func contexts() async throws -> [InferenceStart] {
    let starts = Starts()
    let scenario = try #require(ShippedScenario.named("craft")).scenario()
    let summary = await ScenarioRunner.run(scenario, options: .repeatable(observers: [starts]))
    #expect(summary.failures == [])
    return starts.all.withLock { $0 }
  }

  private final class Starts: SessionObserver {
    let all = Mutex<[InferenceStart]>([])

    func observe(_ event: SessionEvent, of session: SessionIdentity) {
      if case .inferenceStarted(let start) = event.kind { all.withLock { $0.append(start) } }
    }
  }

  @Test(
    "M5, C3, C5: each inference reuses just what is common with the one before", arguments: Cache.allCases)
  func everyInference(cache: Cache) async throws {
    let server = try cache.server()
    let model = server.model
    let properties = try await model.connection.properties()
    let contexts = try await Self.contexts()
    #expect(contexts.count == 23)
    var held: [Int] = []
    var switches = 0
    for (before, context) in zip([nil] + contexts.map(Optional.some), contexts) {
      let tools = context.sent.first.map { entry -> [Transcript.ToolDefinition] in
        if case .instructions(let instructions) = entry { instructions.toolDefinitions } else { [] }
      }
      let request = LanguageModelExecutorGenerationRequest(
        id: UUID(), transcript: Transcript(entries: context.sent), enabledTools: tools ?? [],
        generationOptions: GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 1),
        contextOptions: ContextOptions(), metadata: [:])
      let plan = try LlamaPlan(request: request, toolUse: .automatic, properties: properties)
      let prompt = try await model.connection.prompt(plan).tokens
      let body = LlamaCompletionBody(
        prompt: prompt, slot: 0, window: properties.contextSize, reusesCache: true, schema: nil,
        options: request.generationOptions)
      let end = try #require(try await model.connection.complete(body) { _ in }.end)
      let reused = cache.reused(of: held, by: prompt)
      #expect([end.reused, end.prefilled] == [reused, prompt.count - reused], "inference \(context.number)")
      // Another persona speaks other instructions: nothing but the template's first words is left, or nothing at all.
      if let before, before.profile != context.profile {
        switches += 1
        #expect(reused < 100, "inference \(context.number)")
      }
      held = prompt
    }
    #expect(switches == 2)
  }
}
