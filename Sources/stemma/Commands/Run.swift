import ModelBackends
import Scenarios
import SessionEngine
import Terminal

extension Command {
  static let run: Command = .init(
    name: "run",
    summary: "run a scenario: a session as a JSON5 file, on the embedded model",
    operands: [
      Operand(name: "SCENARIO", count: .optional, completion: .words(ShippedScenario.all.map(\.name)))
    ],
    options: Option.running,
    discussion: [
      "SCENARIO is a file, or the name of one that comes along; without one, those are listed. The workbench opens on the "
        + "session: i types a prompt, . does the script's next step, A goes through the script, v shows what can be changed, X "
        + "cancels. What happens is recorded as it happens: in FILE with --record, else in a new file in the folder of recordings, "
        + "whose path is told at the end.",
      "With --headless, and where standard output is no terminal, the script runs to its end on a clock that takes no time, and a "
        + "summary is printed; it is recorded in memory unless --record names a file. --speed N lets time pass, N times as fast.",
      "--set, --availability and --quota say how things stand when the session begins, and may be given more than once. "
        + "A request that takes more inferences than the scenario allows (or --max-inferences, or 24) is stopped: required tool "
        + "calls have no end of their own.",
      "--backend llama=URL or chat=URL[#MODEL] lets a model server answer, under all of the scenario's names for models; time is then "
        + "the server's, and script rules for models do nothing. “stemma backends URL” says what a server can do. "
        + HelpTopic.keys,
      "--slot-file NAME keeps a llama.cpp server's cache beyond its life: the slot that answered last is kept as the file NAME in the "
        + "server's folder (start it with --slot-save-path) when the session ends, and is brought back before one begins, which then "
        + "prefills only what is new. “stemma why” shows what was reused.",
      "--json prints the summary for programs: scenario, recording, requests (session, request, prompt, outcome, error, finish, inferences, "
        + "timeToFirstToken, input, reused, prefilled, output, hitRate, milliseconds), switches (session, request, inference, from, to, cause, again, "
        + "prefilled, timeToFirstToken), totals and failures. It implies --headless.",
      "“stemma help scenarios” tells how a scenario is written. Exit status 1 when a request failed, unless the script says that it fails.",
    ],
    examples: [
      Example("stemma run", "the scenarios that come along"),
      Example("stemma run craft --headless --record craft.stemma", "run one to its end, to look at later"),
      Example(
        "stemma run chat --backend llama=http://127.0.0.1:8080", "a plain chat, with a real model's times"),
      Example("stemma run mine.json5 --set mode=tutorial", "your own, beginning as a tutorial"),
    ],
    run: { invocation, console in
      guard let word = invocation.operands.first else { return try ScenarioList.print(invocation, console) }
      return try ScenarioRun(ScenarioChoice(word), invocation).run(console)
    })

  static let demo: Command = .init(
    name: "demo",
    summary: "run the craft session live: three personas, and what each switch costs",
    operands: [],
    options: Option.running,
    discussion: [
      "The same as “stemma run \(ScenarioChoice.demo)”: nothing is downloaded, and nothing leaves the machine. Type a prompt with i, "
        + "or let the script go on with . and A."
    ],
    examples: [
      Example("stemma demo", "watch it, and take part"),
      Example("stemma demo --headless --record craft.stemma", "only its recording and a summary"),
    ],
    run: { invocation, console in
      try ScenarioRun(ScenarioChoice(ScenarioChoice.demo), invocation).run(console)
    })
}

extension Option {
  static let record = Option("record", .file, "the recording to write; it must not exist yet")
  static let headless = Option("headless", "run the script to its end and print a summary; no screen")
  static let speed = Option("speed", .number(atLeast: 1), "so many times as fast as real time")
  static let set = Option("set", .text("NAME=VALUE"), "a state variable's value to begin with")
  static let availability = Option(
    "availability", .text("MODEL=STATE"), "whether a model can be reached: system=available")
  static let quota = Option("quota", .text("MODEL=STATE"), "what a model's quota says: pcc=reached")
  static let maxInferences = Option(
    "max-inferences", .number(atLeast: 1), "the most inferences that a request may take")

  /// What `run` and `demo` take.
  static let running: [Option] = [
    .backend, .keyFile, .slotFile, .record, .headless, .json, .speed, .set, .availability, .quota,
    .maxInferences,
    .theme, .tokenizer,
    .color,
  ]
}

/// The scenarios that come with the program.
private enum ScenarioList {
  static func print(_ invocation: Invocation, _ console: Console) throws -> ExitStatus {
    let all = ShippedScenario.all
    if invocation.has(.json) {
      JSONOutput.document("scenarios", to: console.out) { json in
        json.array("scenarios", all) { json, scenario in
          json.object { json in
            json.member("name", scenario.name)
            json.member("about", scenario.about)
          }
        }
      }
      return .fine
    }
    try console.setColors(invocation, Settings(invocation))
    var table = Table([.left, .left])
    for scenario in all {
      table.add([[console.paint.span(scenario.name, .accent)], [Span(scenario.about, .plain)]])
    }
    console.print(table)
    console.print()
    console.print("“stemma run NAME” opens one live; --headless runs it to its end.", .dim)
    return .fine
  }
}

/// One scenario, run as the command line says.
struct ScenarioRun {
  private let choice: ScenarioChoice
  private let invocation: Invocation

  init(_ choice: ScenarioChoice, _ invocation: Invocation) {
    self.choice = choice
    self.invocation = invocation
  }

  func run(_ console: Console) throws -> ExitStatus {
    let settings = try Settings(invocation)
    try console.setColors(invocation, settings)
    let isHeadless = invocation.has(.headless) || invocation.has(.json) || !console.out.isTerminal
    var options = LiveRun.Options()
    options.path = invocation.value(.record)
    options.inferenceLimit = invocation.number(.maxInferences)
    options.inMemory = isHeadless
    options.speed = invocation.number(.speed) ?? (isHeadless ? nil : 1)
    options.variables = try assignments(.set)
    options.availability = try assignments(.availability)
    options.quotas = try assignments(.quota)
    options.backend = try invocation.value(.backend).map { try BackendChoice($0).backend(invocation) }
    if invocation.value(.tokenizer) != nil { options.counter = try settings.counter() }
    let slot = try KeptSlot(invocation, options.backend, console)
    let run = try LiveRun(choice, options)
    defer { run.finish() }
    slot?.restore()
    defer { slot?.keep() }
    guard isHeadless else {
      return try WorkbenchSession(invocation, settings, console).live(run, speed: options.speed ?? 1)
    }
    return try runToTheEnd(run, console)
  }

  private func runToTheEnd(_ run: LiveRun, _ console: Console) throws -> ExitStatus {
    let driver = run.driver
    let summary = Waiting.result { await ScenarioRunner.run(driver) }
    if let failure = run.failure { throw failure }
    let printed = try RunSummary(
      run.recording, scenario: choice.name, failures: summary.failures, expected: summary.expectedFailures)
    if invocation.has(.json) { printed.write(to: console.out) } else { printed.print(console) }
    return summary.failures.isEmpty ? .fine : .failure
  }

  /// The values of an option of the form `NAME=VALUE`, in order.
  private func assignments(_ option: Option) throws -> [(name: String, value: String)] {
    try invocation.values(option).map { text in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, !parts[0].isEmpty else { throw RunError.notAnAssignment(option, text) }
      return (parts[0], parts[1])
    }
  }
}
