/// A command of `stemma`: everything that parsing, help, the man page and the completions know of it, and what it does.
///
/// Each command is declared once, in the file named after it; `CommandTable` lists them.
struct Command: Sendable {
  /// The word after `stemma`; empty for `stemma FILE`.
  let name: String
  /// One line, without a full stop.
  let summary: String
  let operands: [Operand]
  let options: [Option]
  /// Paragraphs of help.
  var discussion: [String] = []
  var examples: [Example] = []
  let run: @Sendable (Invocation, Console) throws -> ExitStatus

  /// What stands after the command's name, besides options.
  struct Operand: Sendable {
    /// As usage lines write it: `FILE[@N]`.
    let name: String
    let count: Count
    var completion = Completion.files

    enum Count: Sendable {
      case one, optional, oneOrMore, any
    }

    enum Completion: Sendable, Equatable {
      case files
      case commands
      case words([String])
    }

    /// As usage lines write it: `FILE|DIR…`.
    var usage: String {
      switch count {
      case .one: name
      case .optional: "[\(name)]"
      case .oneOrMore: "\(name)…"
      case .any: "[\(name)]…"
      }
    }
  }

  struct Example: Sendable {
    let line: String
    let meaning: String

    init(_ line: String, _ meaning: String) {
      self.line = line
      self.meaning = meaning
    }
  }

  /// `stemma show`, or `stemma` alone.
  var fullName: String { name.isEmpty ? "stemma" : "stemma \(name)" }

  /// `stemma show FILE[@N] [OPTION…]`
  var usage: String { ([fullName] + operands.map(\.usage) + ["[OPTION…]"]).joined(separator: " ") }

  /// The options of this command, and those that every command takes.
  var allOptions: [Option] { options + [.help] }

  /// The fewest and most operands; nil for no limit.
  var operandCounts: (least: Int, most: Int?) {
    var least = 0
    var most: Int? = 0
    for operand in operands {
      switch operand.count {
      case .one: (least, most) = (least + 1, most.map { $0 + 1 })
      case .optional: most = most.map { $0 + 1 }
      case .oneOrMore: (least, most) = (least + 1, nil)
      case .any: most = nil
      }
    }
    return (least, most)
  }
}

/// What `stemma` tells its caller.
enum ExitStatus: Int32, Sendable {
  case fine = 0
  /// `diff` found the snapshots different.
  case difference = 1
  /// `run`: a request failed, as it was told.
  static let failure = ExitStatus.difference
  /// Bad usage, a file that cannot be read …
  case trouble = 2
}
