import FoundationEssentials
import Observation
import ScriptedModel
import Testing
import Transcripts

@testable import SessionEngine

@Suite("The framework's two models as names")
struct BoundModelTests {
  /// A binding of the test's own, and both models as they are in it.
  struct Bound {
    let binding = ModelBinding()
    let system: SystemLanguageModel
    let cloud: PrivateCloudComputeLanguageModel

    init(_ change: (inout ModelBinding.Models) -> Void = { _ in }) {
      binding.update(change)
      (system, cloud) = ModelBinding.$current.withValue(binding) {
        (SystemLanguageModel(), PrivateCloudComputeLanguageModel())
      }
    }
  }

  /// One inference of `model`, as a session runs it.
  func ask<Model: LanguageModel>(_ model: Model) async throws {
    let executor = try Model.Executor(configuration: model.executorConfiguration)
    let channel = LanguageModelExecutorGenerationChannel()
    // Time that is not real waits for a reader.
    let reader = Task { for try await _ in channel {} }
    defer { reader.cancel() }
    try await ModelClock.$current.withValue(VirtualClock()) {
      try await executor.respond(
        to: LanguageModelExecutorGenerationRequest(
          id: UUID(), transcript: Transcript(entries: [.prompt("Hello")]), enabledTools: [],
          generationOptions: GenerationOptions(), contextOptions: ContextOptions(), metadata: [:]),
        model: model, streamingInto: channel)
    }
  }

  @Test(
    "M2: by default both are available, with windows of 4,096 and 32,000 tokens, and only the cloud reasons")
  func defaults() async throws {
    let bound = Bound()
    #expect(bound.system.availability == .available && bound.system.isAvailable)
    #expect(bound.system.contextSize == 4_096)
    #expect(!bound.system.capabilities.contains(.reasoning))
    #expect(bound.system.capabilities.contains(.toolCalling))
    #expect(bound.system.capabilities.contains(.guidedGeneration))
    #expect(bound.cloud.availability == .available && bound.cloud.isAvailable)
    #expect(try await bound.cloud.contextSize == 32_000)
    #expect(bound.cloud.capabilities.contains(.reasoning))
    #expect(bound.system.variant == .core3)
  }

