import Recordings
import Terminal
import Testing

@testable import Workbench

@Suite struct ViewTests {
  let person: Driver

  init() throws { person = Driver(try RecordedSession.craft().recording) }

  @Test func whyListsTheWorstFirstAndGoesThere() {
    person.press("w")
    #expect(person.state.view.kind == .why)
    #expect(person.screen.contains("Lost cache: 3 times, 2,080 tokens again"))
    person.press("down", "enter")
    #expect(person.snapshot == 9)
    #expect(person.state.view.kind == .main && person.state.tab == .why)
  }

  @Test func theTreeUnfoldsFoldsAndGoesThere() {
    person.press("R")
    guard case .requests(let opened) = person.state.view else {
      Issue.record("no tree")
      return
    }
    #expect(opened.nodes[opened.position.selected] == .inference(12))
    person.press("g", "down", "down", "down", "right")
    #expect(person.screen.contains("switchToTutorialMode"))
    person.press("down", "left")
    #expect(!person.screen.contains("◆ switchToTutorialMode"))
    person.press("enter")
    #expect(person.snapshot == 3)
  }

  @Test func theDiffTellsWhatIsPrefilledAgain() {
    person.press("left", "d")
    let screen = person.screen
    #expect(screen.contains("splice at entry 1"))
    #expect(
      screen.contains(
        "~123 tokens stand before it and are kept, ~873 after it are prefilled again, ~172 are new"))
    #expect(screen.contains("make‹U+00A0›alone"))
  }

  @Test func theBudgetForeseesTheEnd() {
    // The last eight requests, from the second on, added 930 tokens: ~116 each; 341 are left.
    #expect(person.state.forecast == BudgetForecast(growth: 116, requestsLeft: 2))
    person.press("b")
    #expect(person.screen.contains("room for ~2 requests"))
    #expect(person.screen.contains("Fixed costs  ~123 in every request, 10%"))
  }

  @Test func aWindowThatNobodyToldIsNotInvented() throws {
    let person = Driver(try RecordedSession.craft(window: nil).recording)
    #expect(person.screen.contains("window ?"))
    person.press("b")
    #expect(person.screen.contains("does not tell the model's window"))
  }

  @Test func thePickerSearchesAndOpens() {
    person.press("o")
    person.handle(
      .loaded(
        .recordings([
          PickerItem(
            path: "a/craft.stemma", title: "craft.stemma", place: "here", detail: "recording  12 KB"),
          PickerItem(path: "a/trip.json", title: "trip.json", place: "samples", detail: "transcript  3 KB"),
        ])))
    person.type("samp")
    #expect(person.screen.contains("trip.json") && !person.screen.contains("recording  12 KB"))
    person.press("enter")
    #expect(person.asked == [.open("a/trip.json")])
    person.handle(.loaded(.trouble("a/trip.json: no such file")))
    #expect(person.foot.contains("no such file"))
    person.press("escape")
    #expect(person.state.view.kind == .main)
  }

  @Test func helpListsTheKeysOfTheViewBelow() {
    person.press("w", "?")
    #expect(person.screen.contains("Keys: Lost cache"))
    #expect(person.screen.contains("go to this moment"))
    #expect(!person.screen.contains("the snapshot before"))
  }
}
