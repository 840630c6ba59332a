import Testing
import Transcripts

@Suite("Replaying a session")
struct ReplayTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  private func craft() throws {
    let run = try place.run("demo", "--headless", "--record", "craft.stemma")
    #expect(run.status == 0, "\(run)")
  }

  private func value(_ json: JSONValue?, _ side: String, _ key: String) -> Int? {
    json?["totals"]?[side]?[key]?["value"]?.intValue
  }

  @Test("Show 4: conditional instructions last prefill fewer tokens; with the same profile nothing departs")
  func show() throws {
    try craft()
    let last = try place.json(
      "replay", "craft.stemma", "--profile", "craft-static-first", "--json", "--record", "again.stemma")
    #expect(last["format"]?.stringValue == "stemma.replay/1" && last["departure"] == .null)
    #expect(last["departures"] == .array([]) && last["answering"]?.stringValue == "recording")
    let (before, after) = (value(last, "before", "prefilled") ?? 0, value(last, "after", "prefilled") ?? 0)
    #expect(after > 0 && after * 2 < before, "\(after) of \(before)")
    #expect(last["totals"]?["prefilledMore"]?.intValue == after - before)
    #expect(last["firstDifference"]?["differs"]?["before"]?.stringValue == "instructions")
    // The new recording is one like any other, and tells the same.
    let totals = try place.json("why", "again.stemma", "--json", "--all")
    let told = (totals["inferences"]?.arrayValue ?? []).reduce(0) {
      $0 + ($1["prefilled"]?["value"]?.intValue ?? 0)
    }
    #expect(told == after)

    let same = try place.json("replay", "craft.stemma", "--profile", "same", "--json")
    #expect(
      same["departure"] == .null && same["firstDifference"] == .null && same["departures"] == .array([]))
    #expect(same["totals"]?["prefilledMore"]?.intValue == 0 && same["recording"] == .null)
    #expect(value(same, "after", "prefilled") == before)
  }

  @Test("The comparison as a table says where the two part and what each came to")
  func text() throws {
    try craft()
    let result = try place.run("replay", "craft.stemma", "--profile", "craft-static-first", "--headless")
    #expect(result.status == 0 && result.stderr.isEmpty, "\(result)")
    for words in [
      "tokens fewer prefilled", "First sent otherwise: request 1, inference 1, entry 0: instructions",
      "Departs nowhere", "recorded", "replayed", "suggestProjects",
    ] { #expect(result.stdout.contains(words), "\(words)") }
    let same = try place.run("replay", "craft.stemma", "--profile", "same")
    #expect(same.stdout.contains("The models were sent the same") && !same.stdout.contains("\u{1B}"))
  }

  @Test("Where the recording has no answer: stop, or the scenario's model goes on")
  func departure() throws {
    try craft()
    let bare = "{ name: 'bare', like: 'craft', profiles: [{ name: 'One', instructions: 'Be kind.' }] }"
    try place.write(bare, to: "bare.json5")
    let stopped = try place.json("replay", "craft.stemma", "--profile", "bare.json5", "--json", status: 1)
    let departures = stopped["departures"]?.arrayValue ?? []
    #expect(departures.count == 1)
    #expect(
      departures.first?["difference"]?.stringValue
        == "the recorded answer calls suggestProjects, which is not offered")
    #expect(stopped["unsent"]?.intValue == 10)
    let text = try place.run("replay", "craft.stemma", "--profile", "bare.json5", "--headless")
    #expect(text.status == 1 && text.stdout.contains("Left the recorded path"))
    let on = try place.run(
      "replay", "craft.stemma", "--profile", "bare.json5", "--json", "--on-departure", "scripted")
    let document = try JSONValue(parsing: on.stdout.utf8)
    #expect(document["unsent"]?.intValue == 0)
    #expect(document["answering"]?.stringValue == "recording, then scripted")
  }

  @Test("--backend scripted lets the scenario's own model answer, which says the same again")
  func ownModel() throws {
    try craft()
    let json = try place.json(
      "replay", "craft.stemma", "--profile", "same", "--backend", "scripted", "--json")
    #expect(json["answering"]?.stringValue == "scripted" && json["departure"] == .null)
    #expect(json["totals"]?["prefilledMore"]?.intValue == 0 && json["unknownCalls"] == .array([]))
    #expect(json["totals"]?["after"]?["prefilled"]?["origin"]?.stringValue == "measured")
  }

  @Test("O2, O8: every session is done again and told of; --session shows one")
  func sessions() throws {
    for name in ["O2", "O8"] {
      // O8's third prompt does not fit, and says so.
      _ = try place.run("run", name, "--headless", "--record", "\(name).stemma")
    }
    let child = try place.json("replay", "O2.stemma", "--profile", "same", "--json")
    #expect(child["sessions"]?.arrayValue?.map { $0["title"]?.stringValue } == ["O2", "forester"])
    #expect(child["sessions"]?.arrayValue?.map { $0["parent"]?.intValue } == [nil, 1])
    #expect(child["sessions"]?.arrayValue?.map { $0["steps"]?.arrayValue?.count } == [2, 1])
    #expect(child["departure"] == .null && child["totals"]?["after"]?["inferences"]?.intValue == 3)
    let one = try place.json("replay", "O2.stemma", "--profile", "same", "--session", "2", "--json")
    #expect(one["session"]?.intValue == 2)
    #expect(one["sessions"]?.arrayValue?.map { $0["before"]?.intValue } == [2])
    #expect(one["totals"]?["after"]?["inferences"]?.intValue == 1)
    let text = try place.run("replay", "O2.stemma", "--profile", "same", "--headless")
    #expect(text.stdout.contains("session 2  forester  called by session 1"))

    // The request that failed fails again.
    let restored = try place.json("replay", "O8.stemma", "--profile", "same", "--json", status: 1)
    #expect(restored["sessions"]?.arrayValue?.map { $0["before"]?.intValue } == [1, 2])
    #expect(restored["totals"]?["before"]?["overflows"]?.intValue == 1)
    #expect(restored["totals"]?["after"]?["overflows"]?.intValue == 1)
    #expect(restored["totals"]?["after"]?["warmed"]?["value"]?.intValue ?? 0 > 0)
    #expect(restored["departure"] == .null && restored["departures"] == .array([]))
    let second = try place.json("replay", "O8.stemma", "--profile", "same", "--session", "2", "--json")
    #expect(second["failures"] == .array([]) && second["totals"]?["after"]?["overflows"]?.intValue == 0)
    try place.run("replay", "O8.stemma", "--profile", "same", "--session", "3").expectRefusal(
      "O8.stemma: no session 3; there are 1 to 2")
  }

  @Test("A transcript file can be replayed, too, but does not know its scenario")
  func transcript() throws {
    try craft()
    let exported = try place.run("export", "craft.stemma", "--to", "foundation-models", "-o", "craft.json")
    #expect(exported.status == 0, "\(exported)")
    // What the app changed is not in it: nobody becomes the coach, who alone notes steps.
    let json = try place.json("replay", "craft.json", "--profile", "craft", "--json", status: 1)
    #expect(json["departures"]?.arrayValue?.first?["request"]?.intValue == 7)
    let open = try place.json("replay", "craft.json", "--profile", "craft-static-first", "--json")
    #expect(open["departures"] == .array([]), "there the tools are all offered all the time")
    try place.run("replay", "craft.json", "--profile", "same", "--headless").expectRefusal(
      "craft.json: does not say which scenario it was recorded with; name one: --profile NAME or --profile FILE"
    )
  }

  @Test("Prompts with images are asked again with them")
  func images() throws {
    try place.write(
      """
      {
        name: 'birds',
        tools: { lookUpBird: { description: 'Looks a bird up.', parameters: { bird: 'string' }, answer: 'Unknown.' } },
        profiles: [{ name: 'One', instructions: 'You know birds.', tools: ['lookUpBird'] }],
      }
      """, to: "birds.json5")
    let json = try place.json(
      "replay", Samples.folder + "/images.json", "--profile", "birds.json5", "--json")
    #expect(json["departures"] == .array([]) && json["departure"] == .null)
  }

  @Test("What does not go together is refused in one line")
  func refusals() throws {
    try craft()
    try place.run("replay", "craft.stemma").expectRefusal(
      "replay needs --profile: NAME|FILE")
    try place.run("replay", "craft.stemma", "--profile", "crft", "--headless").expectRefusal(
      "no scenario “crft”; did you mean “craft”?")
    try place.run("replay", "craft.stemma", "--profile", "same", "--on-departure", "backend").expectRefusal(
      "replay needs --backend: KIND=URL")
    try place.run(
      "replay", "craft.stemma", "--profile", "same", "--backend", "scripted", "--on-departure", "stop"
    ).expectRefusal(
      "--backend scripted answers everything, and there is nothing to depart from; leave --on-departure out; "
        + "“stemma help replay” tells more")
  }
}
