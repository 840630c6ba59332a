import FakeServer
import FoundationEssentials
import SessionEngine
import Synchronization
import Testing
import Transcripts

@testable import ModelBackends

@Suite("Prewarms of sessions on a server", .serialized)
struct PrewarmEventTests {
  /// What a session told of prewarms and inferences.
  private final class Told: SessionObserver {
    private let kept = Mutex<(prewarms: [PrewarmEnd], inferences: [InferenceEnd])>(([], []))
    var prewarms: [PrewarmEnd] { kept.withLock { $0.prewarms } }
    var inferences: [InferenceEnd] { kept.withLock { $0.inferences } }

    func observe(_ event: SessionEvent, of session: SessionIdentity) {
      kept.withLock { kept in
        switch event.kind {
        case .prewarmEnded(let end): kept.prewarms.append(end)
        case .inferenceEnded(let end): kept.inferences.append(end)
        default: break
        }
      }
    }
  }

  private func session(_ model: LlamaServerLanguageModel, _ told: Told) -> LanguageModelSession {
    var configuration = SessionConfiguration()
    configuration.observers = [told]
    return SessionConfiguration.$current.withValue(configuration) {
      LanguageModelSession(model: model, instructions: "Be terse.")
    }
  }

  @Test(
    "R9: what a real server evaluated ahead is told, and the request finds it",
    .enabled(if: RealServer.isInstalled, RealServer.remedy))
  func real() async throws {
    let server = try RealServer("micro-llama")
    let told = Told()
    let session = session(server.model, told)
    session.prewarm()
    await session.prewarmed(toItsEnd: true)
    // The system's message is 19 tokens: its 6 and 9 letters, and 4 marks.
    #expect(told.prewarms.map(\.finish) == [.finished])
    #expect(told.prewarms.map(\.input) == [.measured(19)])
    #expect(told.prewarms.map(\.reused) == [.measured(0)])
    #expect(told.prewarms.map(\.prefilled) == [.measured(19)])
    _ = try await session.respond(
      to: "One", options: GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 4))
    #expect(told.inferences.map(\.reused) == [.measured(19)])
  }

  @Test("R9: a server that never answers a prewarm keeps nobody: a request, or whoever cancels it, ends it")
  func stalling() async throws {
    let (asked, ask) = AsyncStream.makeStream(of: Void.self)
    let server = try FakeServer { _, connection in
      ask.yield()
      connection.waitForClose()
    }
    let told = Told()
    let session = session(LlamaServerLanguageModel(url: URL(string: server.address)!), told)
    session.prewarm()
    for await _ in asked { break }
    session.cancelPrewarming()
    await session.prewarmed(toItsEnd: true)
    await server.waitUntilIdle()
    #expect(told.prewarms.map(\.finish) == [.cancelled])
    #expect(told.prewarms.map(\.prefilled) == [nil])
  }
}
