import Testing
import Transcripts

@testable import SessionEngine

@Suite("Modifiers and what they resolve to")
struct ModifierTests {
  typealias Profile = LanguageModelSession.Profile

  @Test("P2: every value modifier is an opinion, and the model may be given as its type or as any")
  func values() {
    let existential: any LanguageModel = WordModel(word: "any")
    let resolved = evaluated(
      Profile { Instructions("x") }
        .model(existential).temperature(0.5).samplingMode(.greedy).maximumResponseTokens(9)
        .reasoningLevel(.deep).toolCallingMode(.required).transcriptErrorHandlingPolicy(.preserveTranscript))
    #expect((resolved.model?.value as? WordModel)?.word == "any")
    #expect(resolved.temperature?.value == 0.5)
    #expect(resolved.samplingMode?.value == .greedy)
    #expect(resolved.maximumResponseTokens?.value == 9)
    #expect(resolved.reasoningLevel?.value == .deep)
    #expect(resolved.toolCallingMode?.value == .required)
    #expect(resolved.errorPolicy?.value.kind == .preserve)
    let concrete = evaluated(Profile {}.model(WordModel(word: "some")))
    #expect((concrete.model?.value as? WordModel)?.word == "some")
  }

  @Test("P2: nil is no opinion: it neither sets nor clears")
  func noOpinion() {
    let resolved = evaluated(
      Profile {}
        .temperature(nil).samplingMode(nil).maximumResponseTokens(nil).reasoningLevel(nil)
        .toolCallingMode(nil).transcriptErrorHandlingPolicy(nil)
        .temperature(0.7))
    #expect(resolved.temperature?.value == 0.7)
    #expect(resolved.samplingMode == nil && resolved.maximumResponseTokens == nil)
    #expect(resolved.reasoningLevel == nil && resolved.toolCallingMode == nil && resolved.errorPolicy == nil)
    #expect(evaluated(Profile {}).temperature == nil)
  }

  struct Writing: LanguageModelSession.DynamicProfile {
    var isCreative: Bool
    var body: some DynamicProfile {
      Content(isCreative: isCreative).temperature(0.5).maximumResponseTokens(80)
    }

    struct Content: LanguageModelSession.DynamicProfile {
      var isCreative: Bool
      var body: some DynamicProfile {
        if isCreative {
          Profile { Instructions("create") }.temperature(1)
        } else {
          Profile { Instructions("explain") }
        }
      }
    }
  }

  @Test("P3: the modifier nearest to the profile wins, and an outer one is a default")
  func precedence() {
    let creative = evaluated(Writing(isCreative: true))
    #expect(creative.temperature?.value == 1)
    #expect(creative.temperature?.level == "modifier 1 of 1 on Content.branch1")
    #expect(creative.maximumResponseTokens?.value == 80)
    #expect(creative.maximumResponseTokens?.level == "modifier 1 of 2 on Content")
    let technical = evaluated(Writing(isCreative: false))
    #expect(technical.temperature?.value == 0.5)
    #expect(technical.temperature?.level == "modifier 2 of 2 on Content")
  }

  @Test("U1, P3: of the same modifier twice on one profile the innermost, which has the highest number, wins")
  func twice() {
    let resolved = evaluated(
      Profile {}.temperature(0.1).onPrompt {}.temperature(0.9).temperature(nil))
    #expect(resolved.temperature?.value == 0.1)
    #expect(resolved.temperature?.level == "modifier 4 of 4 on Profile")
  }

  @Test("P2, H1: history transforms add up, the outermost first")
  func transforms() {
    func marking(_ mark: String) -> ([Transcript.Entry]) -> [Transcript.Entry] { { $0 + [.prompt(mark)] } }
    let resolved = evaluated(
      Profile {}.historyTransform(marking("inner")).temperature(1).historyTransform(marking("outer")))
    let sent = resolved.historyTransforms.reduce([.prompt("given")]) { $1($0) }
    #expect(sent.map(\.id) == ["given", "outer", "inner"])
  }

  struct Debug: LanguageModelSession.DynamicProfileModifier {
    @SessionProperty(\.count) var count
    func body(content: Content) -> some DynamicProfile {
      content
        .temperature(count == 0 ? 0 : 0.4)
        .maximumResponseTokens(10)
        .onResponse { count += 1 }
    }
  }

  @Test("P4: a modifier's body modifies its content, reads session properties, and is one level among others")
  func customModifier() async throws {
    let profile = Profile { Instructions("kept") }.reasoningLevel(.light).maximumResponseTokens(7)
      .modifier(Debug()).toolCallingMode(.allowed)
    let values = SessionPropertyValues()
    let first = SessionContext.$current.withValue(SessionContext(values: values, access: .readWrite)) {
      evaluated(profile)
    }
    #expect(first.texts == ["kept"])
    #expect(first.temperature?.value == 0)
    #expect(first.temperature?.level == "modifier 3 of 3 in Debug")
    #expect(first.toolCallingMode?.level == "modifier 1 of 4 on Profile")
    #expect(
      first.maximumResponseTokens?.value == 7, "what the modifier is applied to is nearer than its body")
    #expect(first.maximumResponseTokens?.level == "modifier 3 of 4 on Profile")
    #expect(first.reasoningLevel?.level == "modifier 4 of 4 on Profile")
    let second = try await SessionContext.$current.withValue(
      SessionContext(values: values, access: .readWrite)
    ) {
      for hook in first.hooks.onResponse { try await hook(Transcript.Response(segments: [])) }
      return evaluated(profile).temperature?.value
    }
    #expect(second == 0.4)
  }

  struct Outer: LanguageModelSession.DynamicProfile {
    var body: some DynamicProfile { Middle().temperature(0.3) }
  }
  struct Middle: LanguageModelSession.DynamicProfile {
    var body: some DynamicProfile { AnyDynamicProfile(Inner()) }
    typealias AnyDynamicProfile = LanguageModelSession.AnyDynamicProfile
  }
  struct Inner: LanguageModelSession.DynamicProfile {
    var body: some DynamicProfile { Profile { IdleTool("deep") } }
  }

  @Test("P4: profiles nest, with or without their types, and the innermost named type is the profile's name")
  func nesting() {
    let resolved = evaluated(Outer())
    #expect(resolved.toolNames == ["deep"])
    #expect(resolved.temperature?.value == 0.3)
    #expect(resolved.name == "Inner")
  }
}
