import Terminal

/// Completions for the shells, made from the command table.
struct CompletionScript {
  let table: CommandTable

  init(_ table: CommandTable) { self.table = table }

  func script(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  /// The words that may follow an option, or nil where files may, or anything.
  func words(of value: Option.Value) -> [String]? {
    switch value {
    case .choice(let words): words
    case .theme: Theme.builtInNames
    case .format: ExportFormat.names
    case .file, .number, .size, .text: nil
    }
  }

  func takesFile(_ value: Option.Value) -> Bool {
    switch value {
    case .file, .theme: true
    case .number, .choice, .size, .text, .format: false
    }
  }

  func spellings(_ option: Option) -> [String] {
    ["--\(option.name)"] + (option.short.map { ["-\($0)"] } ?? [])
  }

  var commandNames: [String] { table.named.map(\.name) }
}
