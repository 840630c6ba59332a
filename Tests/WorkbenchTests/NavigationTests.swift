import Recordings
import Terminal
import Testing

@testable import Workbench

/// The craft session has thirteen snapshots, 0 to 12, in ten requests; caches were lost at 4, 9 and 11.
@Suite struct NavigationTests {
  let person: Driver

  init() throws { person = Driver(try RecordedSession.craft().recording) }

  @Test func itOpensAtTheNewestWithTheNewestEntryChosen() {
    #expect(person.snapshot == 12)
    #expect(person.selected == 27)
  }

  @Test func arrowsStepByOneSnapshot() {
    person.press("left")
    #expect(person.snapshot == 11)
    person.press("h", "h", "right")
    #expect(person.snapshot == 10)
    person.press("l", "l", "l", "l")
    #expect(person.snapshot == 12)
  }

  @Test func shiftArrowsStepByRequest() {
    // Request 3 is snapshots 3 and 4: its first inference ends in 3.
    person.press("home", "shift-right")
    #expect(person.snapshot == 1)
    person.press("shift-right")
    #expect(person.snapshot == 3)
    person.press("right", "shift-left")
    #expect(person.snapshot == 3, "from inside a request, back is to its beginning")
    person.press("shift-left")
    #expect(person.snapshot == 1)
  }

  @Test func lossesAreVisitedInBothDirectionsAndExplained() {
    person.press("C")
    #expect(person.snapshot == 11)
    #expect(person.state.tab == .why)
    #expect(person.rule.contains("entry edited, 937 tokens again"))
    person.press("C", "C")
    #expect(person.snapshot == 4)
    #expect(person.rule.contains("the pass: brainstorm → tutorial"))
    person.press("C")
    #expect(person.snapshot == 4)
    #expect(person.foot.contains("no cache was lost before this"))
    person.press("c")
    #expect(person.snapshot == 9)
  }

  @Test func aLossChoosesTheEntryWhereThePrefixParts() {
    person.press("7", "C")
    #expect(person.selected == 1)
  }

  @Test func homeAndEnd() {
    person.press("home")
    #expect(person.snapshot == 0)
    person.press("end")
    #expect(person.snapshot == 12)
  }

  @Test func theEntriesScrollAndKeepTheChosenOneWhileStepping() {
    person.press("g")
    #expect(person.selected == 0)
    person.press("j", "j", "j")
    #expect(person.selected == 3)
    person.press("left")
    #expect(person.selected == 3)
    person.press("G")
    #expect(person.selected == 25)
    person.press("k", "pageup")
    #expect(person.selected == 24 - (person.state.layout.entryRows - 1))
  }

  @Test func tabGoesToTheInspectorAndItsTextScrolls() {
    person.resize(120, 24)
    person.press("2", "tab", "j", "j")
    #expect(person.state.pane == .inspector)
    #expect(person.state.inspectorTop == 2)
    person.press("tab", "k")
    #expect(person.state.pane == .entries)
    #expect(person.state.inspectorTop == 0, "another entry begins at its top")
  }

  @Test func tabsByNumberAndInTurn() {
    person.press("4")
    #expect(person.screen.contains("showPicture  ~56"))
    person.press("]", "]", "]")
    #expect(person.state.tab == .why)
    person.press("]")
    #expect(person.state.tab == .text)
    person.press("[", "[")
    #expect(person.state.tab == .options)
  }

  @Test func zoomKeepsTheCursorInSight() {
    person.press("home", "+", "+")
    #expect(person.state.zoom > 0)
    for _ in 0..<12 {
      person.press("right")
      let column = person.state.axis.columns(of: person.state.cursor, person.state.timeline).lowerBound
      #expect((0..<person.state.layout.axis.width).contains(column - person.state.laneOffset))
    }
    person.press("0")
    #expect(person.state.zoom == 0 && person.state.laneOffset == 0)
  }

  @Test func barsAreToScaleInTimeOrTokens() {
    #expect(person.state.axis.scale == .time)
    person.press("x")
    #expect(person.state.axis.scale == .tokens)
    #expect(person.foot.contains("in tokens"))
  }

  @Test func aRecordingWithoutTimesSaysSo() throws {
    let person = Driver(try RecordedSession.craft(timed: false).recording)
    #expect(person.state.axis.scale == .tokens)
    person.press("x")
    #expect(person.foot.contains("no times"))
  }

  @Test func aMarkIsComparedAndComeBackTo() {
    person.press("home", "m", "end", "d")
    #expect(person.state.view.kind == .diff)
    #expect(person.screen.contains("Snapshot 0 → 12"))
    #expect(person.foot.contains("$ stemma diff craft.stemma@0 craft.stemma@12"))
    person.press("q", "'")
    #expect(person.snapshot == 0)
  }

  @Test func viewsAreAStack() {
    person.press("b", "?")
    #expect(person.state.views.map(\.kind) == [.main, .budget, .help])
    person.press("escape")
    #expect(person.state.view.kind == .budget)
    person.press("q")
    #expect(person.state.view.kind == .main)
    person.press("q")
    #expect(person.asked == [.quit])
  }

  @Test func themesArePreviewedAndPutBack() {
    person.press("T", "down")
    #expect(person.state.theme.name == "light")
    person.press("escape")
    #expect(person.state.theme.name == "dark")
    person.press("T", "down", "enter")
    #expect(person.state.theme.name == "light")
    person.press("t")
    #expect(person.state.theme.name == "dark")
  }

  @Test func whatThePaneShowsIsCopied() {
    person.press("y")
    #expect(
      person.asked
        == [
          .copy(
            "You are welcome. Come back with the next craft. You are welcome. Come back with the next craft.")
        ])
  }

  @Test func underAHundredColumnsTheInspectorIsAPage() {
    person.resize(80, 24)
    #expect(person.state.layout.inspector == nil)
    person.press("enter")
    #expect(person.state.view.kind == .inspector)
    #expect(person.screen.contains("You are welcome."))
    person.press("left")
    #expect(person.snapshot == 11, "stepping goes on behind the page")
    person.press("escape")
    #expect(person.state.view.kind == .main)
  }

  @Test func aKeyThatCannotBeUsedSaysWhy() throws {
    person.press("'")
    #expect(person.foot.contains("no snapshot is marked"))
    person.press("s")
    #expect(person.foot.contains("one session"))
    person.press("space")
    #expect(person.foot.contains("does not grow"))
  }

  @Test func extremeSizesDrawWithoutHarm() {
    for (width, height) in [(1, 1), (0, 0), (5, 3), (20, 8), (60, 15), (300, 100), (1000, 2), (2, 300)] {
      person.resize(width, height)
      for key in ["left", "b", "q", "w", "q", "R", "q", "?", "q", "T", "q", "d", "q", "enter", "q"] {
        // On the main view q would leave: every view above is one key deep.
        if key == "q", person.state.view.kind == .main { continue }
        person.press(key)
        #expect(person.state.frame().size == Size(width: width, height: height))
      }
    }
  }
}
