import Terminal
import Testing

@testable import Workbench

@Suite struct MouseTests {
  let person: Driver

  init() throws { person = Driver(try RecordedSession.craft().recording) }

  private func column(of snapshot: Int) -> Int {
    let state = person.state
    return state.layout.axis.x + state.axis.columns(of: snapshot, state.timeline).lowerBound
      - state.laneOffset
  }

  @Test func aClickOnTheLanesGoesThere() {
    person.click(column(of: 4), person.state.layout.axis.y + 2)
    #expect(person.snapshot == 4)
  }

  @Test func aClickChoosesAnEntryAndATab() {
    let entries = person.state.layout.entries
    person.click(entries.x + 10, entries.y + 1)
    #expect(person.selected == person.state.entries.top)
    guard let inspector = person.state.layout.inspector else { return }
    person.click(inspector.x + 2 + 7 + 2, inspector.y)
    #expect(person.state.tab == .json)
    #expect(person.state.pane == .inspector)
  }

  @Test func theWheelScrollsWhatItPointsAt() {
    let entries = person.state.layout.entries
    let top = person.state.entries.top
    person.click(entries.x + 5, entries.y + 5, .wheelUp)
    #expect(person.state.entries.top == max(0, top - 3))
    person.click(person.state.layout.axis.x, person.state.layout.axis.y, .wheelUp)
    #expect(person.snapshot == 11)
  }

  @Test func aDragSelectsASpan() {
    let y = person.state.layout.axis.y
    person.click(column(of: 3), y)
    person.click(column(of: 9), y, .drag)
    #expect(person.state.spanStart == 3 && person.snapshot == 9)
    #expect(person.rule.contains("snapshots 3–9"))
    #expect(person.rule.contains("2 lost caches, 1,143 tokens again"))
    person.press("d")
    #expect(person.screen.contains("Snapshot 3 → 9"))
    person.press("q", "escape")
    #expect(person.state.spanStart == nil)
  }

  @Test func switchedOffItIsTheTerminals() {
    person.press("M")
    #expect(person.asked == [.useMouse(false)])
    person.click(column(of: 4), person.state.layout.axis.y)
    #expect(person.snapshot == 12)
  }
}
