extension Command {
  static let completions: Command = .init(
    name: "completions",
    summary: "print completions for a shell",
    operands: [
      Operand(name: "bash|zsh|fish", count: .one, completion: .words(Shell.allCases.map(\.rawValue)))
    ],
    options: [],
    discussion: [
      "scripts/install puts them where the shells look. By hand: bash, source the output; zsh, save it as _stemma in a folder of "
        + "$fpath; fish, save it as ~/.config/fish/completions/stemma.fish."
    ],
    examples: [Example("source <(stemma completions bash)", "for this shell")],
    run: { invocation, console in
      let name = invocation.operands[0]
      guard let shell = Shell(rawValue: name) else {
        throw CompletionsError.unknownShell(
          name, nearest: Spelling.nearest(to: name, of: Shell.allCases.map(\.rawValue)))
      }
      console.out.write(CompletionScript(.stemma).script(for: shell))
      return .fine
    })
}

/// The shells that are known.
enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish
}

enum CompletionsError: Error, CustomStringConvertible {
  case unknownShell(String, nearest: String?)

  var description: String {
    switch self {
    case .unknownShell(let name, let nearest?): "no completions for “\(name)”; did you mean “\(nearest)”?"
    case .unknownShell(let name, nil): "no completions for “\(name)”; there are bash, zsh and fish"
    }
  }
}
