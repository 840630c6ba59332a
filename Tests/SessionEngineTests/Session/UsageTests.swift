import SessionEngine
import Testing
import Transcripts

@Suite("Usage")
struct UsageTests {
  typealias Usage = LanguageModelSession.Usage

  private func numbers(_ usage: Usage) -> [Int] {
    [
      usage.input.totalTokenCount, usage.input.cachedTokenCount, usage.output.totalTokenCount,
      usage.output.reasoningTokenCount, usage.totalTokenCount,
    ]
  }

  @Test("R11: rounds add up in the response, and responses in the session")
  func sums() async throws {
    let model = ProbeLanguageModel(
      [.call("look"), .usage(input: 100, output: 10)],
      [.text("ok"), .usage(input: 5, output: 1), .usage(input: 120, cached: 110, output: 20, reasoning: 4)],
      [.text("ok"), .usage(input: 150, cached: 140, output: 5)])
    let session = LanguageModelSession(model: model, tools: [ProbeTool("look")])
    #expect(numbers(session.usage) == [0, 0, 0, 0, 0])
    // The last that a round tells counts.
    let first = try await session.respond(to: "a")
    #expect(numbers(first.usage) == [220, 110, 30, 4, 250])
    #expect(numbers(session.usage) == [220, 110, 30, 4, 250])
    let second = try await session.respond(to: "b")
    #expect(numbers(second.usage) == [150, 140, 5, 0, 155])
    #expect(numbers(session.usage) == [370, 250, 35, 4, 405])
  }

  @Test("R11: a model that tells no usage has what was counted and what its events tell")
  func counted() async throws {
    let model = CountingProbe(
      base: ProbeLanguageModel([.reasoning("Hm.", tokens: 2), .text("ok", tokens: 3)]), contextSize: 100)
    let session = LanguageModelSession(model: model)
    #expect(numbers(try await session.respond(to: "1234567").usage) == [7, 0, 5, 2, 12])
  }

  @Test("R11, R5: a failed request's tokens were used all the same")
  func failed() async throws {
    let model = ProbeLanguageModel([.usage(input: 50, output: 2), .text("a"), .fail(Failure("gone"))])
    let session = LanguageModelSession(model: model)
    await #expect(throws: Failure("gone")) { try await session.respond(to: "x") }
    #expect(numbers(session.usage) == [50, 0, 2, 0, 52])
  }

  @Test("R11: what a backend reports of its cache is in the events, with its origin")
  func telemetry() async throws {
    let log = EventLog()
    let model = ProbeLanguageModel([
      .report(.context(input: .measured(40), reused: .measured(30))), .report(.prefilled(6)),
      .report(.prefilled(10)), .text("ok", tokens: 2),
      .report(.timed(prefill: .measured(7), decode: nil)), .usage(input: 40, cached: 30, output: 2),
    ])
    let session = SessionConfiguration.$current.withValue(fixedConfiguration(observers: [log])) {
      LanguageModelSession(model: model)
    }
    _ = try await session.respond(to: "x")
    let ends = log.events.compactMap { if case .inferenceEnded(let end) = $0 { end } else { nil } }
    let end = try #require(ends.first)
    #expect(end.input == .measured(40))
    #expect(end.reused == .measured(30))
    #expect(end.prefilled == .measured(10))
    #expect(end.output == .reported(2))
    #expect(end.prefillTime == .measured(7) && end.decodeTime == nil)
    #expect(end.firstToken != nil)
    let progress = log.events.compactMap {
      if case .inferenceProgressed(let progress) = $0 { progress } else { nil }
    }
    #expect(progress.map(\.prefilled) == [0, 6, 10, 10, 10])
  }

  @Test(
    "R11: an answer that its server cut off ends with “length”, in every server's word for it",
    arguments: [
      ("length", "length"), ("limit", "length"), ("max_tokens", "length"), ("MAX_TOKENS", "length"),
      ("model_length", "length"), ("stop", "stop"), ("eos", "stop"), ("word", "stop"), ("", "stop"),
    ])
  func cutOff(reason: String, finish: String) async throws {
    let log = EventLog()
    let model = ProbeLanguageModel([.text("ok", tokens: 2), .report(.finished(reason))])
    let session = SessionConfiguration.$current.withValue(fixedConfiguration(observers: [log])) {
      LanguageModelSession(model: model)
    }
    #expect(try await session.respond(to: "x").content == "ok")
    let ends = log.events.compactMap { if case .inferenceEnded(let end) = $0 { end } else { nil } }
    #expect(ends.map(\.finish) == [finish])
  }

  @Test(
    "R8: an answer that was cut off where the window ends does not fit; one that was cut off at a limit is an answer",
    arguments: [
      (5, nil, true), (4, nil, false), (5, 5, false), (5, 6, true), (6, nil, true),
    ] as [(Int, Int?, Bool)])
  func fullWindow(output: Int, limit: Int?, isRefused: Bool) async throws {
    let model = CountingProbe(
      base: ProbeLanguageModel([
        .text("ok", tokens: 2), .report(.finished("length")), .usage(input: 15, output: output),
      ]), contextSize: 20)
    let session = LanguageModelSession(model: model)
    do {
      _ = try await session.respond(to: "x", options: GenerationOptions(maximumResponseTokens: limit))
      #expect(!isRefused)
    } catch LanguageModelError.contextSizeExceeded(let found) {
      #expect(isRefused)
      #expect([found.contextSize, found.tokenCount] == [20, 15 + output])
      #expect(session.transcript.isEmpty)
    }
  }

  @Test("R11: what a backend decodes and tells only when it is whole counts from its first token on")
  func decodedUnseen() async throws {
    let log = EventLog()
    let model = ProbeLanguageModel([
      .report(.context(input: .measured(40), reused: nil)), .report(.decoded(3)), .report(.decoded(5)),
      .text("ok", tokens: 5), .usage(input: 40, output: 5),
    ])
    let session = SessionConfiguration.$current.withValue(fixedConfiguration(observers: [log])) {
      LanguageModelSession(model: model)
    }
    _ = try await session.respond(to: "x")
    let progress = log.events.compactMap {
      if case .inferenceProgressed(let progress) = $0 { progress } else { nil }
    }
    #expect(progress.map(\.decoded) == [0, 3, 5, 5, 5])
    #expect(progress.map(\.partial.count) == [0, 0, 0, 1, 1])
  }
}
