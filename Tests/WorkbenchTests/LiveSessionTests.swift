import PrefixCache
import Recordings
import Terminal
import Testing
import Transcripts

@testable import Workbench

/// A person who steers a live session: what is asked of the control, and what is seen while an answer comes.
@Suite struct LiveSessionTests {
  private let session: RecordedSession
  private let person: Driver

  init() throws {
    session = try RecordedSession.craft()
    person = Driver(session.recording, width: 120, height: 36, isLive: true)
    person.handle(.loaded(.control(Self.control())))
  }

  static func control(
    responding: Bool = false, mode: String = "coach", consents: [ControlState.Consent] = [],
    next: String? = "“how do I fold the tail?”"
  ) -> ControlState {
    ControlState(
      isResponding: responding,
      variables: [
        ControlState.Variable(name: "mode", value: mode, choices: ["brainstorm", "tutorial", "coach"]),
        ControlState.Variable(name: "craft", value: "paper crane"),
      ], consents: consents,
      models: [
        ControlState.Model(
          name: "system", availability: "available",
          availabilityChoices: ["available", "deviceNotEligible", "modelNotReady"]),
        ControlState.Model(
          name: "pcc", availability: "available", availabilityChoices: ["available", "notAvailable"],
          quota: "below", quotaChoices: ["below", "approaching", "reached"]),
      ],
      script: ControlState.Script(next: next, done: 3, count: next == nil ? 3 : 7))
  }

  static func streaming(prefilled: Int, decoded: Int, _ growing: [Streaming.Growing] = []) -> Streaming {
    Streaming(
      model: "scripted", profile: "coach", input: .reported(960), reused: .reported(640),
      prefilled: prefilled, decoded: decoded, elapsed: 2_000, decoding: decoded > 0 ? 1_000 : nil,
      growing: growing)
  }

  private var commands: [ControlCommand] {
    person.asked.compactMap { if case .control(let command) = $0 { command } else { nil } }
  }

  // MARK: Asking

  @Test("i types a prompt and Enter sends it")
  func prompting() {
    person.press("i")
    person.type("show me the tail")
    #expect(person.foot.hasPrefix(" prompt show me the tail"))
    person.press("enter")
    #expect(commands == [.send("show me the tail")])
    #expect(person.state.prompt == nil)
  }

  @Test("Enter alone does the script's next step; the line says which")
  func emptyLine() {
    person.press("i")
    #expect(person.foot.contains("Enter alone: “how do I fold the tail?”"))
    person.press("enter")
    #expect(commands == [.nextStep])
    person.press(".")
    #expect(commands == [.nextStep, .nextStep])
  }

  @Test("At the script's end an empty line stays and complains")
  func emptyLineAtTheEnd() {
    person.handle(.loaded(.control(Self.control(next: nil))))
    person.press("i", "enter")
    #expect(commands.isEmpty && person.foot.contains("the script is at its end"))
    person.press("escape", ".")
    #expect(commands.isEmpty && person.foot.contains("the script is at its end; i types a prompt"))
  }

  @Test("R6: while a request is answered the line keeps what was typed, and says why")
  func whileAnswering() {
    person.handle(.loaded(.control(Self.control(responding: true))))
    person.press("i")
    person.type("more")
    person.press("enter")
    #expect(commands.isEmpty)
    #expect(person.foot.contains("prompt more") && person.foot.contains("a request is being answered"))
    person.press("escape", "X")
    #expect(commands == [.cancel])
  }

  @Test("X does nothing while nothing is answered")
  func nothingToCancel() {
    person.press("X")
    #expect(commands.isEmpty && person.foot.contains("nothing is being answered"))
  }

  @Test("Sending a prompt goes with the newest again")
  func sendingFollows() {
    person.press("left", "left")
    #expect(!person.state.isFollowing)
    person.press("i")
    person.type("go on")
    person.press("enter")
    #expect(person.state.isFollowing && person.snapshot == 12)
  }

  @Test("A recording that nobody writes has no live keys")
  func noControl() throws {
    let reader = Driver(session.recording, width: 120, height: 36)
    reader.press("i")
    #expect(reader.foot.contains("this is a recording") && reader.state.prompt == nil)
    reader.press("v")
    #expect(reader.state.view.kind == .main)
  }

  // MARK: Consent