  @Test("M2: an unavailable system model says why, and fails with its own error")
  func unavailableSystem() async throws {
    let bound = Bound { $0.system.availability = .unavailable(.modelNotReady) }
    #expect(bound.system.availability == .unavailable(.modelNotReady))
    #expect(!bound.system.isAvailable)
    let error = await #expect(throws: SystemLanguageModel.Error.self) { try await ask(bound.system) }
    #expect(error?.debugDescription == "the system model is unavailable: modelNotReady")
    #expect(
      error?.errorDescription
        == "the system model is unavailable: modelNotReady: check availability, or use another model")
  }

  @Test("M2: the cloud fails by availability, network and quota, each with its own error")
  func failingCloud() async throws {
    let reset = Date(timeIntervalSince1970: 1_000_000)
    func failure(_ change: (inout ModelBinding.PrivateCloudCompute) -> Void) async
      -> PrivateCloudComputeLanguageModel.Error?
    {
      let bound = Bound { change(&$0.privateCloudCompute) }
      return await #expect(throws: PrivateCloudComputeLanguageModel.Error.self) { try await ask(bound.cloud) }
    }
    guard case .serviceUnavailable? = await failure({ $0.availability = .unavailable(.systemNotReady) })
    else {
      _ = Issue.record("not serviceUnavailable")
      return
    }
    guard case .networkFailure? = await failure({ $0.isReachable = false })
    else {
      _ = Issue.record("not networkFailure")
      return
    }
    guard
      case .quotaLimitReached(let facts)? = await failure({
        $0.quota = .limitReached(resetDate: reset)
        $0.suggestLimitIncrease = {}
      })
    else {
      _ = Issue.record("not quotaLimitReached")
      return
    }
    #expect(facts.resetDate == reset)
    #expect(facts.limitIncreaseSuggestion != nil)
  }

  @Test(
    "M2, R7: the caller of a session gets the model's own error, and an answer once the state has changed")
  func session() async throws {
    let bound = Bound {
      $0.privateCloudCompute.quota = .limitReached(resetDate: nil)
      $0.system.availability = .unavailable(.appleIntelligenceNotEnabled)
    }
    let cloud = LanguageModelSession(model: bound.cloud, instructions: "Be brief.")
    let system = LanguageModelSession(model: bound.system)
    await #expect(throws: PrivateCloudComputeLanguageModel.Error.self) {
      try await cloud.respond(to: "Hello")
    }
    await #expect(throws: SystemLanguageModel.Error.self) { try await system.respond(to: "Hello") }
    #expect(cloud.transcript.count == 1 && system.transcript.isEmpty)
    bound.binding.update {
      $0.privateCloudCompute.quota = .approachingLimit(resetDate: nil)
      $0.system.availability = .available
    }
    let answers = try await ModelClock.$current.withValue(VirtualClock()) {
      [try await cloud.respond(to: "Hello").content, try await system.respond(to: "Hello").content]
    }
    #expect(answers.allSatisfy { !$0.isEmpty })
    #expect(cloud.usage.input.totalTokenCount > 0)
  }

  @Test("M2, C5: a name's executor keeps its backend's cache from request to request")
  func cache() async throws {
    let bound = Bound()
    let session = LanguageModelSession(model: bound.system, instructions: "Be brief.")
    try await ModelClock.$current.withValue(VirtualClock()) {
      let first = try await session.respond(to: "Hello").usage
      let second = try await session.respond(to: "Hello again").usage
      #expect(first.input.cachedTokenCount == 0)
      // Everything that was fed: the first request, and the answer without its end.
      #expect(second.input.cachedTokenCount > first.input.totalTokenCount)
      #expect(second.input.cachedTokenCount < second.input.totalTokenCount)
    }
  }

  @Test("M2: a cloud that can't be reached does not tell its window or its languages")
  func unreachableFacts() async throws {
    let bound = Bound { $0.privateCloudCompute.isReachable = false }
    await #expect(throws: PrivateCloudComputeLanguageModel.Error.self) { try await bound.cloud.contextSize }
    await #expect(throws: PrivateCloudComputeLanguageModel.Error.self) {
      try await bound.cloud.supportedLanguages
    }
    await #expect(throws: PrivateCloudComputeLanguageModel.Error.self) {
      try await bound.cloud.supportsLocale()
    }
    #expect(bound.cloud.quotaUsage.isLimitReached == false, "the quota is known without asking")
  }

  @Test("M2: the quota is below, approaching or reached, with a date and a suggestion where there are any")
  func quota() {
    let reset = Date(timeIntervalSince1970: 2_000_000)
    let shown = Locked(0)
    let bound = Bound()
    func isApproaching() -> Bool? {
      guard case .belowLimit(let below) = bound.cloud.quotaUsage.status else { return nil }
      return below.isApproachingLimit
    }
    #expect(isApproaching() == false)
    #expect(bound.cloud.quotaUsage.resetDate == nil && bound.cloud.quotaUsage.limitIncreaseSuggestion == nil)
    bound.binding.update { $0.privateCloudCompute.quota = .approachingLimit(resetDate: reset) }
    #expect(isApproaching() == true && !bound.cloud.quotaUsage.isLimitReached)
    #expect(bound.cloud.quotaUsage.resetDate == reset)
    bound.binding.update {
      $0.privateCloudCompute.quota = .limitReached(resetDate: nil)
      $0.privateCloudCompute.suggestLimitIncrease = { shown.withLock { $0 += 1 } }
    }
    #expect(isApproaching() == nil && bound.cloud.quotaUsage.isLimitReached)
    bound.cloud.quotaUsage.limitIncreaseSuggestion?.show()
    #expect(shown.withLock { $0 } == 1)
  }

  @Test("M2: a request in a language that is not supported fails before the backend is asked")
  func languages() async throws {
    let bound = Bound {
      $0.system.backend.supportedLanguages = ["de", "pt-BR"]
      $0.system.backend.locale = "fr-FR"
      $0.privateCloudCompute.backend.supportedLanguages = ["de"]
      $0.privateCloudCompute.backend.locale = "fr-FR"
    }
    #expect(
      bound.system.supportedLanguages == [
        Locale.Language(languageCode: "de"), Locale.Language(languageCode: "pt", region: "BR"),
      ])
    for failing in [try await failure(bound.system), try await failure(bound.cloud)] {
      guard case .unsupportedLanguageOrLocale(let facts)? = failing else {
        _ = Issue.record("not unsupportedLanguageOrLocale")
        return
      }
      #expect(facts.languageCode == Locale.LanguageCode("fr"))
    }
    #expect(try await bound.cloud.supportedLanguages == [Locale.Language(languageCode: "de")])
    bound.binding.update { $0.system.backend.supportedLanguages.append("fr") }
    try await ask(bound.system)
    #expect(bound.system.supportsLocale(Locale(identifier: "en_US")) == false)
  }

  private func failure(_ model: some LanguageModel) async throws -> LanguageModelError? {
    await #expect(throws: LanguageModelError.self) { try await ask(model) }
  }

  @Test("M2: any model can answer under a name, with its capabilities and the window it is given")
  func backends() async throws {
    let bound = Bound {
      $0.system.backend = ModelBinding.Backend(WordModel(word: "bound"), contextSize: 99)
    }
    #expect(bound.system.contextSize == 99)
    #expect(!bound.system.capabilities.contains(.guidedGeneration))
    try await ask(bound.system)
    #expect(try await bound.system.tokenCount(for: "Hello there") > 0, "counted by the embedded tokenizer")
  }

  @Test("M2: tokens of prompt, instructions, tools, schema and entries, each alone and adding up")
  func tokenCounts() async throws {
    let model = Bound().system
    let text = "The quick brown fox folds paper."
    let prompt = try await model.tokenCount(for: text)
    #expect(prompt > 3 && prompt < 40)
    #expect(try await model.tokenCount(for: Prompt(text)) == prompt)
    #expect(try await model.tokenCount(for: text + " " + text) > prompt)
    let instructions = try await model.tokenCount(for: Instructions(text))
    #expect(instructions > 3 && instructions < 40)
    let tools = try await model.tokenCount(for: [IdleTool("fold")])
    let more = try await model.tokenCount(for: [IdleTool("fold"), IdleTool("crease")])
    #expect(tools > 0 && more > tools)
    #expect(try await model.tokenCount(for: [any Tool]()) == 0)
    #expect(try await model.tokenCount(for: String.generationSchema) > 0)
    let entries: [Transcript.Entry] = [.prompt("one"), .prompt("two")]
    let both = try await model.tokenCount(for: entries)
    let first = try await model.tokenCount(for: entries.prefix(1))
    let second = try await model.tokenCount(for: entries.suffix(1))
    #expect(both == first + second)
    #expect(try await model.tokenCount(for: [Transcript.Entry]()) == 0)
  }

  @Test("M2: a binding is for the models made in its task; others keep theirs")
  func scopes() async {
    let bound = Bound { $0.system.availability = .unavailable(.deviceNotEligible) }
    #expect(!bound.system.isAvailable)
    #expect(SystemLanguageModel().isAvailable)
    #expect(SystemLanguageModel.default === SystemLanguageModel.default)
    let inside = ModelBinding.$current.withValue(bound.binding) { SystemLanguageModel.default }
    #expect(!inside.isAvailable)
    let task = ModelBinding.$current.withValue(bound.binding) {
      Task { SystemLanguageModel(useCase: .contentTagging).isAvailable }
    }
    #expect(await task.value == false)
  }

  @Test("M2: whoever observes a model hears that its availability changed")
  func observation() {
    let bound = Bound()
    let heard = Locked(0)
    withObservationTracking {
      _ = bound.cloud.availability
    } onChange: {
      heard.withLock { $0 += 1 }
    }
    bound.binding.update { $0.privateCloudCompute.availability = .unavailable(.deviceNotEligible) }
    #expect(heard.withLock { $0 } == 1)
    #expect(bound.cloud.availability == .unavailable(.deviceNotEligible))
  }

  @Test("M2: states may change while others read", .timeLimit(.minutes(1)))
  func concurrentChanges() async {
    let bound = Bound()
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<200 { bound.binding.update { $0.system.backend.contextSize += 1 } }
        }
        group.addTask {
          for _ in 0..<200 { _ = (bound.system.contextSize, bound.cloud.quotaUsage.isLimitReached) }
        }
      }
    }
    #expect(bound.system.contextSize == 4_096 + 800)
  }
}
