import Testing
import Transcripts

@Suite("stemma policies")
struct PoliciesCommandTests {
  let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write(workshop, to: "a.json")
  }

  private static let names = [
    "as recorded", "append-only", "rolling window 3", "drop completed tool calls", "transform suffix 3",
    "consolidate at 75%", "static-first instructions", "no profile switch", "hybrid cache",
  ]

  @Test("The document has every policy with its numbers, all predicted")
  func document() throws {
    let printed = try place.json("policies", "a.json", "--json", "--keep", "3", "--window", "400")
    #expect(
      printed.keys == [
        "format", "file", "session", "window", "tokenizer", "rates", "recorded", "policies",
      ])
    #expect(printed["format"] == "stemma.policies/1")
    #expect(printed["window"] == ["value": 400, "origin": "reported"])
    #expect(printed["tokenizer"] == "stemma-bpe/1")
    // A transcript tells no times and no model's counts.
    #expect(printed["rates"]?["measured"] == .bool(false))
    #expect(printed["rates"]?["prefillPerSecond"] == 1200)
    #expect(printed["rates"]?["prefillError"] == .null)
    #expect(printed["recorded"] == .null)
    let policies = try #require(printed["policies"]?.arrayValue)
    #expect(policies.map { $0["policy"]?.stringValue } == Self.names)
    for policy in policies {
      #expect(
        policy.keys == [
          "policy", "about", "inferences", "input", "reused", "prefilled", "warmed", "output", "hitRate",
          "peak",
          "overflows",
          "milliseconds", "obstacle",
        ])
      // Three model steps: the call, the answer, the second answer.
      #expect(policy["inferences"] == 3)
      let values = ["input", "reused", "prefilled"].compactMap { policy[$0]?["value"]?.intValue }
      #expect(values[0] == values[1] + values[2])
      #expect(policy["prefilled"]?["origin"] == "predicted")
      #expect(policy["obstacle"] == .null)
    }
    // Nothing was lost: each token was prefilled once but for the last of each request, and that is how append-only is.
    #expect(policies[0]["prefilled"] == policies[1]["prefilled"])
    // The window of three entries is cut off from what it had.
    let prefilled = policies.compactMap { $0["prefilled"]?["value"]?.intValue }
    #expect(prefilled[2] > prefilled[1] && prefilled[4] > prefilled[1])
  }

  @Test("Without a window nothing overflows, and what needs one says so; a small one overflows")
  func window() throws {
    let text = try place.run("policies", "a.json").stdout
    #expect(text.contains("window unknown: nothing overflows"))
    #expect(text.contains("consolidate at 75%: the window is unknown: --window N"))
    #expect(text.contains("times by default rates"))
    let open = try place.json("policies", "a.json", "--json")
    let consolidation = try #require(open["policies"]?.arrayValue?[5])
    #expect(consolidation["prefilled"] == .null)
    #expect(consolidation["obstacle"] == "the window is unknown: --window N")
    let tight = try place.json("policies", "a.json", "--json", "--window", "16")
    // Instructions and the tool alone are more than 16 tokens: no context fits.
    #expect(tight["policies"]?.arrayValue?[0]["overflows"] == 3)
    #expect(tight["policies"]?.arrayValue?[0]["inferences"] == 0)
  }

  @Test("A live session's rates are its own, and its window is known")
  func live() throws {
    #expect(try place.run("demo", "--headless", "--record", "c.stemma").status == 0)
    let printed = try place.json("policies", "c.stemma", "--json")
    #expect(printed["window"]?["value"] == 4096)
    #expect(printed["rates"]?["measured"] == .bool(true))
    let recorded = try #require(printed["recorded"])
    let first = try #require(printed["policies"]?.arrayValue?[0])
    // The scripted model measures what is predicted of it.
    for key in ["input", "reused", "prefilled", "output"] {
      #expect(recorded[key]?["value"] == first[key]?["value"])
    }
    let text = try place.run("policies", "c.stemma").stdout
    #expect(text.contains("times by this recording's own rates"))
    #expect(text.contains("no profile switch"))
    #expect(text.contains("█"))
  }
}
