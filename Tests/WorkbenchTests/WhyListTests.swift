import Terminal
import Testing

@testable import Workbench

/// What the list of losses shows of two texts in few columns.
@Suite struct WhyListTests {
  @Test(
    "Both sides begin with the word in which they part",
    arguments: [
      ("You are a warm companion", "You are an expert", "…a warm companion", "…an expert"),
      ("make", "make\u{A0}alone", "make", "make\u{A0}alone"),
      ("…that it is finished.", "…that it is finished. They are close", "", "…They are close"),
      ("…that it is finished. They are close", "…that it is finished.", "…They are close", ""),
      ("one", "two", "one", "two"), ("", "new", "", "new"), ("a b", "a c", "a b", "a c"),
    ])
  func parting(_ was: String, _ now: String, _ shownWas: String, _ shownNow: String) {
    let shown = State.parting(was, now)
    #expect(shown.was == shownWas && shown.now == shownNow)
  }
}
