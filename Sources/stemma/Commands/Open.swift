extension Command {
  /// `stemma FILE`, without a command's name.
  static let open: Command = .init(
    name: "",
    summary: "open the workbench",
    operands: [Operand(name: "FILE[@N]|DIR", count: .any)],
    options: [.once, .size, .theme, .json, .filter] + Option.reading + [.version],
    discussion: [
      "Opens a recording, a transcript or a folder of dumps in the workbench; without a file, a list of what there is. Where "
        + "standard output is no terminal, it prints what “stemma log” prints.",
      HelpTopic.snapshots,
    ],
    examples: [
      Example("stemma ~/OrigamiTranscripts", "look at the dumps of an app"),
      Example("stemma session.stemma --once --size 120x40", "print one screen and end"),
    ],
    run: { invocation, console in
      let settings = try Settings(invocation)
      try console.setColors(invocation, settings)
      let session = WorkbenchSession(invocation, settings, console)
      if invocation.has(.once) { return try session.once() }
      if console.out.isTerminal, !invocation.has(.json) { return try session.open() }
      guard !invocation.operands.isEmpty else {
        if invocation.has(.json) { throw UsageError.missingOperand("a file", command: .open) }
        HelpPage(console).printOverview()
        return .fine
      }
      for (index, word) in invocation.operands.enumerated() {
        if index > 0, !invocation.has(.json) { console.print() }
        let source = try OpenedSource(SnapshotReference(word).path, invocation, settings)
        try SessionLog(source, invocation).print(console, asJSON: invocation.has(.json))
      }
      return .fine
    })
}
