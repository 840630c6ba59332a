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
    let rows = (try session.recording.sessions(), try other.recording.sessions())
    let comparison = try SessionComparison(
      of: try #require(rows.1.first), in: other.recording, with: try #require(rows.0.first),
      in: session.recording)
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
    let step = try #require(driver.state.comparison?.comparison.steps.firstIndex { $0.isNews })
    guard case .replay(let view) = driver.state.view else { return #expect(Bool(false)) }
    #expect(view.step == step)
    for words in ["before", "the pass", "after", "held", "at entry", "prefilled", "holds"] {
      #expect(driver.screen.contains(words), "\(words)")
    }
    driver.press("home", "left", "end", "right")
    guard case .replay(let last) = driver.state.view else { return #expect(Bool(false)) }
    #expect(last.step == (driver.state.comparison?.comparison.steps.count ?? 0) - 1)
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
    let step = try #require(driver.state.comparison?.comparison.steps[view.step])
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

  @Test("Without a comparison, r says how to make one")
  func none() throws {
    let driver = Driver(try RecordedSession.craft().recording)
    driver.press("r")
    #expect(
      driver.state.view.kind == .main && driver.screen.contains("stemma replay sets a session beside another")
    )
  }
}
