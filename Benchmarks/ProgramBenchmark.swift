/// The built program as a person meets it: from the command to the first screen, and from a key to what it changes.
enum ProgramBenchmark {
  private static let environment = [
    "TERM=xterm-256color", "LANG=C.UTF-8", "HOME=/nonexistent", "PATH=/usr/bin:/bin",
  ]

  static func run(_ place: Workplace) throws -> [Claim] {
    let stemma = Workplace.stemma
    guard Workplace.size(of: stemma) > 0 else {
      throw Workplace.Failure(what: "no \(stemma): build it with swift build -c release --product stemma")
    }
    var claims: [Claim] = []
    guard let help = Stopwatch.median(runs: 15, [stemma, "--help"]) else {
      throw Workplace.Failure(what: "\(stemma) can't be started")
    }
    claims.append(.atMost("program: start to usage text", help.seconds * 1e3, 30, "ms"))
    let folder = try place.dumps(requests: 1000)
    if let why = Stopwatch.median([stemma, "why", folder, "--json"]) {
      claims.append(.atMost("program: why on 1,000 dumps", why.seconds, 1, "s"))
      claims.append(.atMost("program: why on 1,000 dumps, memory", why.mebibytes, 60, "MiB"))
    }
    claims += try screen("folder of 1,000 dumps", [stemma, folder], firstScreen: 300, memory: 100)
    claims += try screen(
      "recording of 100,000", [stemma, try LongRecordingBenchmark.recording(place)], firstScreen: 100,
      memory: 100)
    return claims
  }

  private static func screen(_ name: String, _ arguments: [String], firstScreen: Double, memory: Double)
    throws
    -> [Claim]
  {
    var firsts: [Double] = []
    for _ in 0..<5 {
      let terminal = try PseudoTerminal(arguments, columns: 200, rows: 60, environment: environment)
      guard let first = terminal.seconds(until: "Instructions") else {
        throw Workplace.Failure(what: "\(name): no screen came")
      }
      firsts.append(first * 1e3)
      terminal.settle()
      terminal.quit()
    }
    let terminal = try PseudoTerminal(arguments, columns: 200, rows: 60, environment: environment)
    _ = terminal.seconds(until: "Instructions")
    terminal.settle(400)
    let before = (bytes: terminal.written, processor: terminal.processorSeconds)
    var delays: [Double] = []
    let keys = 200
    for number in 0..<keys {
      let start = ContinuousClock.now
      terminal.type(number < keys / 2 ? "h" : "l")
      guard terminal.read(within: 1_000) else { continue }
      delays.append(PseudoTerminal.seconds(start.duration(to: .now)) * 1e3)
      terminal.settle(4)
    }
    let after = (bytes: terminal.written, processor: terminal.processorSeconds)
    let peak = terminal.mebibytes
    terminal.quit()
    delays.sort()
    guard delays.count > keys / 2 else { throw Workplace.Failure(what: "\(name): keys change nothing") }
    return [
      .atMost("\(name): first screen at 200x60", firsts.sorted()[2], firstScreen, "ms"),
      .atMost("\(name): key to screen, median", delays[delays.count / 2], 16, "ms"),
      .figure("\(name): key to screen, 95th of 100", "\(Figure.text(delays[delays.count * 95 / 100])) ms"),
      .figure(
        "\(name): a step, all of it",
        "\(Figure.text((after.processor - before.processor) / Double(keys) * 1e3)) ms CPU",
        "\((after.bytes - before.bytes) / keys) bytes of 200x60 cells written"),
      .atMost("\(name): memory", peak, memory, "MiB"),
    ]
  }
}
