import Scenarios
import Terminal

extension Command {
  static let help: Command = .init(
    name: "help",
    summary: "what stemma and its commands do and take",
    operands: [Operand(name: "COMMAND|scenarios", count: .optional, completion: .commands)],
    options: [.man, .color],
    discussion: [
      "“stemma COMMAND --help” prints the same. “stemma help scenarios” tells how a scenario file for “stemma run” is written."
    ],
    examples: [
      Example("stemma help --man | man -l -", "the manual page"),
      Example("stemma help scenarios | less", "the format of scenario files"),
    ],
    run: { invocation, console in
      if invocation.has(.man) {
        console.out.write(ManPage(.stemma).text)
        return .fine
      }
      console.setColors(choice: invocation.value(.color), theme: nil)
      let page = HelpPage(console)
      guard let name = invocation.operands.first else {
        page.printOverview()
        return .fine
      }
      if name == HelpTopic.scenarios {
        console.print(block: ScenarioFormat.description, indent: 0)
        return .fine
      }
      guard let command = CommandTable.stemma[name] else {
        throw UsageError.unknownCommand(
          name,
          nearest: Spelling.nearest(
            to: name, of: CommandTable.stemma.named.map(\.name) + [HelpTopic.scenarios]))
      }
      page.print(command)
      return .fine
    })
}
