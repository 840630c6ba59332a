import FoundationModels
import Testing

// 004 §5: what was spent, and what came from the cache.

extension LanguageModelSession.Usage {
  /// What share of the input came from the cache.
  fileprivate var hitRate: Double {
    let total = input.totalTokenCount
    guard total > 0 else { return 0 }
    return Double(input.cachedTokenCount) / Double(total)
  }
}

/// An alarm for a prefix that changed.
private func report(_ response: LanguageModelSession.Response<String>, to log: Log) {
  let rate = response.usage.hitRate
  if rate < 0.5 {
    log.add("the prefix changed")
  }
}

@Suite("004 §5: usage")
struct UsageTests {
  @Test("R11, C5: The first turn has nothing to reuse, later ones nearly everything; a changed prefix shows")
  func hitRate() async throws {
    try await watched { _ in
      let session = LanguageModelSession(
        model: SystemLanguageModel(), instructions: String(repeating: "Be patient and kind. ", count: 20))
      let first = try await session.respond(to: "One")
      let second = try await session.respond(to: "Two")
      #expect(first.usage.hitRate == 0)
      #expect(second.usage.hitRate > 0.8)
      #expect(second.usage.input.cachedTokenCount <= second.usage.input.totalTokenCount)
      #expect(
        session.usage.input.totalTokenCount
          == first.usage.input.totalTokenCount + second.usage.input.totalTokenCount)
      #expect(
        session.usage.totalTokenCount == session.usage.input.totalTokenCount
          + session.usage.output.totalTokenCount)

      // An early entry is edited: what follows it cannot be reused.
      session.transcript.history = session.transcript.history.suffix(2)
      let third = try await session.respond(to: "Three")
      #expect(third.usage.hitRate < second.usage.hitRate)

      let log = Log()
      for response in [first, second] { report(response, to: log) }
      #expect(log.lines == ["the prefix changed"])
    }
  }

  @Test("R11: A stream's snapshots tell the usage so far")
  func snapshots() async throws {
    try await watched { _ in
      let session = LanguageModelSession(instructions: "You talk.")
      var outputs: [Int] = []
      for try await snapshot in session.streamResponse(to: "Talk") {
        outputs.append(snapshot.usage.output.totalTokenCount)
      }
      #expect(outputs == outputs.sorted())
      #expect((outputs.last ?? 0) > 0)
    }
  }
}
