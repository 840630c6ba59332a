/// From the words of a command line to an exit status: the one place where errors become text.
enum Program {
  static func run(_ words: [String]) -> Int32 {
    let console = Console()
    let parser = ArgumentParser(table: .stemma) { SnapshotReference.isThere(SnapshotReference($0).path) }
    let invocation: Invocation
    do {
      invocation = try parser.parse(words)
    } catch {
      console.complain("\(error)")
      return ExitStatus.trouble.rawValue
    }
    do {
      let status = try run(invocation, console)
      console.out.flush()
      return status.rawValue
    } catch {
      // A program that reads JSON gets a whole document or nothing.
      if invocation.has(.json) { console.out.discard() }
      console.out.flush()
      console.complain("\(error)")
      return ExitStatus.trouble.rawValue
    }
  }

  private static func run(_ invocation: Invocation, _ console: Console) throws -> ExitStatus {
    if invocation.has(.version) {
      console.print("stemma \(CommandTable.version)")
      return .fine
    }
    if invocation.has(.help) {
      HelpPage(console).print(invocation.command)
      return .fine
    }
    return try invocation.command.run(invocation, console)
  }
}
