import Foundation
import Testing
import Transcripts

@Suite("Export and import")
struct ExportTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  private func export(_ name: String, as format: String = "foundation-models") throws -> ChildProcess.Result {
    try place.run("export", "--to", format, name)
  }

  @Test("A file comes back byte for byte, in Foundation's pretty style")
  func foundationStyle() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try place.write(String(decoding: try encoder.encode(workshop), as: UTF8.self), to: "a.json")
    let result = try export("a.json")
    #expect(result.stdout == (try place.text(of: "a.json")))
    #expect(result.stderr == "")
  }

  @Test("… in one line")
  func compactStyle() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try place.write(String(decoding: try encoder.encode(workshop), as: UTF8.self), to: "a.json")
    #expect(try export("a.json").stdout == place.text(of: "a.json"))
  }

  /// As `json.dumps(…, sort_keys=True)` and `json.dumps(…, sort_keys=True, indent=4)` write it.
  @Test(
    "… as Python writes it",
    arguments: [
      #"{"modelName": "system", "transcript": {"transcript": {"entries": [{"contents": [{"id": "s", "text": "caf\u00e9 \u2014 1/2 \ud83c\udf31", "type": "text"}], "contextOptions": {}, "id": "p", "options": {"temperature": 0.50}, "role": "user", "zone": [1e3, null]}]}, "type": "FoundationModels.Transcript", "version": "1.1"}}"#,
      """
      {
          "transcript": {
              "entries": [
                  {
                      "contents": [],
                      "id": "p",
                      "options": {},
                      "role": "user"
                  }
              ]
          },
          "type": "FoundationModels.Transcript",
          "version": 1
      }

      """,
    ])
  func pythonStyle(text: String) throws {
    try place.write(text, to: "a.json")
    #expect(try export("a.json").stdout == text)
  }

  @Test("An earlier snapshot is the file as it was then")
  func earlierSnapshot() throws {
    try place.write(Transcript(Array(workshop).prefix(3).map(Transcript.Line.entry)), to: "early.json")
    try place.write(workshop, to: "a.json")
    #expect(try export("a.json@0").stdout == place.text(of: "early.json"))
  }

  @Test("Through a recording, nothing is lost")
  func throughRecording() throws {
    try place.write(workshop, to: "a.json", style: .pretty)
    try place.write(Transcript(.prompt("other")), to: "b.json", style: .compact)
    let imported = try place.run("import", "a.json", "b.json", "-o", "both.stemma")
    #expect(imported.status == 0)
    #expect(imported.stdout == "both.stemma  2 files, 2 sessions, 4 snapshots, 8 distinct entries\n")
    #expect(try export("both.stemma").stdout == place.text(of: "a.json"))
    let second = try place.run("export", "--to", "foundation-models", "both.stemma", "--session", "2")
    #expect(second.stdout == (try place.text(of: "b.json")))
    #expect(try place.json("log", "both.stemma", "--json")["sessions"]?.arrayValue?.count == 2)
    let shown = try place.json("show", "both.stemma", "--json")
    #expect(shown["entries"] == (try place.json("show", "a.json", "--json"))["entries"])
  }

  @Test("Import refuses to overwrite, and leaves nothing behind when it fails")
  func importRefusals() throws {
    try place.write(workshop, to: "a.json")
    try place.write("{", to: "broken.json")
    try place.run("import", "a.json", "-o", "a.json").expectRefusal(
      "a.json: already exists; choose another name, or remove it first")
    let failed = try place.run("import", "a.json", "broken.json", "-o", "new.stemma")
    #expect(failed.status == 2)
    #expect(failed.stderr.hasPrefix("stemma: broken.json:1:2: "))
    #expect(!place.has("new.stemma"))
    #expect(!place.has("new.stemma-wal"))
    _ = try place.run("import", "a.json", "-o", "new.stemma")
    try place.run("import", "new.stemma", "-o", "other.stemma").expectRefusal(
      "new.stemma: a recording already; copy it with cp")
    #expect(!place.has("other.stemma"))
  }

  @Test("Files of a folder that are no transcripts are named and left out")
  func leftOut() throws {
    try place.write(workshop, to: "d/dump-1.json")
    try place.write("{\"name\": \"x\"}", to: "d/package.json")
    let result = try place.run("import", "d", "-o", "d.stemma")
    #expect(result.status == 0)
    #expect(
      result.stderr.hasPrefix("stemma: left out: d/package.json: JSON, but not a FoundationModels transcript")
    )
    #expect(result.stdout.hasPrefix("d.stemma  1 file, 1 session"))
  }

  // MARK: Versions

  @Test("Version 1 has no context options, metadata, images or reasoning; what is left out is said")
  func toVersionOne() throws {
    var response = Transcript.Response(id: "r", segments: [])
    response.metadata = ["systemVersion": "27".generatedContent]
    let image = Transcript.AttachmentSegment(
      id: "i", dataURL: "data:image/gif;base64,R0lGODlhAgADAAAA", label: "a")
    let prompt = Transcript.Prompt(
      id: "q", segments: [.text(Transcript.TextSegment(id: "s", content: "b")), .attachment(image)])
    try place.write(
      Transcript(.prompt("a"), .reasoning("hm"), .entry(.response(response)), .entry(.prompt(prompt))),
      to: "a.json")
    let result = try export("a.json", as: "foundation-models=1")
    #expect(result.status == 0)
    #expect(
      result.stderr == """
        stemma: left out: the context options of 2 prompts
        stemma: left out: the metadata of 1 entry or call
        stemma: left out: 1 image
        stemma: left out: 1 reasoning entry

        """)
    let document = try JSONValue(parsing: result.stdout.utf8)
    #expect(document["version"] == 1)
    let entries = try #require(document["transcript"]?["entries"]?.arrayValue)
    #expect(entries.map { $0["role"] } == ["user", "response", "user"])
    #expect(entries.allSatisfy { $0["contextOptions"] == nil && $0["metadata"] == nil })
    #expect(entries[2]["contents"]?.arrayValue?.count == 1)
  }

  @Test("Version 1.1 wants context options on every prompt")
  func toVersionOnePointOne() throws {
    try place.write(workshop, to: "new.json")
    try place.write(try export("new.json", as: "foundation-models=1").stdout, to: "old.json")
    let back = try export("old.json", as: "foundation-models=1.1")
    #expect(back.stdout == (try place.text(of: "new.json")))
    #expect(back.stderr == "stemma: added: empty context options to 2 prompts\n")
  }

  @Test("The version that a file has already changes nothing")
  func sameVersion() throws {
    try place.write(workshop, to: "a.json")
    let result = try export("a.json", as: "foundation-models=1.1")
    #expect(result.stdout == (try place.text(of: "a.json")))
    #expect(result.stderr == "")
  }

  @Test("Bare entries stay bare")
  func bareEntries() throws {
    let text = #"[{"contents":[],"id":"p","options":{},"role":"user"}]"#
    try place.write(text, to: "bare.json")
    #expect(try export("bare.json").stdout == text)
    try export("bare.json", as: "foundation-models=1").expectRefusal(
      "bare.json: bare entries have no version; leave “=1” and “=1.1” out to write them as they are")
  }

  @Test("Output into a file replaces it whole; devices are written where they are")
  func outputFile() throws {
    try place.write(workshop, to: "a.json")
    try place.write("what was there", to: "out.json")
    let result = try place.run("export", "--to", "foundation-models", "a.json", "-o", "out.json")
    #expect(result.stdout == "")
    #expect(try place.text(of: "out.json") == place.text(of: "a.json"))
    #expect(try place.run("export", "--to", "foundation-models", "a.json", "-o", "/dev/null").status == 0)
    try place.run("export", "--to", "foundation-models", "a.json", "-o", "no/such/out.json").expectRefusal(
      "no/such/out.json: cannot be written: No such file or directory")
  }
}
