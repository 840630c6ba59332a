import Foundation
import Testing
import Transcripts

@Suite("What log and why tell of a session that was recorded live")
struct LiveRecordingTests {
  let place: Workplace

  private static let scenario = """
    {
      name: 'baton',
      model: {
        script: [
          { when: { prompt: 'go' }, answers: [[{ call: 'pass' }], ['It is passed.']] },
          { when: { prompt: 'fail' }, answer: [{ fail: 'timeout' }] },
        ],
      },
      state: { mode: ['a', 'b'] },
      tools: { pass: { description: 'Passes the baton.', takes: 0.25, set: { mode: 'b' }, answer: 'Passed.' } },
      profiles: [
        { name: 'Alto', when: { mode: 'a' }, instructions: 'You are the first voice.', tools: ['pass'], on: { prompt: {} } },
        { name: 'Bass', instructions: 'You are the second voice.' },
      ],
      steps: ['go', 'fail'],
    }
    """

  init() throws {
    place = try Workplace()
    try place.write(Self.scenario, to: "baton.json5")
    // The second request fails, and says so.
    #expect(try place.run("run", "baton.json5", "--headless", "--record", "b.stemma").status == 1)
  }

  /// The lines with their runs of blanks as one.
  private func lines(_ arguments: String...) throws -> [String] {
    let result = try StemmaProcess.run(arguments, directory: place.folder)
    #expect(result.status == 0, "\(result.stderr)")
    return result.stdout.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
  }