  @Test("A consent request stands at the foot with its keys; a approves, D declines, the oldest first")
  func consent() {
    let consents = [
      ControlState.Consent(id: "c1", question: "order 3 sheets of gold paper"),
      ControlState.Consent(id: "c2", question: "send the photo"),
    ]
    person.handle(.loaded(.control(Self.control(responding: true, consents: consents))))
    #expect(person.foot.contains("? order 3 sheets of gold paper   a approve   D decline"))
    person.press("a")
    #expect(commands == [.answer(consent: "c1", approved: true)])
    person.handle(.loaded(.control(Self.control(responding: true, consents: [consents[1]]))))
    person.press("D")
    #expect(commands.last == .answer(consent: "c2", approved: false))
  }

  @Test("Chosen in the state view, the second request is answered before the first")
  func chosenConsent() {
    let consents = [
      ControlState.Consent(id: "c1", question: "one"), ControlState.Consent(id: "c2", question: "two"),
    ]
    person.handle(.loaded(.control(Self.control(consents: consents))))
    person.press("v", "down", "a")
    #expect(commands == [.answer(consent: "c2", approved: true)])
  }

  @Test("a does nothing while nothing waits")
  func noConsent() {
    person.press("a")
    #expect(commands.isEmpty && person.foot.contains("nothing waits for consent"))
  }

  // MARK: State

  @Test("← and → give a variable its next value, round the ends")
  func variables() {
    person.press("v", "right")
    #expect(commands == [.set(variable: "mode", value: "brainstorm")])
    person.press("left")
    #expect(commands.last == .set(variable: "mode", value: "tutorial"))
    person.handle(.loaded(.control(Self.control(mode: "tutorial"))))
    person.press("left")
    #expect(commands.last == .set(variable: "mode", value: "brainstorm"))
  }

  @Test("A variable without choices is typed")
  func typedVariable() {
    person.press("v", "down", "enter")
    #expect(person.foot.hasPrefix(" craft = paper crane"))
    person.press("backspace", "backspace", "backspace", "backspace", "backspace")
    person.type("boat")
    person.press("enter")
    #expect(commands == [.set(variable: "craft", value: "paper boat")])
  }

  @Test("Availability and quota are set by model")
  func models() {
    person.press("v", "down", "down", "right")
    #expect(commands == [.setAvailability(model: "system", "deviceNotEligible")])
    person.press("down", "down", "right")
    #expect(commands.last == .setQuota(model: "pcc", "approaching"))
  }

  @Test("A starts the script and stops it")
  func script() {
    person.press("A")
    #expect(commands == [.runScript(true)])
    var control = Self.control()
    control.script?.isRunning = true
    person.handle(.loaded(.control(control)))
    person.press("A")
    #expect(commands == [.runScript(true), .runScript(false)])
    person.press("A")
    #expect(person.foot.contains("the script waits"))
    person.handle(.loaded(.control(Self.control(next: nil))))
    #expect(person.foot.contains("i prompt"), "at its end the keys are back")
  }

  // MARK: Streaming

  @Test("While it prefills, a row at the end of the entries holds the answer's place")
  func prefilling() throws {
    try session.prompt("and the head?")
    try session.snapshot(cause: "prompt")
    person.grow()
    person.handle(.loaded(.running(Self.streaming(prefilled: 80, decoded: 0))))
    #expect(person.rule.contains("prefilling 80 of 320 tokens"))
    let row = person.lines.first { $0.contains("live ") && $0.contains("●") && $0.contains("response") }
    #expect(row?.contains("▌") == true, "it is chosen")
    #expect(person.screen.contains("80 of 320 prefilled") && person.screen.contains("67%"))
  }

  @Test("The text grows in the inspector, from its end")
  func decoding() {
    let words = (1...400).map { "word\($0)" }.joined(separator: " ")
    person.handle(
      .loaded(
        .running(Self.streaming(prefilled: 320, decoded: 400, [.init(kind: .response, text: words)]))))
    #expect(person.rule.contains("decoding, 400 tokens, 400 tok/s"))
    #expect(person.screen.contains("word400") && !person.screen.contains(" word2 "))
    person.press("5")
    #expect(person.screen.contains("running") && person.screen.contains("prefilled"))
  }

  @Test("Stepping back while it goes on leaves the moment where it is; End comes back")
  func pausing() throws {
    person.handle(.loaded(.running(Self.streaming(prefilled: 320, decoded: 10))))
    person.press("space", "left")
    #expect(person.lines[0].contains("paused") && person.snapshot == 11)
    person.handle(.loaded(.running(Self.streaming(prefilled: 320, decoded: 90))))
    try session.prompt("more")
    try session.answer("an answer")
    person.grow()
    #expect(person.snapshot == 11 && !person.rule.contains("decoding"))
    person.press("end")
    #expect(person.lines[0].contains("live") && person.snapshot == 13)
  }

