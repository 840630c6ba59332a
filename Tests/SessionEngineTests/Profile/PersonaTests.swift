import Testing
import Transcripts

@testable import SessionEngine

@Suite("Which persona a profile resolves to")
struct PersonaTests {
  typealias Profile = LanguageModelSession.Profile

  enum Mode: CaseIterable { case ideas, plan, coach }

  struct Craft: LanguageModelSession.DynamicProfile {
    var mode: Mode
    var isLarge = false
    var warmth = 0.5
    var body: some DynamicProfile {
      switch mode {
      case .ideas:
        Profile { Instructions("ideas") }.temperature(warmth)
      case .plan:
        if isLarge { Profile { Instructions("large") } } else { Profile { Instructions("small") } }
      case .coach:
        Coach()
      }
    }
  }

  struct Coach: LanguageModelSession.DynamicProfile {
    var body: some DynamicProfile { Profile { Instructions("coach") } }
  }

  @Test("P1: one expression, `if`–`else` and `switch`, nested, are one profile each")
  func oneProfile() {
    #expect(evaluated(Coach()).texts == ["coach"])
    #expect(evaluated(Craft(mode: .ideas)).texts == ["ideas"])
    #expect(evaluated(Craft(mode: .plan, isLarge: true)).texts == ["large"])
    #expect(evaluated(Craft(mode: .plan)).texts == ["small"])
    #expect(evaluated(Craft(mode: .coach)).texts == ["coach"])
  }

  @Test("P7: the branches of a body are as many personas, named by their type or their number")
  func branches() {
    let personas = [
      Craft(mode: .ideas), Craft(mode: .plan, isLarge: true), Craft(mode: .plan), Craft(mode: .coach),
    ].map { evaluated($0) }
    #expect(personas.map(\.name) == ["Craft.branch1", "Craft.branch2", "Craft.branch3", "Coach"])
    #expect(Set(personas.map(\.identity)).count == 4)
  }

  @Test("P7: what a modifier says does not make another persona, and neither does what the instructions say")
  func values() {
    let one = evaluated(Craft(mode: .ideas, warmth: 0.1))
    let other = evaluated(Craft(mode: .ideas, isLarge: true, warmth: 0.9))
    #expect(one.identity == other.identity)
    #expect(one.temperature?.value != other.temperature?.value)
    func advising(_ text: String) -> String {
      evaluated(Profile { Instructions(text) }).identity
    }
    #expect(advising("a") == advising("b"))
  }

  struct Calm: LanguageModelSession.DynamicProfileModifier {
    var isOn: Bool
    func body(content: Content) -> some DynamicProfile {
      if isOn { content.temperature(0) } else { content }
    }
  }

  struct Calmed: LanguageModelSession.DynamicProfile {
    var mode: Mode
    var isOn: Bool
    var body: some DynamicProfile { Craft(mode: mode).modifier(Calm(isOn: isOn)) }
  }

  @Test("P7: a branch in a modifier's body makes another persona of the same name")
  func modifierBranches() {
    let on = evaluated(Calmed(mode: .ideas, isOn: true))
    let off = evaluated(Calmed(mode: .ideas, isOn: false))
    #expect(on.identity != off.identity)
    #expect(on.name == "Craft.branch1" && off.name == "Craft.branch1")
    #expect(evaluated(Calmed(mode: .coach, isOn: true)).name == "Coach")
    #expect(evaluated(Profile {}.modifier(Calm(isOn: true))).name == "Profile")
  }

  enum Kitchen {
    struct Coach: LanguageModelSession.DynamicProfile {
      var body: some DynamicProfile { Profile { Instructions("cook") } }
    }
  }

  @Test("P7: behind a forgotten type, types of the same name in different places are different personas")
  func erased() {
    let craft = evaluated(LanguageModelSession.AnyDynamicProfile(Coach()))
    let kitchen = evaluated(LanguageModelSession.AnyDynamicProfile(Kitchen.Coach()))
    #expect(craft.name == "Coach" && kitchen.name == "Coach")
    #expect(craft.identity != kitchen.identity)
    #expect(craft.identity == evaluated(Coach()).identity)
  }

  @Test("P7: a given name is the persona's name and part of its identity")
  func givenNames() {
    let baker = evaluated(Profile {}.temperature(1).profileName("Baker").onPrompt {})
    let brewer = evaluated(Profile {}.profileName("Brewer"))
    #expect(baker.name == "Baker" && brewer.name == "Brewer")
    #expect(baker.identity != brewer.identity)
    #expect(baker.temperature?.level == "modifier 2 of 2 on Baker")
    #expect(
      evaluated(Profile {}.profileName("inner").profileName("outer")).name == "inner")
    #expect(
      evaluated(Craft(mode: .plan).profileName("Studio")).name == "Studio.branch3",
      "a name on a type stands for the type's")
    #expect(evaluated(Craft(mode: .coach).profileName("Studio")).name == "Coach")
  }

  struct Routed: LanguageModelSession.DynamicProfile {
    var server: any LanguageModel = SystemLanguageModel()
    var isOnDevice: Bool { type(of: server) == SystemLanguageModel.self }
    var body: some DynamicProfile {
      if isOnDevice {
        Profile { Instructions("short") }.model(server)
      } else {
        Profile { Instructions("long") }.model(server).reasoningLevel(.deep)
      }
    }
  }

  struct RoutedByType: LanguageModelSession.DynamicProfile {
    var server = SystemLanguageModel()
    var body: some DynamicProfile {
      Profile { Instructions(type(of: server) == SystemLanguageModel.self ? "device" : "server") }
    }
  }

  @Test("P5: a profile routes by the type of the model that it stores")
  func routing() {
    #expect(evaluated(Routed()).texts == ["short"])
    let server = evaluated(Routed(server: PrivateCloudComputeLanguageModel()))
    #expect(server.texts == ["long"])
    #expect(server.reasoningLevel?.value == .deep)
    #expect(server.model?.value is PrivateCloudComputeLanguageModel)
    #expect(evaluated(RoutedByType()).texts == ["device"])
  }

  struct Lookup: LanguageModelSession.DynamicProfile {
    @SessionProperty(\.count) var lookups
    var body: some DynamicProfile {
      if lookups == 0 {
        Profile { IdleTool("lookup") }.toolCallingMode(.required).onToolCall { lookups += 1 }
      } else {
        Profile { Instructions("Answer.") }.toolCallingMode(.disallowed)
      }
    }
  }

  @Test("P6, S3: a property that a hook writes flips the branch at the next resolution")
  func flip() async throws {
    let context = SessionContext(values: SessionPropertyValues(), access: .readWrite)
    try await SessionContext.$current.withValue(context) {
      let profile = Lookup()
      let before = evaluated(profile)
      #expect(before.toolNames == ["lookup"] && before.toolCallingMode?.value == .required)
      let call = Transcript.ToolCall(id: "1", toolName: "lookup", arguments: GeneratedContent("x"))
      for hook in before.hooks.onToolCall { try await hook(call) }
      let after = evaluated(profile)
      #expect(after.toolNames == [] && after.toolCallingMode?.value == .disallowed)
      #expect(before.identity != after.identity)
    }
  }
}
