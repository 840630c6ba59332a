import Foundation
import Recordings
import Terminal
import Testing

@testable import Workbench

/// A person at the workbench: presses keys and sees the screen once everything they caused has been done.
final class Driver {
  var engine: Engine
  var state: State { engine.state }
  /// What the workbench asked of the terminal.
  private(set) var asked: [Effect] = []

  init(
    _ recording: Recording?, width: Int = 160, height: Int = 42, isLive: Bool = false,
    file: String = "craft.stemma"
  ) {
    var options = WorkbenchOptions(counter: FourCharacters(), folders: [])
    options.themes = [Theme.dark, Theme.builtIn("light") ?? Theme.dark]
    engine = Engine(size: Size(width: width, height: height), options: options)
    if let recording { engine.open(WorkbenchSource(recording: recording, file: file, isLive: isLive)) }
    settle()
  }

  /// Presses keys by their names.
  func press(_ names: String...) {
    for name in names {
      guard let key = Key(name) else {
        Issue.record("there is no key \(name)")
        continue
      }
      handle(.terminal(.key(key)))
    }
  }

  /// Types a text letter by letter.
  func type(_ text: String) {
    for character in text { handle(.terminal(.key(.character(character)))) }
  }

  func click(_ x: Int, _ y: Int, _ kind: Mouse.Kind = .press(.left)) {
    handle(.terminal(.mouse(Mouse(position: Point(x: x, y: y), kind: kind))))
  }

  func resize(_ width: Int, _ height: Int) { handle(.terminal(.resized(Size(width: width, height: height)))) }

  /// The recording has grown.
  func grow() {
    engine.grow()
    settle()
  }

  func handle(_ event: Event) {
    engine.handle(event)
    settle()
  }

  private func settle() {
    while engine.hasWork { engine.work() }
    asked += engine.takeOutbox()
    engine.needsFrame = false
    #expect(engine.isIdle)
  }

  // MARK: What is seen

  var screen: String { state.frame().text() }
  var lines: [String] { screen.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
  var foot: String { lines[state.size.height - 1] }
  var rule: String { lines[state.layout.rule] }

  /// The snapshot under the cursor, by its number.
  var snapshot: Int { state.number(of: state.cursor) }
  var selected: Int? { state.selectedEntry }

  /// Holds the screen against the text in `Screens/NAME.txt`. With `STEMMA_RECORD_SCREENS` set, writes it instead.
  func expectScreen(_ name: String, file: String = #filePath, at location: SourceLocation = #_sourceLocation)
  {
    let path = URL(fileURLWithPath: file).deletingLastPathComponent().appendingPathComponent(
      "Screens/\(name).txt")
    if ProcessInfo.processInfo.environment["STEMMA_RECORD_SCREENS"] != nil {
      do { try screen.write(to: path, atomically: true, encoding: .utf8) } catch { Issue.record(error) }
      return
    }
    guard let expected = try? String(contentsOf: path, encoding: .utf8) else {
      Issue.record(
        "there is no \(path.lastPathComponent); record it and look at it", sourceLocation: location)
      return
    }
    let seen = lines
    for (row, line) in expected.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      guard row < seen.count, seen[row] == line else {
        Issue.record(
          "\(name), row \(row)\nexpected \(line)\nseen     \(row < seen.count ? seen[row] : "nothing")",
          sourceLocation: location)
        return
      }
    }
  }
}
