import PrefixCache
import Recordings
import Terminal
import Testing

@testable import Workbench

/// Whole screens as text, in `Screens/`.
@Suite struct ScreenTests {
  @Test(arguments: [(160, 42), (100, 30), (60, 15)])
  func main(_ width: Int, _ height: Int) throws {
    let person = Driver(try RecordedSession.craft().recording, width: width, height: height)
    person.press("C", "C")
    person.expectScreen("main-\(width)x\(height)")
  }

  @Test func withoutTimesWindowOrProfiles() throws {
    let session = try RecordedSession.craft(timed: false, window: nil, profiles: false)
    let person = Driver(session.recording, width: 120, height: 36)
    person.expectScreen("plain-120x36")
  }

  @Test func emptyRecording() throws {
    let person = Driver(try Recording.inMemory(tokenizer: "four"), width: 100, height: 24, isLive: true)
    person.expectScreen("empty-100x24")
  }

  @Test func oneSnapshot() throws {
    let session = try RecordedSession(title: "one")
    try session.prompt("hello")
    try session.answer("hi there", .cold)
    let person = Driver(session.recording, width: 100, height: 30)
    person.expectScreen("one-100x30")
  }

  @Test func hostileText() throws {
    let session = try RecordedSession(title: "hostile\u{1B}[2J")
    try session.instructions("你是一位折纸老师，请用中文回答。", tools: ["折纸\u{202E}"])
    try session.prompt("折一只纸鹤 👩‍👩‍👧 e\u{301}\u{1B}]0;owned\u{07}")
    try session.answer("第一步\u{202E}evil\u{200B}\r\n第二步\tTab", .cold)
    try session.output("tool\u{1B}[31m", "a\u{0}b")
    try session.answer("はい", .evicted)
    let person = Driver(session.recording, width: 120, height: 30, file: "odd name\u{1B}[31m.stemma")
    let screen = person.screen
    let isClean = screen.unicodeScalars.allSatisfy { $0 == "\n" || ($0.value >= 0x20 && $0.value != 0x7F) }
    #expect(isClean && !screen.contains("\u{202E}") && !screen.contains("\u{200B}"))
    person.press("k", "k", "k")
    person.expectScreen("hostile-120x30")
  }

  @Test func images() throws {
    let session = try RecordedSession(title: "images")
    try session.prompt("look")
    let pixels = "iVBORw0KGgoAAAANSUhEUgAAAoAAAAHgCAIAAAC6" + String(repeating: "A", count: 4000)
    try session.entry(
      json: "{\"id\":\"i\",\"role\":\"user\",\"contents\":[{\"id\":\"s\",\"type\":\"image\","
        + "\"image\":\"data:image/png;base64,\(pixels)\"}],\"options\":{}}")
    try session.answer("a crane", .cold)
    let person = Driver(session.recording, width: 110, height: 24)
    person.press("k")
    #expect(person.screen.contains("PNG 640×480, 3 KB"))
    person.press("2")
    #expect(person.screen.contains("\"data:image/png;…\"  (PNG 640×480, 3 KB)"))
    #expect(!person.screen.contains("AAAAAAAA"))
  }

  @Test(arguments: [
    ("w", "why"), ("b", "budget"), ("P", "policies"), ("R", "requests"), ("?", "help"), ("d", "diff"),
    ("T", "themes"),
    ("4", "tools"),
  ])
  func views(_ key: String, _ name: String) throws {
    let person = Driver(try RecordedSession.craft().recording, width: 120, height: 34)
    person.press("C", key)
    person.expectScreen("\(name)-120x34")
  }

  @Test func onceIsTheSameScreen() throws {
    let session = try RecordedSession.craft()
    let person = Driver(session.recording, width: 120, height: 30)
    var options = WorkbenchOptions(counter: FourCharacters())
    options.themes = [Theme.dark]
    let source = WorkbenchSource(recording: session.recording, file: "craft.stemma")
    let frame = Workbench.once(source: source, size: Size(width: 120, height: 30), options: options)
    #expect(frame == person.state.frame())
    let there = WorkbenchSource(recording: session.recording, file: "craft.stemma", snapshot: 4)
    let text = Workbench.once(source: there, size: Size(width: 120, height: 30), options: options).text()
    #expect(text.contains("request 3 · snapshot 4"))
  }

  /// Without colours everything that colours say is said by signs.
  @Test func withoutColours() throws {
    let session = try RecordedSession.craft()
    var options = WorkbenchOptions(depth: .mono, counter: FourCharacters())
    options.themes = [Theme.builtIn("mono") ?? Theme.dark]
    let source = WorkbenchSource(recording: session.recording, file: "craft.stemma", snapshot: 4)
    let text = Workbench.once(source: source, size: Size(width: 120, height: 30), options: options).text()
    #expect(text.contains("█") && text.contains("▒"), "prefill and decode have signs of their own")
    #expect(text.contains("▲") && text.contains("LOST"))
  }
}
