import ModelBackends
import Recordings
import Replays
import Scenarios
import SessionEngine
import SessionRecorder
import Tokenizers
import Workbench

extension Command {
  static let replay: Command = .init(
    name: "replay",
    summary: "do recorded sessions again under another profile; compare the two",
    operands: [Operand(name: "FILE", count: .one)],
    options: [
      .profile, .backend, .keyFile, .onDeparture, .record, .headless, .json, .session, .tokenizer, .theme,
      .color,
    ],
    discussion: [
      "The prompts of FILE, what the app changed between them and what tools returned are as they were; instructions, tools, options, "
        + "transforms, window and cache are those of --profile: a scenario's file, the name of one that comes along, or “same” for the one "
        + "that FILE was recorded with. What tools change in the session's state, they change again; a call that FILE does not know "
        + "is answered by the scenario's tool.",
      "The answers are FILE's, too: each inference gets the recorded one to the same prompt and tool outputs. Its cost is predicted "
        + "with the embedded model's tokens and prefix cache. Where FILE has no answer, the replay leaves the recorded path: --on-departure "
        + "stop ends it there (the default), scripted lets the scenario's model answer, backend the server of --backend.",
      "--backend scripted lets the scenario's own models answer everything; llama=URL or chat=URL[#MODEL] a model server, unless "
        + "--on-departure backend is given. " + HelpTopic.keys,
      "The new session is recorded in FILE of --record, else in the folder of recordings, and the workbench opens on both, one above the "
        + "other; with --headless, or where standard output is no terminal, the comparison is printed, and the session is kept in memory "
        + "unless --record names a file.",
      "A recording may hold several sessions: those that an app began one after the other, restored ones among them, and those that tools "
        + "began. All of them are done again, and each is compared with its counterpart. --session N does the one that session N belongs "
        + "to, and shows N alone. In the workbench s goes from one to the next, > and < to those that tools began and back.",
      "A server takes its time: the workbench shows the new session as it grows, and X cancels the replay; what there is then is compared. "
        + "Without a screen, a line on standard error says how far it is.",
      "--json prints for programs: file, session (of --session), profile, answering, recording, sessions (before and after, their "
        + "numbers; title, parent, parentCall; steps: request, inference, words, before and after, each input, reused, prefilled, "
        + "output, hitRate, cause, profile; prefilledMore; sent and answer, where they differ: entry, before, after; totals), "
        + "firstDifference and departure (session, request, inference, differs), departures (session, request, inference, difference), "
        + "unknownCalls, unknownChanges, unsent, totals (before, after: requests, inferences, input, reused, prefilled, warmed (by "
        + "prewarms), output, hitRate, milliseconds, window, fullest, overflows, failures; prefilledMore), over all sessions, and failures. "
        + "Exit status 1 when the replay stopped or a request failed.",
    ],
    examples: [
      Example("stemma replay craft.stemma --profile craft-static-first", "changing instructions last"),
      Example("stemma replay craft.stemma --profile same --headless", "does it depart anywhere?"),
      Example("stemma replay craft.stemma --profile same --backend scripted", "its own models answer"),
    ],
    run: { invocation, console in try ReplayCommand(invocation, console).run() })
}

extension Option {
  static let profile = Option(
    "profile", .text("NAME|FILE"), "the scenario to replay in; “same” for the recorded one")
  static let onDeparture = Option(
    "on-departure", .choice(["stop", "scripted", "backend"]),
    "where the recording has no answer: stop (the default), scripted or backend")
}

/// What `replay` does with one session.
private struct ReplayCommand {
  private let invocation: Invocation
  private let console: Console
  private let settings: Settings

  init(_ invocation: Invocation, _ console: Console) throws {
    self.invocation = invocation
    self.console = console
    settings = try Settings(invocation)
    try console.setColors(invocation, settings)
  }

  func run() throws -> ExitStatus {
    guard let profile = invocation.value(.profile) else {
      throw UsageError.needsOption(.profile, command: .replay)
    }
    let answering = try self.answering()
    let source = try OpenedSource(invocation.operands[0], invocation, settings)
    let roots = try roots(of: source)
    let choice = try scenario(profile, source.recording, path: source.path)
    let plan = try ReplayPlan(of: roots, in: source.recording)
    guard plan.requestCount > 0 else { throw ReplayFailure.noPrompts(path: source.path) }
    let isHeadless = invocation.has(.headless) || invocation.has(.json) || !console.out.isTerminal
    let recording = try self.recording(choice.name, isHeadless: isHeadless)
    try ReplayNote.keep(name: choice.name, json5: choice.json5, in: recording)
    try ReplayNote.keep(replayOf: source.path, session: roots[0], in: recording)
    let recorder = try SessionRecorder(recording: recording)
    let replay = replay(plan, choice, answering.value, recorder)
    let shown = invocation.value(.session) == nil ? nil : source.sessionNumber
    @Sendable func compared() throws -> RecordingComparison {
      try RecordingComparison(
        of: roots, in: source.recording, with: recording, only: shown, isTimed: answering.value.takesTime)
    }
    let title = "\(source.path) · \(profile)"
    if !isHeadless, answering.value.takesTime {
      let control = ReplayControl(replay) { ComparedSessions(title: title, comparison: try compared()) }
      return try WorkbenchSession(invocation, settings, console).watch(recording, control)
    }
    let outcome = run(replay)
    if let failure = recorder.failure { throw failure }
    let report = ReplayReport(
      file: source.path, session: shown, profile: profile, answering: answering.name,
      recording: recording.path, sessions: roots.compactMap { source.number(of: $0.id) }, outcome: outcome,
      comparison: try compared())
    if invocation.has(.json) {
      report.write(to: console.out)
    } else if isHeadless {
      report.print(console)
    } else {
      return try WorkbenchSession(invocation, settings, console)
        .compare(recording, with: ComparedSessions(title: title, comparison: report.comparison))
    }
    return outcome.unsent > 0 || !outcome.failures.isEmpty ? .failure : .fine
  }