  @Test("A row chosen among the others stays chosen while the answer grows")
  func readingOn() {
    person.press("up", "up")
    let chosen = person.selected
    person.handle(.loaded(.running(Self.streaming(prefilled: 0, decoded: 0))))
    person.handle(.loaded(.running(Self.streaming(prefilled: 320, decoded: 8))))
    #expect(person.selected == chosen && person.state.selectedGrowing == nil)
  }

  @Test("The bar fills: prefill to do is light, prefill done and decode are full, in mono by other signs")
  func bar() {
    func bars(_ streaming: Streaming) -> String {
      person.handle(.loaded(.running(streaming)))
      let row = person.lines[person.state.layout.rows(of: .inference)?.lowerBound ?? 0]
      return String(row.prefix(person.state.layout.axis.maxX))
    }
    let begun = bars(Self.streaming(prefilled: 0, decoded: 0)).filter { $0 == "░" }.count
    let half = bars(Self.streaming(prefilled: 160, decoded: 0)).filter { $0 == "░" }.count
    let done = bars(Self.streaming(prefilled: 320, decoded: 1)).filter { $0 == "░" }.count
    #expect(begun > 2 && half == begun / 2 && done == 0)
  }

  @Test("What is over is no longer shown as running")
  func theEnd() {
    person.handle(.loaded(.control(Self.control(responding: true))))
    person.handle(.loaded(.running(Self.streaming(prefilled: 320, decoded: 8))))
    person.handle(.loaded(.control(Self.control())))
    // The recording says when an inference is over, and has its answer then: nothing flickers between the two.
    #expect(person.rule.contains("decoding"))
    person.handle(.loaded(.running(nil)))
    #expect(person.state.streaming == nil && !person.rule.contains("decoding"))
  }

  @Test("R3: a limit that was reached is told at the foot until the next key")
  func trouble() {
    person.handle(
      .loaded(.trouble("request 4: stopped after 25 inferences; a tool that is required needs an exit")))
    #expect(person.foot.contains("stopped after 25 inferences"))
    person.press("down")
    #expect(!person.foot.contains("stopped after"))
  }

  // MARK: Whole screens

  private static let words =
    "Good: that crease is where the tail begins. Lift both layers, then press the fold with your nail "

  @Test(arguments: [(200, 50), (100, 30), (60, 15)])
  func streaming(_ width: Int, _ height: Int) throws {
    let watcher = Driver(session.recording, width: width, height: height, isLive: true)
    watcher.handle(.loaded(.control(Self.control(responding: true))))
    watcher.handle(
      .loaded(
        .running(
          Self.streaming(prefilled: 320, decoded: 118, [.init(kind: .response, text: Self.words)]))))
    watcher.expectScreen("live-streaming-\(width)x\(height)")
  }

  @Test func prefillScreen() {
    person.handle(.loaded(.control(Self.control(responding: true))))
    person.handle(.loaded(.running(Self.streaming(prefilled: 200, decoded: 0))))
    person.expectScreen("live-prefill-120x36")
  }

  @Test func pausedScreen() {
    person.handle(.loaded(.control(Self.control(responding: true))))
    person.handle(
      .loaded(
        .running(
          Self.streaming(prefilled: 320, decoded: 30, [.init(kind: .response, text: Self.words)]))))
    person.press("left", "left")
    person.expectScreen("live-paused-120x36")
  }

  @Test(arguments: [(120, 34), (60, 15)])
  func stateScreen(_ width: Int, _ height: Int) {
    person.resize(width, height)
    person.handle(
      .loaded(
        .control(
          Self.control(
            responding: true,
            consents: [ControlState.Consent(id: "c1", question: "order 3 sheets of gold paper")]))))
    person.expectScreen("live-consent-\(width)x\(height)")
    person.press("v", "down")
    person.expectScreen("live-state-\(width)x\(height)")
  }

  @Test func beforeTheFirstPrompt() throws {
    let newcomer = Driver(try Recording.inMemory(tokenizer: "four"), width: 100, height: 30, isLive: true)
    newcomer.handle(.loaded(.control(Self.control())))
    #expect(newcomer.screen.contains("i types a prompt"))
    newcomer.expectScreen("live-empty-100x30")
  }
}

extension Loaded {
  /// The recording grew by what an inference streams.
  static func running(_ streaming: Streaming?) -> Loaded { .grown(Growth(running: streaming)) }
}
