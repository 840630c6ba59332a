import PrefixCache
import Recordings
import Testing
import Transcripts

@testable import Workbench

@Suite struct FilterTests {
  private func passes(
    _ filter: String, _ kind: EntryKind = .toolOutput, tokens: Int = 600, fate: EntryFate? = .kept,
    tools: [String] = ["searchRecipes"], text: String = "Überbackener Käse with cheese"
  ) throws -> Bool {
    try Filter(parsing: filter).matches(
      Filter.EntryFacts(kind: kind, tokens: tokens, fate: fate, tools: tools, text: text))
  }

  @Test func everythingPassesNothing() throws {
    #expect(try Filter(parsing: "  ").isEmpty)
    #expect(try passes(""))
  }

  @Test func allTermsHaveToHold() throws {
    #expect(try passes("kind:toolOutput tool:search tokens:>500 \"with cheese\""))
    #expect(try !passes("kind:toolOutput tool:search tokens:>600"))
    #expect(try !passes("kind:prompt"))
  }

  @Test func aCommaLetsSeveralDo() throws {
    #expect(try passes("kind:prompt,tooloutput"))
    #expect(try !passes("kind:prompt,response"))
  }

  @Test func aMinusTurnsATermRound() throws {
    #expect(try !passes("-kind:toolOutput"))
    #expect(try passes("-kind:prompt -\"no such text\""))
  }

  @Test func textIsFoundInAnyCase() throws {
    #expect(try passes("CHEESE"))
    #expect(try passes("käSE"))
    #expect(try !passes("\"cheese with\""))
    #expect(try passes("\"say \\\"hi\\\"\"", text: "they Say \"HI\" here"))
  }

  @Test(arguments: [
    ("tokens:600", true), ("tokens:=600", true), ("tokens:<600", false), ("tokens:<=600", true),
    ("tokens:>=600", true), ("tokens:>600", false), ("tokens:<1k", true),
  ])
  func tokens(_ filter: String, _ expected: Bool) throws {
    #expect(try passes(filter) == expected)
  }

  @Test func theCacheIsAskedOfEntriesAndOfInferences() throws {
    #expect(try passes("cache:lost", fate: .lost))
    #expect(try !passes("cache:lost", fate: .kept))
    #expect(try passes("cache:lost", fate: nil))
    let lost = Filter.StepFacts(profile: "tutorial", model: "m", cause: .profileSwitch, isLost: true)
    let kept = Filter.StepFacts(profile: nil, model: nil, cause: .appended, isLost: false)
    #expect(try Filter(parsing: "cache:lost").matches(lost))
    #expect(try !Filter(parsing: "cache:lost").matches(kept))
    #expect(try Filter(parsing: "cache:kept").matches(kept))
    #expect(try Filter(parsing: "profile:TUT cause:profile-switch").matches(lost))
    #expect(try !Filter(parsing: "profile:tut").matches(kept))
  }

  @Test func itKnowsWhetherItReadsTextAndSelectsSteps() throws {
    #expect(try Filter(parsing: "\"a\"").readsText)
    #expect(try !Filter(parsing: "kind:prompt").readsText)
    #expect(try Filter(parsing: "profile:a").selectsSteps)
    #expect(try !Filter(parsing: "kind:prompt").selectsSteps)
  }

  @Test(arguments: [
    ("kin:prompt", "filter, column 1: there is no key"),
    ("kind:promt", "filter, column 1: kind: knows no “promt”; use instructions, prompt, response"),
    ("kind:prompt tokens:many", "filter, column 13: “many” is no number of tokens"),
    ("tool:", "filter, column 1: tool: needs a value"),
    ("a \"open", "filter, column 3: a quote is not closed"),
    ("tokens:>-5", "filter, column 1: “>-5” is no number"),
    ("tokens:99999999999999999999", "filter, column 1:"),
  ])
  func mistakesAreNamed(_ filter: String, _ beginning: String) {
    let error = #expect(throws: FilterError.self) { try Filter(parsing: filter) }
    let text = error?.description ?? ""
    let known = beginning.hasSuffix("no key") ? "filter, column 1: there is no “kin:”" : beginning
    #expect(text.hasPrefix(known), "\(text)")
    #expect(!text.contains("\n"))
  }
}
