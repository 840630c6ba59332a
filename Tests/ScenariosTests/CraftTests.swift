import Examples
import FoundationModels
import PrefixCache
import Recordings
import ScriptedModel
import SessionEngine
import SessionRecorder
import Testing
import Tokenizers
import Transcripts

@testable import Scenarios

@Suite("The craft session")
struct CraftTests {
  private static let scenario = Result { try ShippedScenario.named("craft")?.scenario() }

  private func scenario() throws -> Scenario { try #require(try Self.scenario.get()) }

  @Test("O1, P6: three personas and two switches, one by a tool and one by the app")
  func personas() async throws {
    let recorded = try await Recorded(scenario())
    #expect(recorded.summary.switches == ["Brainstorm → Tutorial", "Tutorial → Coach"])
    #expect(recorded.summary.requests == 11)
    #expect(recorded.summary.failures == [])
    let inferences = try recorded.inferences()
    // Two for each prompt; four for the one that asks for the tutorial, one for the one about the tear.
    #expect(inferences.count == 23)
    let personas = inferences.map { $0.profile ?? "" }
    #expect(Array(personas[..<7]) == Array(repeating: "Brainstorm", count: 7))
    #expect(Array(personas[7..<14]) == Array(repeating: "Tutorial", count: 7))
    #expect(Array(personas[14...]) == Array(repeating: "Coach", count: 9))
  }

  @Test("C5, C6: each switch is told by name with what it cost, and between them the cache is kept")
  func story() async throws {
    let recorded = try await Recorded(scenario())
    let inferences = try recorded.inferences()
    #expect(inferences.first?.cause == .cold)
    let losses = inferences.filter { $0.cause.isLoss }
    // The third is the Coach's paragraph on finishing, which comes with step 4.
    #expect(losses.map(\.cause) == [.profileSwitch, .profileSwitch, .instructionsEdited])
    #expect(losses.map(\.profile) == ["Tutorial", "Coach", "Coach"])
    for loss in losses {
      #expect(loss.divergence?.entry == 0)
      // The whole history is read again: more than half of what was sent.
      #expect(loss.lostTokens * 2 > loss.input?.value ?? 0)
      #expect(loss.hitRate ?? 1 < 0.5)
    }
    for inference in inferences.dropFirst() where inference.cause == .appended {
      #expect(inference.hitRate ?? 0 > 0.5)
    }
    let last = try #require(inferences.last?.input?.value)
    #expect(last > 4096 * 8 / 10 && last < 4096)
  }

  @Test("The same session as Swift gives the same recording")
  func twin() async throws {
    let scenario = try scenario()
    let file = try await Recorded(scenario)

    let counter = CharacterTokenCounter()
    let recording = try Recording.inMemory(tokenizer: counter.name)
    let options = ScenarioDriver.Options.repeatable(
      observers: [try SessionRecorder(recording: recording, counter: counter)])
    try await Self.run(scenario, options)
    try Self.compare(file.recording, recording)
  }

  /// What a program would write around the profile, and the steps of the file.
  private static func run(_ scenario: Scenario, _ options: ScenarioDriver.Options) async throws {
    var configuration = SessionConfiguration()
    configuration.title = "craft"
    configuration.now = try #require(options.now)
    configuration.makeID = try #require(options.makeID)
    configuration.observers = options.observers
    let model = ScriptedLanguageModel(configuration: scenario.models[0].configuration)
    let session = SessionConfiguration.$current.withValue(configuration) {
      LanguageModelSession(
        profile: Craft(model: model, wait: { try await ModelClock.current.sleep(for: $0) }))
    }
    for step in scenario.steps {
      switch step {
      case .prompt(let template, _, _):
        let prompt = template.text(value: { _ in .text("") })
        try await ModelClock.$current.withValue(options.clock) { _ = try await session.respond(to: prompt) }
      case .set: session.properties.craftMode = .coach
      default: Issue.record("a step that this test does not know")
      }
    }
  }

  private static func compare(_ a: Recording, _ b: Recording) throws {
    #expect(try a.sessions().map(\.uuid) == b.sessions().map(\.uuid))
    let (ours, theirs) = (try a.snapshots(), try b.snapshots())
    #expect(ours.count == theirs.count)
    for (left, right) in zip(ours, theirs) {
      #expect(left == right)
      let entries = (try a.entryIDs(of: left.id), try b.entryIDs(of: right.id))
      let json = (
        try a.entries(entries.0).map { String(decoding: $0.json, as: UTF8.self) },
        try b.entries(entries.1).map { String(decoding: $0.json, as: UTF8.self) }
      )
      #expect(json.0 == json.1)
      if json.0 != json.1 { return }
    }
    #expect(try a.requests() == b.requests())
    #expect(try a.inferences() == b.inferences())
    for row in try a.inferences() { #expect(try a.profile(of: row.id) == b.profile(of: row.id)) }
    #expect(try a.events() == b.events())
  }

  @Test("is the same to the byte in every run")
  func repeatable() async throws {
    let (a, b) = (try await Recorded(scenario()), try await Recorded(scenario()))
    try Self.compare(a.recording, b.recording)
    #expect(a.summary == b.summary)
  }
}
