import Foundation
import Testing

@Suite("Command lines")
struct UsageTests {
  let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write(workshop, to: "a.json")
  }

  @Test("An unknown word that is no file is refused with the nearest command")
  func unknownCommand() throws {
    try place.run("shwo", "a.json").expectRefusal("no command or file “shwo”; did you mean “show”?")
    try place.run("budge").expectRefusal("no command or file “budge”; did you mean “budget”?")
    try place.run("frobnicate").expectRefusal(
      "no command or file “frobnicate”; “stemma help” lists the commands")
    try place.run("lint", "a.json").expectRefusal(
      "no command or file “lint”; “stemma help” lists the commands")
  }

  @Test("A missing file is told as such")
  func missingFile() throws {
    try place.run("gone.json").expectRefusal("gone.json: no such file or folder")
    try place.run("show", "gone.json", "--json").expectRefusal("gone.json: no such file or folder")
  }

  @Test("An unknown option is refused with the nearest one of the command")
  func unknownOption() throws {
    try place.run("show", "a.json", "--jsn").expectRefusal("unknown option --jsn; did you mean --json?")
    try place.run("show", "--sesion=1", "a.json").expectRefusal(
      "unknown option --sesion; did you mean --session?")
    try place.run("show", "a.json", "-x").expectRefusal(
      "unknown option -x; “stemma help show” lists the options")
    try place.run("budget", "a.json", "--entry", "1").expectRefusal(
      "--entry is an option of “stemma show”, not of “stemma budget”; leave it out")
  }

  @Test("Values are checked where they are given")
  func values() throws {
    try place.run("show", "a.json", "--entry", "one").expectRefusal(
      "--entry “one” will not do; give a whole number from 0")
    try place.run("show", "a.json", "--session", "0").expectRefusal(
      "--session “0” will not do; give a whole number from 1")
    try place.run("show", "a.json", "--window").expectRefusal("--window needs a value: a whole number from 1")
    try place.run("show", "a.json", "--json=yes").expectRefusal("--json takes no value; write it alone")
    try place.run("show", "a.json", "--color", "alway").expectRefusal(
      "--color “alway” is not known; did you mean “always”?")
    try place.run("a.json", "--once", "--size", "big").expectRefusal(
      "--size “big” will not do; give columns and rows such as 100x30")
    try place.run("export", "a.json", "--to", "foundation-model").expectRefusal(
      "--to “foundation-model” is not known; did you mean “foundation-models”?")
  }

  @Test("Too few and too many files")
  func operands() throws {
    try place.run("show").expectRefusal("show needs FILE[@N]; usage: stemma show FILE[@N] [OPTION…]")
    try place.run("show", "a.json", "b.json").expectRefusal(
      "one too many: “b.json”; usage: stemma show FILE[@N] [OPTION…]")
    try place.run("diff", "a.json").expectRefusal(
      "diff needs B[@M]; usage: stemma diff A[@N] B[@M] [OPTION…]")
    try place.run("import", "a.json").expectRefusal("import needs --output: a file")
    try place.run("export", "a.json").expectRefusal(
      "export needs --to: one of foundation-models, foundation-models=1, foundation-models=1.1")
  }

  @Test("Values may be attached, and options may stand anywhere")
  func spellings() throws {
    let plain = try place.run("show", "a.json", "--entry", "1").stdout
    #expect(plain.contains("How wet are the beans?"))
    #expect(try place.run("show", "--entry=1", "a.json").stdout == plain)
    #expect(try place.run("--entry", "1", "show", "a.json").stdout == plain)
    #expect(try place.run("show", "--entry", "1", "--", "a.json").stdout == plain)
    let exported = try place.run("export", "--to=foundation-models", "-oout.json", "a.json")
    #expect(exported.status == 0)
    #expect(try place.text(of: "out.json") == place.text(of: "a.json"))
  }

  @Test("After --, a command's name is a file's name")
  func doubleDash() throws {
    try place.write(workshop, to: "show")
    let result = try place.run("--", "show")
    #expect(result.status == 0)
    #expect(result.stdout.hasPrefix("show  3 snapshots, 2 requests"))
  }

  @Test("Help is the same in all its forms, and every command has some")
  func help() throws {
    let overview = try place.run("help")
    #expect(overview.status == 0)
    #expect(overview.stderr == "")
    #expect(try place.run("--help") == overview)
    #expect(try place.run("-h") == overview)
    let commands = [
      "show", "log", "diff", "why", "budget", "policies", "watch", "import", "export", "themes", "help",
      "completions",
    ]
    for command in commands {
      #expect(overview.stdout.contains("\n  \(command)"))
      let page = try place.run("help", command)
      #expect(page.status == 0)
      #expect(page.stdout.hasPrefix("stemma \(command) — "))
      #expect(try place.run(command, "--help") == page)
    }
    try place.run("help", "diffs").expectRefusal("no command or file “diffs”; did you mean “diff”?")
  }

  @Test("No line of help is wider than 100 columns")
  func helpFits() throws {
    for command in ["", "run", "demo", "help", "show", "why", "export", "import", "watch"] {
      let page = try StemmaProcess.run(["help"] + (command.isEmpty ? [] : [command])).stdout
      for line in page.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
    }
  }

  @Test("The version")
  func version() throws {
    let result = try place.run("--version")
    #expect(result == ChildProcess.Result(status: 0, stdout: "stemma 0.1.0\n", stderr: ""))
  }

  @Test("Without a terminal, a file prints its log")
  func openWithoutTerminal() throws {
    #expect(try place.run("a.json").stdout == place.run("log", "a.json").stdout)
  }
}
