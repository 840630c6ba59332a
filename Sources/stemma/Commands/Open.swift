import Recordings
import Terminal

extension Command {
  /// `stemma FILE`, without a command's name.
  static let open: Command = .init(
    name: "",
    summary: "open the workbench",
    operands: [Operand(name: "FILE|DIR", count: .any)],
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
      guard !invocation.operands.isEmpty else {
        HelpPage(console).printOverview()
        return .fine
      }
      for (index, path) in invocation.operands.enumerated() {
        if index > 0 { console.print() }
        let source = try OpenedSource(path, invocation, settings)
        try SessionLog(source, invocation).print(console, asJSON: invocation.has(.json))
      }
      return .fine
    })
}
