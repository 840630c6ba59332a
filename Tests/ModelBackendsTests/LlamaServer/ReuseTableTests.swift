import FakeServer
import SessionEngine
import Testing
import Transcripts

@testable import ModelBackends

/// What llama.cpp's server does when the prefix of a request changes, for the four kinds of memory: reused and evaluated tokens, exactly.
///
/// A request of 400 tokens, of which 16 are answered, fills an empty slot; the row is the request after it.
@Suite("Reuse by a real server", .enabled(if: RealServer.isInstalled, RealServer.remedy), .serialized)
struct ReuseTableTests {
  enum Change: String, CaseIterable, Sendable {
    case same = "the same again"
    case appended = "prompt, reply and 41 new"
    case appendedWithoutReply = "prompt and 40 new, without the reply"
    case tailDropped = "the first 350"
    case tailReplaced = "the tail replaced from 350"
    case headChanged = "token 3 changed"
    case middleRemoved = "tokens 150 to 199 removed"
    case inserted = "20 tokens inserted at 150"

    func prompt(_ first: [Int], reply: [Int]) -> [Int] {
      // A newline: no small model generates it, and the first prompt has none.
      func new(_ count: Int) -> [Int] { Array(repeating: 14, count: count) }
      return switch self {
      case .same: first
      case .appended: first + reply + new(40)
      case .appendedWithoutReply: first + new(40)
      case .tailDropped: Array(first[..<350])
      case .tailReplaced: Array(first[..<350]) + new(50)
      case .headChanged: Array(first[..<3]) + new(1) + first[4...]
      case .middleRemoved: Array(first[..<150]) + first[200...]
      case .inserted: Array(first[..<150]) + new(20) + first[150...]
      }
    }
  }

  struct Table: Sendable, CustomTestStringConvertible {
    var model: String
    var settings: [String] = []
    var rows: [(Change, reused: Int, evaluated: Int)]
    var testDescription: String { ([model] + settings).joined(separator: " ") }
  }

  private static let recurrent: [(Change, reused: Int, evaluated: Int)] = [
    (.same, 396, 4), (.appended, 415, 41), (.appendedWithoutReply, 396, 44), (.tailDropped, 0, 350),
    (.tailReplaced, 0, 400), (.headChanged, 0, 400), (.middleRemoved, 0, 350),
  ]

  static let tables = [
    Table(
      model: "micro-llama",
      rows: [
        (.same, 399, 1), (.appended, 415, 41), (.appendedWithoutReply, 400, 40), (.tailDropped, 349, 1),
        (.tailReplaced, 350, 50), (.headChanged, 3, 397), (.middleRemoved, 150, 200),
      ]),
    Table(model: "micro-mamba", rows: recurrent),
    Table(model: "micro-jamba", rows: recurrent),
    Table(
      model: "micro-jamba", settings: ["n_ctx_checkpoints=0"],
      rows: [
        (.same, 0, 400), (.appended, 415, 41), (.appendedWithoutReply, 0, 440), (.tailDropped, 0, 350),
        (.tailReplaced, 0, 400), (.headChanged, 0, 400), (.middleRemoved, 0, 350),
      ]),
    Table(
      model: "micro-gemma3", settings: ["n_ubatch=32"],
      rows: [
        (.same, 399, 1), (.appended, 415, 41), (.appendedWithoutReply, 400, 40), (.tailDropped, 349, 1),
        (.tailReplaced, 350, 50), (.headChanged, 0, 400), (.middleRemoved, 0, 350),
      ]),
    Table(
      model: "micro-gemma3", settings: ["n_ubatch=32", "swa_full=true"],
      rows: [(.headChanged, 3, 397), (.middleRemoved, 150, 200)]),
    Table(
      model: "micro-llama", settings: ["n_cache_reuse=32"],
      rows: [(.middleRemoved, 349, 1), (.inserted, 150, 270)]),
    // Not for a sliding window: the server says so in its log, and goes on as if it were not asked.
    Table(
      model: "micro-gemma3", settings: ["n_ubatch=32", "n_cache_reuse=32"],
      rows: [(.middleRemoved, 0, 350), (.inserted, 0, 420)]),
    Table(
      model: "micro-jamba", settings: ["n_cache_reuse=32"],
      rows: [(.middleRemoved, 0, 350), (.inserted, 0, 420)]),
  ]

  /// 400 printable tokens, the same each time: a token is a byte and four.
  private static let first: [Int] = {
    var numbers = SeededNumbers(seed: 400)
    return (0..<400).map { _ in 4 + Int.random(in: 33...126, using: &numbers) }
  }()

  private func run(
    _ prompt: [Int], on model: LlamaServerLanguageModel, reusesCache: Bool = true
  ) async throws -> (end: LlamaCompletion.End, tokens: [Int]) {
    let body = LlamaCompletionBody(
      prompt: prompt, slot: 0, window: 2048, reusesCache: reusesCache, schema: nil,
      options: GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 16))
    let completion = try await model.connection.complete(body) { _ in }
    return (try #require(completion.end), try #require(completion.tokens))
  }

  @Test("M5, C3: every row of the table", arguments: tables)
  func table(table: Table) async throws {
    let server = try RealServer(table.model, table.settings)
    let model = server.model
    for (change, reused, evaluated) in table.rows {
      try await model.eraseSlot()
      let cold = try await run(Self.first, on: model)
      #expect(cold.end.reused == 0)
      #expect(cold.end.prefilled == 400)
      #expect(cold.tokens.count == 16)
      let prompt = change.prompt(Self.first, reply: cold.tokens)
      let end = try await run(prompt, on: model).end
      #expect(
        [end.reused, end.prefilled] == [reused, evaluated], "\(table.testDescription), \(change.rawValue)")
      #expect(end.input == prompt.count)
      #expect(end.slot == 0)
    }
  }

  @Test(
    "A request that must not use the cache evaluates all; what it leaves there is used by the next",
    arguments: ["micro-llama", "micro-mamba"])
  func withoutCache(name: String) async throws {
    let server = try RealServer(name)
    let model = server.model
    _ = try await run(Self.first, on: model)
    let cold = try await run(Self.first, on: model, reusesCache: false)
    #expect([cold.end.reused, cold.end.prefilled] == [0, 400])
    let next = try await run(Self.first + cold.tokens + [14], on: model)
    #expect([next.end.reused, next.end.prefilled] == [415, 2])
  }

  @Test("A server that dies of a request, as here of n_cache_reuse, has dropped the connection")
  func crash() async throws {
    let server = try RealServer("micro-gemma3", ["n_ubatch=32", "swa_full=true", "n_cache_reuse=32"])
    let model = server.model
    let cold = try await run(Self.first, on: model)
    #expect([cold.end.reused, cold.end.prefilled] == [0, 400])
    let error = await failure { try await run(Change.middleRemoved.prompt(Self.first, reply: []), on: model) }
    guard case .dropped(let name, _)? = error as? HTTPError else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(name == server.address)
  }

  @Test("C7: greedy answers with and without the cache are the same tokens")
  func lossless() async throws {
    let server = try RealServer("micro-llama")
    let model = server.model
    let cold = try await run(Self.first, on: model)
    let second = Self.first + cold.tokens + Array(repeating: 14, count: 20)
    let warm = try await run(second, on: model)
    #expect(warm.end.reused == 415)
    let again = try await run(second, on: model, reusesCache: false)
    #expect(again.end.reused == 0)
    #expect(warm.tokens == again.tokens)
  }
}
