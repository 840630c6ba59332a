/// All commands, in the order in which help lists them.
struct CommandTable: Sendable {
  static let stemma = CommandTable(
    open: .open,
    named: [
      .demo, .run, .replay, .show, .log, .diff, .why, .budget, .policies, .watch, .importRecordings,
      .exportTranscript,
      .backends, .themes, .help, .completions,
    ])

  /// What `stemma` does when no command is named.
  let open: Command
  let named: [Command]

  var all: [Command] { [open] + named }

  subscript(name: String) -> Command? { named.first { $0.name == name } }

  /// An option of any command, by its spelling: `--window`, `-o`.
  func option(spelled spelling: String) -> Option? {
    for command in all {
      if let option = command.allOptions.first(where: { $0.isSpelled(spelling) }) { return option }
    }
    return nil
  }

  /// Words that mean something to every command.
  static let version = "0.1.0"
}
