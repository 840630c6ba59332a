import Testing

@testable import Workbench

@Suite struct CommandTests {
  private func command(_ line: String) -> Command? { try? Command.parse(line).get() }
  private func complaint(_ line: String) -> String? {
    if case .failure(let error) = Command.parse(line) { return error.text }
    return nil
  }

  @Test func commandsAreRead() {
    #expect(command("goto 12") == .goto(12))
    #expect(command("12") == .goto(12))
    #expect(command("filter kind:prompt  \"a\"") == .filter("kind:prompt  \"a\""))
    #expect(command("zoom fit") == .zoom(.fit))
    #expect(command("mouse off") == .mouse(false))
    #expect(command("open a file.stemma") == .open("a file.stemma"))
    #expect(command("open") == .action(.open))
    #expect(command("diff") == .diff(nil))
    #expect(command("diff 3") == .diff(3))
  }

  @Test func aBeginningIsEnoughWhereItIsTheOnlyOne() {
    #expect(command("bud") == .action(.budget))
    #expect(command("theme light") == .theme("light"))
    #expect(complaint("f") == "“f” may be filter or find")
  }

  @Test func mistakesSayWhatWouldBeRight() {
    #expect(complaint("fly") == "there is no command “fly”; Tab lists them")
    #expect(complaint("goto") == "write “goto N”")
    #expect(complaint("goto there") == "“there” is no number; write “goto 12”")
    #expect(complaint("mouse maybe") == "write “mouse on|off”")
  }

  @Test func completion() {
    let completion = Completion(themes: ["dark", "light"], profiles: ["tutorial", "coach"])
    #expect(completion.words(for: "re", in: .command) == ["replay", "request", "requests"])
    #expect(completion.words(for: "theme l", in: .command) == ["light"])
    #expect(completion.words(for: "zoom ", in: .command) == ["in", "out", "fit"])
    #expect(completion.words(for: "filter kind:tool", in: .command) == ["kind:toolCalls", "kind:toolOutput"])
    #expect(completion.words(for: "to", in: .filter) == ["tool:", "tokens:"])
    #expect(completion.words(for: "kind:prompt,resp", in: .filter) == ["kind:prompt,response"])
    #expect(completion.words(for: "-cache:l", in: .filter) == ["-cache:lost"])
    #expect(completion.words(for: "profile:c", in: .filter) == ["profile:coach"])
    #expect(completion.words(for: "anything", in: .find) == [])
  }

  @Test func everyCommandIsListedOnceAndRead() {
    let names = Command.entries.map(\.name)
    #expect(names == names.sorted())
    #expect(Set(names).count == names.count)
    for entry in Command.entries {
      let argument =
        ["N": "1", "[N]": "", "TEXT": "a", "NAME": "dark"][entry.arguments]
        ?? entry.arguments.split(separator: "|").first.map(String.init) ?? ""
      #expect(command("\(entry.name) \(argument)") != nil, "\(entry.name)")
      #expect(!entry.description.isEmpty)
    }
  }
}
