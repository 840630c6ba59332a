/// A live session that streams: from a key to the screen, and what showing it costs.
enum LiveBenchmark {
  private static let environment = [
    "TERM=xterm-256color", "LANG=C.UTF-8", "HOME=/nonexistent", "PATH=/usr/bin:/bin",
  ]
  private static let tokensPerSecond = 200

  static func run(_ place: Workplace) throws -> [Claim] {
    let stemma = Workplace.stemma
    guard Workplace.size(of: stemma) > 0 else {
      throw Workplace.Failure(what: "no \(stemma): build it with swift build -c release --product stemma")
    }
    let file = "\(place.path)/stream.json5"
    try Workplace.write(Array(scenario.utf8), to: file)
    let terminal = try PseudoTerminal(
      [stemma, "run", file, "--record", "\(place.path)/stream.stemma"], columns: 200, rows: 60,
      environment: environment)
    guard terminal.seconds(until: "prompt") != nil else {
      throw Workplace.Failure(what: "a live session: no screen came")
    }
    terminal.type(".")
    guard terminal.seconds(until: "decoding") != nil else {
      throw Workplace.Failure(what: "a live session: nothing streams")
    }
    let before = terminal.processorSeconds
    let start = ContinuousClock.now
    var delays: [Double] = []
    for _ in 0..<80 {
      // Help is on screen once its title is: what streams meanwhile writes other texts.
      if let delay = terminal.seconds(from: "?", until: "Keys: Session") { delays.append(delay * 1e3) }
      terminal.settle(for: .milliseconds(60))
      terminal.type("q")
      terminal.settle(for: .milliseconds(100))
    }
    let wall = PseudoTerminal.seconds(start.duration(to: .now))
    let cost = terminal.processorSeconds - before
    terminal.quit()
    delays.sort()
    guard delays.count > 60 else { throw Workplace.Failure(what: "a live session: keys change nothing") }
    return [
      .atMost(
        "live at \(tokensPerSecond) tokens a second: key to screen", delays[delays.count / 2], 16, "ms"),
      .figure("live: key to screen, 95th of 100", "\(Figure.text(delays[delays.count * 95 / 100])) ms"),
      .figure(
        "live: engine, recorder and screen", "\(Figure.text(cost / wall * 100)) % CPU",
        "of one core, with a key every 160 ms"),
    ]
  }

  /// One long answer.
  private static var scenario: String {
    let words = Array(
      repeating: "The stream goes on over stones and under bridges, always a little further. ", count: 500
    ).joined()
    return """
      {
        name: 'stream',
        model: {
          window: 100000, prefill: 4000, decode: \(tokensPerSecond),
          script: [{ when: { prompt: 'go' }, answer: ['\(words)'] }],
        },
        profiles: [{ name: 'Teller', instructions: 'Tell something long.' }],
        steps: ['go on'],
      }
      """
  }
}

extension PseudoTerminal {
  /// Seconds from typing a key until the program has written `text` after it; nil when it does not within a second.
  func seconds(from key: String, until text: String) -> Double? {
    forget()
    let start = ContinuousClock.now
    type(key)
    while start.duration(to: .now) < .seconds(1) {
      guard read(within: 200) else { continue }
      if has(text) { return PseudoTerminal.seconds(start.duration(to: .now)) }
    }
    return nil
  }

  /// Reads for so long, whatever comes.
  func settle(for duration: Duration) {
    let end = ContinuousClock.now + duration
    while ContinuousClock.now < end { _ = read(within: 5) }
  }
}
