/// Which terminfo entry to use, and whether the terminal takes UTF-8: told from the environment.
struct TerminalChoice: Equatable {
  /// Entries to try in turn; the last is `TERM` itself.
  var names: [String]
  var isUTF8: Bool

  init(environment: (String) -> String?) {
    func value(_ name: String) -> String { environment(name) ?? "" }
    let term = value("TERM")
    names = Self.names(term: term, colors: value("COLORTERM"))
    isUTF8 = Self.isUTF8(["LC_ALL", "LC_CTYPE", "LANG"].map(value))
  }

  /// The entries of terminals with 256 colours do not say that most of them have true colour; `COLORTERM` does
  /// (a convention that VTE began and all such terminals follow). Then the sister entry `…-direct` is tried.
  private static func names(term: String, colors: String) -> [String] {
    guard ["truecolor", "24bit"].contains(colors.lowercased()), !term.hasSuffix("-direct") else {
      return [term]
    }
    let first = term.split(separator: "-", omittingEmptySubsequences: false).first.map(String.init) ?? ""
    switch first {
    case "tmux", "screen":
      // Only tmux among these has true colour; GNU screen would print the sequences.
      return ["tmux-direct", term]
    case "xterm":
      let second = term.dropFirst("xterm-".count)
      let own =
        second.isEmpty || second.first?.isNumber == true || second.hasPrefix("color")
        ? [] : ["\(second)-direct"]
      return own + ["xterm-direct", term]
    case "vte", "konsole", "alacritty", "kitty", "foot", "st", "mlterm", "mintty", "iterm2", "wezterm",
      "vscode",
      "ghostty", "contour", "rio":
      return ["\(first)-direct", "xterm-direct", term]
    default: return [term]
    }
  }

  /// The first that is set decides. Where nothing is said at all (a container, a bare ssh command) the terminal is
  /// nearly always a UTF-8 one; `LC_ALL=C` says otherwise and is believed.
  private static func isUTF8(_ locales: [String]) -> Bool {
    guard let locale = locales.first(where: { !$0.isEmpty })?.lowercased() else { return true }
    return locale.contains("utf-8") || locale.contains("utf8")
  }
}
