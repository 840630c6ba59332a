import Terminal

extension Command {
  static let help: Command = .init(
    name: "help",
    summary: "what stemma and its commands do and take",
    operands: [Operand(name: "COMMAND", count: .optional, completion: .commands)],
    options: [.man, .color],
    discussion: ["“stemma COMMAND --help” prints the same."],
    examples: [Example("stemma help --man | man -l -", "the manual page")],
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
      guard let command = CommandTable.stemma[name] else {
        throw UsageError.unknownCommand(
          name, nearest: Spelling.nearest(to: name, of: CommandTable.stemma.named.map(\.name)))
      }
      page.print(command)
      return .fine
    })
}
