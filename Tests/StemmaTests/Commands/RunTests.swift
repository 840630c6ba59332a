import Foundation
import Testing
import Transcripts

@Suite("Running scenarios without a screen")
struct RunTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  private static let greeting = """
    {
      name: 'greeting',
      about: 'two words',
      model: { window: 4096, script: [{ when: { prompt: 'hello' }, answer: ['Good morning.'] }] },
      state: { mood: ['sunny', 'grey'] },
      profiles: [
        { name: 'Grey', when: { mood: 'grey' }, instructions: ['You are brief.'] },
        { name: 'Host', instructions: ['You greet people.'] },
      ],
      steps: ['hello', 'hello again'],
    }
    """

  // MARK: The story

  @Test("Show 1: the craft session's recording tells of three personas, two switches and what each cost")
  func craft() throws {
    let run = try place.run("demo", "--headless", "--record", "craft.stemma")
    #expect(run.status == 0 && run.stderr.isEmpty, "\(run)")
    #expect(run.stdout.contains("recorded in craft.stemma"))
    #expect(run.stdout.contains("Brainstorm → Tutorial") && run.stdout.contains("Tutorial → Coach"))
    let log = try place.run("log", "craft.stemma", "--requests")
    for persona in ["Brainstorm", "Tutorial", "Coach"] { #expect(log.stdout.contains(persona)) }
    let why = try place.json("why", "craft.stemma", "--json")
    let inferences = why["inferences"]?.arrayValue ?? []
    let switches = inferences.filter { $0["cause"]?.stringValue == "profile-switch" }
    #expect(switches.count == 2)
    for inference in switches {
      #expect((inference["cost"]?["tokens"]?.intValue ?? 0) > 0)
      #expect((inference["hitRate"]?.doubleValue ?? 1) < 0.2, "the instructions stand first")
    }
    // Within a persona everything that was held is kept.
    for inference in inferences where inference["cause"]?.stringValue == "appended" {
      #expect((inference["hitRate"]?.doubleValue ?? 0) > 0.5)
    }
    let budget = try place.json("budget", "craft.stemma", "--json")
    #expect(budget["window"]?["value"]?.intValue == 4096)
  }

  @Test("Two runs are the same but for ids and the time of day")
  func repeatable() throws {
    func numbers() throws -> JSONValue? {
      let json = try place.json("demo", "--headless", "--json")
      return json["requests"]
    }
    #expect(try numbers() == numbers())
  }

  @Test("The summary's numbers add up")
  func sums() throws {
    let json = try place.json("run", "craft", "--json")
    #expect(json["format"]?.stringValue == "stemma.run/1" && json["scenario"]?.stringValue == "craft")
    #expect(json["recording"] == .null)
    let requests = json["requests"]?.arrayValue ?? []
    #expect(requests.count == json["totals"]?["requests"]?.intValue && requests.count > 5)
    func value(_ object: JSONValue?, _ key: String) -> Int { object?[key]?["value"]?.intValue ?? -1 }
    for key in ["input", "reused", "prefilled", "output"] {
      #expect(requests.reduce(0) { $0 + value($1, key) } == value(json["totals"], key), "\(key)")
    }
    for request in requests {
      #expect(value(request, "reused") + value(request, "prefilled") == value(request, "input"))
      #expect(request["outcome"]?.stringValue == "completed" && request["error"] == .null)
    }
    let switches = (json["switches"]?.arrayValue ?? []).map {
      "\($0["from"]?.stringValue ?? "") \($0["to"]?.stringValue ?? "")"
    }
    #expect(switches == ["Brainstorm Tutorial", "Tutorial Coach"])
    #expect(json["failures"] == .array([]))
    #expect(
      json.keys == ["format", "scenario", "recording", "requests", "switches", "totals", "failures"])
  }

  @Test("Without a screen to draw on, the script runs to its end")
  func noTerminal() throws {
    let result = try place.run("demo")
    #expect(result.status == 0 && result.stdout.contains("Tutorial → Coach"))
    #expect(!result.stdout.contains("\u{1B}"))
  }

  @Test("Alone, run lists what comes along")
  func list() throws {
    let result = try place.run("run")
    #expect(result.status == 0 && result.stdout.hasPrefix("craft"))
    let json = try place.json("run", "--json")
    let names = (json["scenarios"]?.arrayValue ?? []).compactMap { $0["name"]?.stringValue }
    #expect(names == ["craft", "craft-static-first", "chat", "O1", "O2", "O3", "O4", "O5", "O6", "O7", "O8"])
  }

  @Test("Every scenario that comes along runs to its end", arguments: (1...8).map { "O\($0)" })
  func shipped(name: String) throws {
    let json = try place.run("run", name, "--json")
    #expect([0, 1].contains(json.status), "\(json.stderr)")
    let failures = try JSONValue(parsing: json.stdout.utf8)["failures"]?.arrayValue?.count
    #expect((failures ?? -1) == 0 ? json.status == 0 : json.status == 1)
  }

  // MARK: How it begins

  @Test("--set, more than once, says how the session begins")
  func variables() throws {
    try place.write(Self.greeting, to: "greeting.json5")
    let json = try place.json("run", "greeting.json5", "--json", "--record", "a.stemma")
    #expect(json["requests"]?.arrayValue?.count == 2)
    #expect(try place.run("log", "a.stemma", "--requests").stdout.contains("Host"))
    _ = try place.json(
      "run", "greeting.json5", "--set", "mood=sunny", "--set", "mood=grey", "--json", "--record", "b.stemma")
    #expect(try place.run("log", "b.stemma", "--requests").stdout.contains("Grey"))
    try place.run("run", "greeting.json5", "--headless", "--set", "mood=blue").expectRefusal(
      "mood can't be blue; it is sunny or grey")
    try place.run("run", "greeting.json5", "--headless", "--set", "weather=fine").expectRefusal(
      "there is no variable weather; the scenario has mood")
    try place.run("run", "greeting.json5", "--headless", "--set", "mood").expectRefusal(
      "--set “mood” will not do; write --set NAME=VALUE")
    try place.run("run", "greeting.json5", "--headless", "--availability", "other=available").expectRefusal(
      "there is no model other; the scenario has scripted")
  }

  @Test("R3: a request that reaches the limit fails with a clear line, and the command with 1")
  func limit() throws {
    let scenario = """
      {
        name: 'loop',
        model: {},
        tools: { look: { description: 'Looks.', parameters: {}, answer: 'nothing yet' } },
        profiles: [{ name: 'Seeker', instructions: 'Look for it.', tools: ['look'], toolCalling: 'required' }],
        steps: ['find it'],
      }
      """
    try place.write(scenario, to: "loop.json5")
    let json = try place.run("run", "loop.json5", "--json", "--max-inferences", "5")
    #expect(json.status == 1 && json.stderr.isEmpty, "\(json)")
    let document = try JSONValue(parsing: json.stdout.utf8)
    #expect(document["requests"]?.arrayValue?.first?["inferences"]?.intValue == 5)
    let failures = document["failures"]?.arrayValue ?? []
    #expect(failures.count == 1 && failures[0].stringValue?.contains("stopped after 5 inferences") == true)
    let text = try place.run("run", "loop.json5", "--headless")
    #expect(text.status == 1 && text.stdout.contains("stopped after 24 inferences"))
  }

  // MARK: What goes wrong

  @Test("A scenario that is none is told, with what may be meant")
  func unknown() throws {
    try place.run("run", "carft", "--headless").expectRefusal(
      "no scenario “carft”; did you mean “craft”?")
    try place.run("run", "something", "--headless").expectRefusal(
      "no scenario “something”; “stemma run” lists them")
    try place.run("run", "gone.json5", "--headless").expectRefusal(
      "gone.json5: no such file; “stemma run” lists the scenarios that come along")
    try place.run("run", ".", "--headless").expectRefusal(".: cannot be read: Is a directory")
    try place.run("run", "/dev/null", "--headless").expectOneLine(with: "/dev/null:1:1")
  }

  @Test("A broken file is told with line and column")
  func broken() throws {
    try place.write("{\n  name: 'x',\n  model: {,\n}", to: "broken.json5")
    try place.run("run", "broken.json5", "--json").expectOneLine(with: "broken.json5:3:11: ")
    try place.write("{\n  name: 'x',\n  modle: {},\n}", to: "misspelt.json5")
    try place.run("run", "misspelt.json5", "--headless").expectOneLine(with: "misspelt.json5:3:3: ")
    _ = try place.shell("printf '\\xff\\xfe{}' > bytes.json5")
    try place.run("run", "bytes.json5", "--headless").expectRefusal(
      "bytes.json5: not UTF-8 text; a scenario is a JSON5 file")
  }

  @Test("A recording that cannot be made is told before anything is run")
  func cannotRecord() throws {
    try place.write("mine", to: "there.stemma")
    try place.run("demo", "--headless", "--record", "there.stemma").expectOneLine(with: "already exists")
    #expect(try place.text(of: "there.stemma") == "mine")
    try place.run("demo", "--headless", "--record", "/proc/self/x.stemma").expectOneLine(
      with: "/proc/self/x.stemma")
    try place.run("demo", "--headless", "--record", "missing/x.stemma").expectOneLine(
      with: "missing/x.stemma")
  }

  @Test("A folder of recordings that cannot be made is told, with what to do")
  func noFolder() async throws {
    let terminal = try TmuxDriver(stemma: ["demo"], directory: place.folder)
    #expect(try await terminal.waitForExit() == 2)
    let screen = try terminal.screen().joined(separator: " ")
    #expect(screen.contains("/dev/null/data") && screen.contains("--record FILE"))
  }

  @Test("A disk that fills is told in one line, and what was recorded can be read")
  func fullDisk() throws {
    let result = try place.shell(
      "trap '' XFSZ; ulimit -f 120; stemma demo --headless --record small.stemma; echo $?")
    #expect(result.stdout == "2\n", "\(result)")
    #expect(result.stderr.split(separator: "\n").count == 1 && result.stderr.hasPrefix("stemma: "))
    let log = try place.run("log", "small.stemma")
    #expect(log.status == 0, "\(log)")
  }

  @Test("A closed pipe ends it quietly; a full one is told")
  func pipes() throws {
    let closed = try place.shell("stemma demo --headless | (exec <&-); echo ${PIPESTATUS[0]}")
    #expect(closed.stderr.isEmpty && ["0\n", "141\n"].contains(closed.stdout), "\(closed)")
    let full = try place.shell("stemma demo --headless > /dev/full")
    #expect(full.status == 2 && full.stderr.contains("standard output: No space left on device"))
  }
}

extension ChildProcess.Result {
  /// Status 2 and one line on standard error that holds a text.
  func expectOneLine(with text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(status == 2 && stdout == "", sourceLocation: sourceLocation)
    #expect(
      stderr.hasPrefix("stemma: ") && stderr.contains(text) && stderr.split(separator: "\n").count == 1,
      "\(stderr)", sourceLocation: sourceLocation)
  }
}
