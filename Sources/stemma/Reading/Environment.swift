import Glibc
import Terminal

/// What the environment says, as far as it matters here.
enum Environment {
  static subscript(name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// A variable that is set to something.
  private static func value(_ name: String) -> String? {
    self[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// `NO_COLOR` (no-color.org) and terminals that say they are dumb, or say nothing, want none.
  static var wantsColors: Bool {
    guard let terminal = value("TERM"), terminal != "dumb" else { return false }
    return value("NO_COLOR") == nil
  }

  /// How many colours the terminal names, judged by `COLORTERM` and `TERM`.
  static var colorDepth: ColorDepth {
    if let more = value("COLORTERM"), more == "truecolor" || more == "24bit" { return .trueColor }
    let terminal = value("TERM") ?? ""
    if terminal.hasSuffix("-direct") { return .trueColor }
    if terminal.contains("256color") { return .indexed256 }
    return terminal.isEmpty || terminal == "dumb" ? .mono : .ansi16
  }

  /// `$XDG_CONFIG_HOME/stemma`, by default `~/.config/stemma`.
  static var configurationFolder: String? { folder("XDG_CONFIG_HOME", orInHome: ".config") }

  /// `$XDG_DATA_HOME/stemma`, by default `~/.local/share/stemma`.
  static var dataFolder: String? { folder("XDG_DATA_HOME", orInHome: ".local/share") }

  /// The samples: beside the installed program (`PREFIX/share/stemma`), or in the checkout that it was built in.
  static var samplesFolder: String? {
    guard let program = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(program) }
    var parts = String(cString: program).split(separator: "/").dropLast()
    if let bin = parts.last, bin == "bin" {
      let installed = "/" + parts.dropLast().joined(separator: "/") + "/share/stemma/sample-transcripts"
      if access(installed, R_OK) == 0 { return installed }
    }
    // .build/<triple>/release is three folders below the checkout.
    for _ in 0..<3 where !parts.isEmpty {
      parts = parts.dropLast()
      let built = "/" + parts.joined(separator: "/") + "/sample-transcripts"
      if access(built + "/README.md", R_OK) == 0 { return built }
    }
    return nil
  }

  /// A relative path in such a variable is to be ignored (XDG Base Directory Specification).
  private static func folder(_ variable: String, orInHome place: String) -> String? {
    if let base = value(variable), base.hasPrefix("/") { return base + "/stemma" }
    return value("HOME").map { "\($0)/\(place)/stemma" }
  }
}