  /// The sessions to be replayed, each with those that its tools began: all of them, or with --session the one that session belongs to.
  private func roots(of source: OpenedSource) throws -> [SessionRow] {
    var session = try source.session
    guard invocation.value(.session) != nil else { return source.sessions.filter { $0.parent == nil } }
    for _ in source.sessions {
      guard let parent = source.sessions.first(where: { $0.id == session.parent }) else { break }
      session = parent
    }
    return [session]
  }

  // MARK: What the command line says

  private func scenario(_ word: String, _ recording: Recording, path: String) throws -> ScenarioChoice {
    guard word == "same" else { return try ScenarioChoice(word) }
    guard let kept = try ReplayNote.scenario(of: recording) else {
      throw ReplayFailure.noScenario(path: path)
    }
    return try ScenarioChoice(name: kept.name, json5: kept.json5, file: "\(path) (\(kept.name))")
  }

  private func answering() throws -> (value: SessionReplay.Answering, name: String) {
    let departure = invocation.value(.onDeparture)
    let server = invocation.value(.backend)
    if server == "scripted", departure == nil { return (.scripted, "scripted") }
    if let server {
      if server == "scripted" || (departure ?? "backend") != "backend" {
        throw UsageError.conflict(
          "--backend \(server) answers everything, and there is nothing to depart from; leave --on-departure out",
          command: .replay)
      }
      let choice = try BackendChoice(server)
      let backend = try choice.backend(invocation)
      if departure == nil { return (.backend(backend), choice.description) }
      return (.recording(.backend(backend.model)), "recording, then \(choice.description)")
    }
    switch departure {
    case "scripted": return (.recording(.scripted), "recording, then scripted")
    case "backend": throw UsageError.needsOption(.backend, command: .replay)
    default: return (.recording(.stop), "recording")
    }
  }

  // MARK: The run

  private func recording(_ name: String, isHeadless: Bool) throws -> Recording {
    let counter = BytePairTokenizer.stemma
    if let path = invocation.value(.record) {
      return try Recording.create(at: path, tokenizer: counter.name)
    }
    if isHeadless { return try Recording.inMemory(tokenizer: counter.name) }
    return try Recording.create(at: try RecordingPlace.free("replay-\(name)"), tokenizer: counter.name)
  }

  private func replay(
    _ plan: ReplayPlan, _ choice: ScenarioChoice, _ answering: SessionReplay.Answering,
    _ recorder: SessionRecorder
  ) -> SessionReplay {
    var options = ScenarioDriver.Options()
    options.observers = [recorder]
    LiveRun.setClock(answering.takesTime ? 1 : nil, &options)
    return SessionReplay(plan, in: choice.scenario, answering: answering, options: options)
  }

  /// Runs it to its end, with a line on standard error that says how far it is.
  private func run(_ replay: SessionReplay) -> SessionReplay.Outcome {
    let bar = ProgressBar()
    defer { bar.finish() }
    return Waiting.result {
      let ticking = bar.ticking()
      defer { ticking.cancel() }
      return await replay.run {
        bar.report($0.done, of: $0.total, "prompt \($0.done + 1) of \($0.total): \($0.prompt)")
      }
    }
  }
}

extension SessionReplay.Answering {
  /// Whether a server answers, in its own time; whatever else answers takes what its rates predict, at once.
  fileprivate var takesTime: Bool {
    switch self {
    case .backend, .recording(.backend): true
    case .recording, .scripted: false
    }
  }
}

/// Why nothing can be replayed, in one line.
private enum ReplayFailure: Error, CustomStringConvertible {
  case noPrompts(path: String)
  case noScenario(path: String)

  var description: String {
    switch self {
    case .noPrompts(let path): "\(path): nothing was asked in this session; there is nothing to replay"
    case .noScenario(let path):
      "\(path): does not say which scenario it was recorded with; name one: --profile NAME or --profile FILE"
    }
  }
}
