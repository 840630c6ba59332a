import Testing
import Transcripts

@Suite("config.json")
struct ConfigurationTests {
  let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write(workshop, to: "a.json")
  }

  private func run(_ arguments: String..., configuration: String) throws -> ChildProcess.Result {
    try place.write(configuration, to: "config/stemma/config.json")
    return try StemmaProcess.run(
      arguments, environment: ["XDG_CONFIG_HOME": place.path("config")], directory: place.folder)
  }

  @Test("Its window counts, and the command line wins")
  func window() throws {
    let text = try run("budget", "a.json", configuration: #"{"window": 2000, "mouse": false}"#).stdout
    #expect(text.hasPrefix("a.json@2  ~89 of 2,000 tokens (4%)\n"))
    let other = try run("budget", "a.json", "--window", "500", configuration: #"{"window": 2000}"#).stdout
    #expect(other.hasPrefix("a.json@2  ~89 of 500 tokens (18%)\n"))
  }

  @Test("Mistakes are told with their line and column")
  func mistakes() throws {
    let path = place.path("config/stemma/config.json")
    try run("show", "a.json", configuration: "{\n  \"windw\": 1\n}").expectRefusal(
      "\(path):2:3: “windw” is no setting; did you mean “window”?")
    try run("show", "a.json", configuration: #"{"theme": "dark", "window": "4096"}"#).expectRefusal(
      "\(path):1:19: window should be a whole number of tokens such as 4096")
    try run("show", "a.json", configuration: "{\"mouse\": true,\n \"theme\" 1}").expectRefusal(
      "\(path):2:10: “1” where a colon should stand")
    try run("show", "a.json", configuration: "[]").expectRefusal(
      "\(path):1:1: not an object; write {\"theme\": \"light\"}")
    try run("show", "a.json", configuration: #"{"mouse": 1}"#).expectRefusal(
      "\(path):1:2: mouse should be true or false")
  }

  @Test("Help and the version need no configuration")
  func helpNeedsNone() throws {
    #expect(try run("help", configuration: "broken").status == 0)
    #expect(try run("--version", configuration: "broken").status == 0)
    #expect(try run("completions", "bash", configuration: "broken").status == 0)
  }

  @Test("A tokenizer's path is relative to the file")
  func tokenizer() throws {
    let result = try run("show", "a.json", configuration: #"{"tokenizer": "model.json"}"#)
    #expect(result.status == 2)
    #expect(
      result.stderr
        == "stemma: \(place.path("config/stemma/model.json")): no such file; give the path of a tokenizer.json or a .gguf\n"
    )
  }

  @Test("A theme that is not there is named with those that are")
  func theme() throws {
    let result = try run("show", "a.json", configuration: #"{"theme": "drak"}"#)
    #expect(result.status == 2)
    #expect(result.stderr.hasPrefix("stemma: no theme \"drak\"; there are dark, light, "))
  }

  @Test("A recording keeps the counts it was made with, unless another tokenizer is named")
  func recordingKeepsCounts() throws {
    let fixture = StemmaProcess.packageRoot + "/Tests/TokenizersTests/Fixtures/byte-level.json"
    _ = try place.run("import", "a.json", "-o", "a.stemma")
    let estimated = try place.run("budget", "a.stemma").stdout.split(separator: "\n").dropFirst()
    // From the configuration it is a wish for new counts only.
    let configured = try run("budget", "a.stemma", configuration: "{\"tokenizer\": \"\(fixture)\"}")
    #expect(configured.status == 0)
    #expect(Array(configured.stdout.split(separator: "\n").dropFirst()) == Array(estimated))
    // On the command line it is one for this recording, and counts what the file itself would.
    let recounted = try place.run("budget", "a.stemma", "--tokenizer", fixture)
    #expect(recounted.status == 0)
    let counted = try place.run("budget", "a.json", "--tokenizer", fixture)
    #expect(
      Array(recounted.stdout.split(separator: "\n").dropFirst())
        == Array(counted.stdout.split(separator: "\n").dropFirst()))
    #expect(Array(counted.stdout.split(separator: "\n").dropFirst()) != Array(estimated))
  }
}
