import Terminal
import Testing

@testable import Workbench

@Suite struct TypingTests {
  let person: Driver

  init() throws { person = Driver(try RecordedSession.craft().recording) }

  // MARK: Find

  @Test func findGoesThereWhileTyping() {
    person.press("g", "/")
    person.type("valley")
    #expect(person.snapshot == 12 && person.selected == 16)
    person.press("enter", "n")
    #expect(person.selected == 17)
    person.press("n")
    #expect(person.snapshot == 12 || person.state.searching == nil)
  }

  @Test func findGoesOnInOtherSnapshotsAndRoundTheEnd() {
    // Only before the edit of entry 1 did the instructions speak of brainstorming.
    person.press("/")
    person.type("THREE IDEAS and ask")
    #expect(person.snapshot == 0 && person.selected == 0)
  }

  @Test func escapeTakesBackWhereTheSearchBegan() {
    person.press("left", "g", "/")
    person.type("Propose three")
    #expect(person.snapshot == 0)
    person.press("escape")
    #expect(person.snapshot == 11 && person.selected == 0)
    #expect(person.state.search == nil)
  }

  @Test func whatIsNowhereIsSaid() {
    person.press("/")
    person.type("no such words")
    #expect(person.foot.contains("is nowhere in this session"))
    person.press("enter")
    #expect(person.snapshot == 12)
    #expect(person.state.searching == nil)
  }

  @Test func backwards() {
    person.press("g", "/")
    person.type("fold")
    person.press("enter")
    let first = person.selected
    person.press("n", "N")
    #expect(person.selected == first)
  }

  // MARK: Filter

  @Test func aFilterHidesEntries() {
    person.press("f")
    person.type("kind:toolOutput")
    person.press("enter")
    #expect(person.state.listedEntries == [5, 9, 13, 14])
    #expect(person.foot.hasSuffix("filter kind:toolOutput"))
    person.press("escape")
    #expect(person.state.listedEntries.count == 28)
  }

  @Test func aFilterReadsTextsAndTools() {
    person.press("f")
    person.type("tool:convert \"5.9\"")
    person.press("enter")
    #expect(person.state.listedEntries == [13, 14])
  }

  @Test func aFilterOfStepsIsSteppedOver() {
    person.press("f")
    person.type("cache:lost")
    person.press("enter")
    #expect(person.snapshot == 11, "the cursor goes to the nearest that passes")
    person.press("left")
    #expect(person.snapshot == 9)
    person.press("left", "left")
    #expect(person.snapshot == 4)
    #expect(person.foot.contains("nothing before this passes the filter"))
  }

  @Test func aWrongFilterIsNotTaken() {
    person.press("f")
    person.type("kind:promt")
    person.press("enter")
    #expect(person.foot.contains("kind: knows no “promt”"))
    person.press("backspace")
    #expect(!person.foot.contains("knows no"))
  }

  // MARK: Commands

  @Test func aNumberGoesThere() {
    person.press(":")
    person.type("4")
    person.press("enter")
    #expect(person.snapshot == 4)
    person.press(":")
    person.type("request 7")
    person.press("enter")
    #expect(person.snapshot == 9)
    person.press(":")
    person.type("goto 99")
    person.press("enter")
    #expect(person.foot.contains("there is no snapshot 99"))
  }

  @Test func tabCompletesAndCycles() {
    person.press(":")
    person.type("bu")
    person.press("tab")
    #expect(person.state.prompt?.input.text == "budget ")
    person.press("ctrl-u")
    person.type("f")
    person.press("tab")
    #expect(person.state.prompt?.input.text == "filter")
    person.press("tab")
    #expect(person.state.prompt?.input.text == "find")
    person.press("shift-tab")
    #expect(person.state.prompt?.input.text == "filter")
  }

  @Test func upRecallsWhatWasTyped() {
    person.press(":")
    person.type("goto 3")
    person.press("enter", ":")
    person.type("goto 5")
    person.press("enter", ":", "up", "up")
    #expect(person.state.prompt?.input.text == "goto 3")
    person.press("down")
    #expect(person.state.prompt?.input.text == "goto 5")
    person.press("escape")
    #expect(person.state.prompt == nil)
  }

  @Test func aLineIsEdited() {
    person.press(":")
    person.type("goto 12")
    person.press("left", "backspace", "delete", "home", "delete")
    #expect(person.state.prompt?.input.text == "oto ")
    person.press("end", "ctrl-w")
    #expect(person.state.prompt?.input.text == "")
    person.handle(.terminal(.paste("goto\n3")))
    #expect(person.state.prompt?.input.text == "goto 3")
    person.press("enter")
    #expect(person.snapshot == 3)
  }
}