  @Test("C6: why names the switch from persona to persona, with the place")
  func why() throws {
    let loss = try #require(try lines("why", "b.stemma").first)
    #expect(loss.contains("byte 12 "))
    #expect(
      loss.contains(
        "profile switch Alto → Bass was “You are the first voice.” now “You are the second voice.”"))
    #expect(loss.contains("again"))
    let json = try place.json("why", "b.stemma", "--json")
    let inferences = try #require(json["inferences"]?.arrayValue)
    #expect(inferences.map { $0["profile"]?.stringValue } == ["Alto", "Bass", "Bass"])
    #expect(inferences.map { $0["cause"]?.stringValue } == ["cold", "profile-switch", "appended"])
    #expect(inferences[0]["calls"]?.arrayValue == ["pass"])
    #expect(inferences.map { $0["finish"]?.stringValue } == ["tool-calls", "stop", "error"])
    #expect(inferences[0]["timeToFirstToken"]?["origin"]?.stringValue == "measured")
    #expect(inferences[2]["error"]?.stringValue?.isEmpty == false)
  }

  @Test("log says beside each snapshot who spoke, and names the switch")
  func log() throws {
    let lines = try lines("log", "b.stemma")
    #expect(lines[0].hasPrefix("baton 8 snapshots, 2 requests window 4,096"))
    #expect(lines.contains { $0.hasSuffix("Alto go") })
    #expect(lines.contains { $0.hasSuffix("Bass profile switch Alto → Bass go") })
    #expect(lines.last?.hasSuffix("reverted: request 2 failed") == true)
  }

  @Test(
    "log --requests: who answered, what the cache held, what was called; with --events, what happened between"
  )
  func requests() throws {
    let plain = try lines("log", "b.stemma", "--requests")
    #expect(plain.contains { $0.hasPrefix("request 1 go") })
    #expect(plain.contains { $0.hasPrefix("#1 Alto scripted") && $0.hasSuffix("→ pass") })
    #expect(plain.contains { $0.hasPrefix("#2 Bass scripted") && $0.hasSuffix("profile switch Alto → Bass") })
    #expect(plain.contains { $0.hasPrefix("request 2 fail failed") })
    #expect(!plain.contains { $0.hasPrefix("◆") })
    let told = try lines("log", "b.stemma", "--requests", "--events")
    let events = told.filter { !$0.hasPrefix("#") && !$0.hasPrefix("request ") }.dropFirst()
    #expect(
      Array(events.prefix(6)) == [
        "profile Alto", "onPrompt Alto", "◆ pass", "property mode = b", "◇ pass 250 ms",
        "profile Alto → Bass",
      ])
    #expect(told.last?.hasPrefix("request failed:") == true)
    // The same events stand between the snapshots.
    let between = try lines("log", "b.stemma", "--events")
    #expect(between.contains("property mode = b"))
  }

  @Test("log --json has the events with their snapshot, time and members")
  func events() throws {
    let json = try place.json("log", "b.stemma", "--json")
    let session = try #require(json["sessions"]?.arrayValue?.first)
    let events = try #require(session["events"]?.arrayValue)
    #expect(
      events.map { $0["kind"]?.stringValue } == [
        "profile", "hook", "tool-started", "property", "tool-ended", "profile", "request-failed",
      ])
    #expect(events[4]["tool"]?.stringValue == "pass")
    #expect(events[4]["milliseconds"]?.intValue == 250)
    #expect(events[4]["inference"]?.intValue == 1)
    #expect(events[5]["previous"]?.stringValue == "Alto")
    #expect(events[6]["failure"]?.stringValue == "timeout")
    #expect(session["requests"]?.arrayValue?.map { $0["outcome"]?.stringValue } == ["completed", "failed"])
  }

  @Test("C2, C3: why, log and show tell where a cache that cannot go back parts from what was predicted")
  func parting() throws {
    try place.write(
      """
      {
        name: 'mamba',
        model: { cache: 'recurrent', script: [{ when: {}, answer: ['So it is.'] }] },
        profiles: [{
          name: 'One', instructions: 'Keep to the path along the cliff, and tell what you see there in few words.',
          transform: { keep: { kind: 'prompt' } },
        }],
        steps: ['one', 'two'],
      }
      """, to: "mamba.json5")
    #expect(try place.run("run", "mamba.json5", "--headless", "--record", "m.stemma").status == 0)
    let why = try #require(try place.json("why", "m.stemma", "--json")["inferences"]?.arrayValue)
    // The first began with nothing. Of the second, instructions and first prompt are held, and the answer after them is cut off.
    #expect(why[0]["parting"] == .null)
    #expect(why[0]["predicted"]?["reused"]?["value"] == 0)
    let predicted = try #require(why[1]["predicted"]?["reused"]?["value"]?.intValue)
    #expect(predicted > 10)
    #expect(why[1]["reused"]?["value"] == 0)
    #expect(why[1]["parting"]?["difference"]?.intValue == -predicted)
    #expect(why[1]["parting"]?["reason"] == "refused")
    #expect(try lines("why", "m.stemma").last?.contains("1 not as predicted") == true)
    #expect(
      try lines("log", "m.stemma").contains {
        $0.hasSuffix("\(predicted) fewer reused than predicted (refused)")
      })
    #expect(
      try lines("show", "m.stemma").contains {
        $0.contains("tokens fewer reused than predicted, from token 0 on: the cache had to go back")
      })
  }

  @Test("budget, show and diff read it as any other")
  func others() throws {
    #expect(try lines("budget", "b.stemma")[0].contains("of 4,096 tokens"))
    #expect(try place.run("show", "b.stemma@0").stdout.contains("You are the first voice."))
    let shown = try lines("show", "b.stemma@5")
    #expect(shown[1].hasPrefix("inference 2 Bass scripted "))
    #expect(shown[1].hasSuffix(" kept profile switch"))
    #expect(shown.contains("model scripted modifier 1 of 1 on Bass"))
    let inference = try place.json("show", "b.stemma@5", "--json")["inference"]
    #expect(inference?["profile"]?.stringValue == "Bass")
    #expect(inference?["sentEntries"]?.intValue == 4)
    let diff = try place.run("diff", "b.stemma@0", "b.stemma@-1")
    #expect(diff.status == 1)
    #expect(diff.stdout.contains("second"))
  }
}
