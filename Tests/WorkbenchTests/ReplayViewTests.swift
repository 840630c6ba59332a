import Foundation
import PrefixCache
import Recordings
import Terminal
import Testing
import Transcripts

@testable import Workbench

@Suite("Two sessions on one axis")
struct ReplayViewTests {
  /// The craft session beside one that lost no cache: the same, but for what its inferences prefilled.
  private func person(width: Int = 120, height: Int = 34) throws -> Driver {
    let session = try RecordedSession.craft()
    let other = try RecordedSession.craft(profiles: false)
    let rows = try other.recording.sessions()
    let comparison = try RecordingComparison(
      of: [try #require(rows.first)], in: other.recording, with: session.recording)
    let driver = Driver(nil, width: width, height: height)
    var source = WorkbenchSource(recording: session.recording, file: "again.stemma")
    source.comparison = ComparedSessions(title: "craft.stemma · other", comparison: comparison)
    driver.engine.open(source)
    driver.press("home")
    return driver
  }

  @Test("The workbench opens on both, one above the other, and r comes back to them")
  func opens() throws {
    let driver = try person()
    #expect(driver.state.view.kind == .replay)
    for words in ["Replay: craft.stemma · other", "Recorded", "Replayed", "Difference", "Parting"] {
      #expect(driver.screen.contains(words), "\(words)")
    }
    driver.press("q")
    #expect(driver.state.view.kind == .main)
    driver.press("r")
    #expect(driver.state.view.kind == .replay)
  }

  @Test("A switch is told as what was held before, the pass, and what was held after")
  func steps() throws {
    let driver = try person()
    #expect(driver.screen.contains("an empty cache"))
    driver.press("c")
    let step = try #require(
      driver.state.comparison?.comparison.pairs[0].comparison.steps.firstIndex { $0.isNews })
    guard case .replay(let view) = driver.state.view else { return #expect(Bool(false)) }
    #expect(view.step == step)
    for words in ["before", "the pass", "after", "held", "at entry", "prefilled", "holds"] {
      #expect(driver.screen.contains(words), "\(words)")
    }
    driver.press("home", "left", "end", "right")
    guard case .replay(let last) = driver.state.view else { return #expect(Bool(false)) }
    #expect(last.step == (driver.state.comparison?.comparison.pairs[0].comparison.steps.count ?? 0) - 1)
    driver.press("enter")
    #expect(driver.state.view.kind == .main)
  }

  @Test("On the smallest screen both sides of a pass are told in a row each")
  func small() throws {
    let driver = try person(width: 60, height: 15)
    driver.press("c")
    let rows = driver.lines.map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(rows.contains { $0.hasPrefix("recorded  ") && $0.contains("kept ") })
    #expect(rows.contains { $0.hasPrefix("replayed  ") && $0.contains("kept ") })
    #expect(rows.contains { $0.contains("prefilled") })
  }

  @Test("A lost cache is seen in a bar of two rows, though a trace of it was kept")
  func trace() throws {
    let driver = try person(width: 100, height: 30)
    driver.press("c")
    guard case .replay(let view) = driver.state.view else { return #expect(Bool(false)) }
    let step = try #require(driver.state.comparison?.comparison.pairs[0].comparison.steps[view.step])
    let row = try #require([step.before, step.after].compactMap { $0 }.first { $0.cause.isLoss })
    #expect((row.reused?.value ?? 0) * 8 < (row.input?.value ?? 0))
    let frame = driver.state.frame()
    let lost = driver.state.theme.style(.lost).foreground
    let cells = (0..<frame.size.height).flatMap { y in (0..<frame.size.width).map { frame[$0, y] } }
    let bars = cells.filter { $0.style.foreground == lost && Glyphs.unicode.vertical.contains($0.character) }
    #expect(!bars.isEmpty)
  }

  @Test(
    "Whatever the size of the screen, nothing is drawn beside it", arguments: [(20, 5), (60, 15), (200, 50)])
  func sizes(_ width: Int, _ height: Int) throws {
    let driver = try person(width: width, height: height)
    #expect(driver.lines.count >= height && driver.screen.contains("Replay"))
  }

  @Test("O2: s goes from session to session, > to the one that a call began, Enter to where it is recorded")
  func sessions() throws {
    let old = try RecordedSession.craft()
    let new = try RecordedSession.craft(profiles: false)
    for session in [old, new] {
      // A session of a tool, below the first.
      _ = try session.recording.write { writer in
        let child = try writer.insertSession(
          uuid: "c", title: "friend", origin: "live", started: nil, parent: SessionID(1), parentCall: "call")
        let snapshot = try writer.insertSnapshot(
          session: child, parent: nil, at: nil, cause: "prompt",
          splice: Splice(position: 0, inserted: [.entry(EntryID(1))]))
        let request = try writer.insertRequest(session: child, prompt: "Who?", started: nil)
        return try writer.insertInference(
          InferenceRow(
            id: InferenceID(0), request: request, session: child, sequence: 1, profile: "Friend",
            snapshot: snapshot, inputEntries: 1, position: 0, removed: 0, inserted: 1, cause: .cold))
      }
    }
    let comparison = try RecordingComparison(
      of: [try #require(try old.recording.sessions().first)], in: old.recording, with: new.recording)
    let driver = Driver(nil, width: 120, height: 34)
    var source = WorkbenchSource(recording: new.recording, file: "again.stemma")
    source.comparison = ComparedSessions(title: "a · b", comparison: comparison)
    driver.engine.open(source)
    driver.press("home")
    #expect(driver.screen.contains("session 1 of 2"))
    driver.press("s")
    #expect(driver.screen.contains("session 2 of 2: friend, called by session 1"))
    #expect(driver.screen.contains("Friend"))
    driver.press("s")
    #expect(driver.screen.contains("session 1 of 2"))
    driver.press(">")
    #expect(driver.screen.contains("session 2 of 2"))
    driver.press("<", "S")
    #expect(driver.screen.contains("session 2 of 2"))
    // What a session is asked elsewhere stays as it was.
    #expect(driver.state.session == 0)
    driver.press("enter")
    #expect(driver.state.view.kind == .main && driver.state.session == 1)
    #expect(driver.state.timeline.count == 1)
  }

  @Test("What is compared while a session is watched opens beside it; over another view it waits for r")
  func later() throws {
    let session = try RecordedSession.craft()
    let comparison = try RecordingComparison(
      of: session.recording.sessions(), in: session.recording, with: session.recording)
    let compared = ComparedSessions(title: "a · b", comparison: comparison)
    let driver = Driver(session.recording)
    driver.press("r")
    #expect(driver.state.view.kind == .main)
    driver.handle(.loaded(.compared(compared)))
    #expect(driver.state.view.kind == .replay)
    let other = Driver(session.recording)
    other.press("w")
    let kind = other.state.view.kind
    other.handle(.loaded(.compared(compared)))
    #expect(kind != .main && other.state.view.kind == kind)
    other.press("q", "r")
    #expect(other.state.view.kind == .replay)
  }

  @Test("Without a comparison, r says how to make one")
  func none() throws {
    let driver = Driver(try RecordedSession.craft().recording)
    driver.press("r")
    #expect(
      driver.state.view.kind == .main && driver.screen.contains("stemma replay sets a session beside another")
    )
  }
}
