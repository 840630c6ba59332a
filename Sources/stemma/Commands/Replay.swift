import ModelBackends
import Recordings
import Replays
import Scenarios
import SessionEngine
import SessionRecorder
import Tokenizers

extension Command {
  static let replay: Command = .init(
    name: "replay",
    summary: "do a recorded session again under another profile; compare the two",
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
      "--json prints for programs: file, session, profile, answering, recording, steps (request, inference, words, before and after, "
        + "each input, reused, prefilled, output, hitRate, cause, profile; prefilledMore; sent and answer, where they differ: entry, "
        + "before, after), firstDifference, departure, departures (request, inference, difference), unknownCalls, unknownChanges, unsent, "
        + "totals (before, after: requests, inferences, input, reused, prefilled, output, hitRate, milliseconds, window, fullest, "
        + "overflows, failures; prefilledMore) and failures. Exit status 1 when the replay stopped or a request failed.",
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
    let session = try source.session
    let choice = try scenario(profile, source.recording, path: source.path)
    let plan = try ReplayPlan(of: session, in: source.recording)
    guard !plan.requests.isEmpty else { throw ReplayFailure.noPrompts(path: source.path) }
    let isHeadless = invocation.has(.headless) || invocation.has(.json) || !console.out.isTerminal
    let recording = try self.recording(choice.name, isHeadless: isHeadless)
    let outcome = try replay(plan, choice, answering.value, into: recording)
    guard let made = try recording.sessions().first(where: { $0.parent == nil }) else {
      throw ReplayFailure.noPrompts(path: source.path)
    }
    try ReplayNote.keep(replayOf: source.path, session: session, in: recording)
    let report = ReplayReport(
      file: source.path, session: source.sessionNumber, profile: profile, answering: answering.name,
      recording: recording.path, outcome: outcome,
      comparison: try SessionComparison(
        of: session, in: source.recording, with: made, in: recording,
        isTimed: Self.speed(answering.value) != nil))
    if invocation.has(.json) {
      report.write(to: console.out)
    } else if isHeadless {
      report.print(console)
    } else {
      return try WorkbenchSession(invocation, settings, console)
        .compare(recording, with: report.comparison, title: "\(source.path) · \(profile)")
    }
    return outcome.unsent > 0 || !outcome.failures.isEmpty ? .failure : .fine
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
    into recording: Recording
  ) throws -> SessionReplay.Outcome {
    let recorder = try SessionRecorder(recording: recording)
    try ReplayNote.keep(name: choice.name, json5: choice.json5, in: recording)
    var options = ScenarioDriver.Options()
    options.observers = [recorder]
    LiveRun.setClock(Self.speed(answering), &options)
    let replay = SessionReplay(plan, in: choice.scenario, answering: answering, options: options)
    let outcome = Waiting.result { await replay.run() }
    if let failure = recorder.failure { throw failure }
    return outcome
  }

  /// A server takes its time; whatever else answers takes what its rates predict, at once.
  private static func speed(_ answering: SessionReplay.Answering) -> Int? {
    switch answering {
    case .backend, .recording(.backend): 1
    default: nil
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
