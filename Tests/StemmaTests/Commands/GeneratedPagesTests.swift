import Foundation
import Testing

/// The manual page and the completions, which are made from the same table as the commands.
@Suite("Manual page and completions")
struct GeneratedPagesTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  private static func isInstalled(_ program: String) -> Bool {
    let found = try? ChildProcess.run(
      ["sh", "-c", "command -v \(program)"], environment: StemmaProcess.environment, timeout: .seconds(10))
    return found?.status == 0
  }

  static let shells = ["bash", "zsh", "fish"].filter(isInstalled)
  static let formatters = ["groff"].filter(isInstalled)

  @Test("The manual page has every command and option")
  func manualPage() throws {
    let page = try place.run("help", "--man")
    #expect(page.status == 0)
    for part in [
      ".TH STEMMA 1", ".SH NAME", ".SH SYNOPSIS", ".SS \"why FILE|DIR [@N]\"", ".SH EXIT STATUS", ".SH FILES",
      "\\fB\\-\\-tokenizer\\fR \\fIFILE\\fR", "\\fB\\-o\\fR, \\fB\\-\\-output\\fR \\fIFILE\\fR",
    ] {
      #expect(page.stdout.contains(part), "\(part)")
    }
    #expect(page.stdout.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test("groff has nothing to say about it", arguments: formatters)
  func formats(groff: String) throws {
    let result = try place.shell("stemma help --man | \(groff) -ww -man -Tutf8 >page.txt")
    #expect(result.status == 0)
    #expect(result.stderr == "")
  }

  @Test("The completions are sound scripts", arguments: shells)
  func syntax(shell: String) throws {
    let result = try place.shell("stemma completions \(shell) >script && \(shell) -n script")
    #expect(result == ChildProcess.Result(status: 0, stdout: "", stderr: ""))
  }

  @Test(
    "bash completes commands, options and their values",
    arguments: [
      ("stemma bu", "budget"), ("stemma show --ent", "--entry"), ("stemma show --color al", "always"),
      ("stemma completions z", "zsh"), ("stemma help ex", "export"), ("stemma show a.j", "a.json"),
      ("stemma --theme hi", "high-contrast"),
    ])
  func bashCompletes(line: String, completion: String) throws {
    try place.write("{}", to: "a.json")
    let result = try place.shell(
      """
      compopt() { :; }
      source <(stemma completions bash)
      COMP_WORDS=(\(line)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _stemma
      printf '%s\\n' "${COMPREPLY[@]}"
      """)
    #expect(result.stdout == completion + "\n")
  }

  @Test("Every option of every command is in every script")
  func complete() throws {
    for shell in ["bash", "zsh", "fish"] {
      let script = try place.run("completions", shell).stdout
      for word in ["show", "export", "themes", "tokenizer", "filter", "entry", "once", "output"] {
        #expect(script.contains(word), "\(word) in \(shell)")
      }
    }
    try place.run("completions", "bsah").expectRefusal("no completions for “bsah”; did you mean “bash”?")
    try place.run("completions", "powershell").expectRefusal(
      "no completions for “powershell”; there are bash, zsh and fish")
  }

  @Test("themes: all of them, with one's own; one that cannot be used is told")
  func themes() throws {
    try place.write(
      #"{"name": "mine", "description": "Like dark.", "extends": "dark"}"#,
      to: "config/stemma/themes/mine.json")
    try place.write("{", to: "config/stemma/themes/broken.json")
    let environment = ["XDG_CONFIG_HOME": place.path("config"), "TERM": "xterm-256color"]
    let result = try place.run("themes", environment: environment)
    #expect(result.status == 0)
    #expect(result.stdout.contains("high-contrast   Pure black"))
    #expect(result.stdout.hasSuffix("mine (yours)    Like dark.\n"))
    #expect(result.stderr.hasPrefix("stemma: \(place.path("config/stemma/themes/broken.json"))"))
    #expect(result.stderr.split(separator: "\n").count == 1)
    let coloured = try place.run("themes", "--color", "always", environment: environment)
    #expect(coloured.stdout.split(separator: "\n").count == 18)
    #expect(coloured.stdout.contains("\u{1B}["))
  }
}
