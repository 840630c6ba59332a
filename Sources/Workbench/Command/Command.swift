/// What can be typed after `:`.
enum Command: Sendable, Hashable {
  case goto(Int)
  case request(Int)
  case session(Int)
  case filter(String)
  case find(String)
  case theme(String)
  case open(String)
  case diff(Int?)
  case zoom(Action)
  case scale(LaneAxis.Scale)
  case mouse(Bool)
  case action(Action)

  /// A command's name, what may follow it, and what it does.
  struct Entry: Sendable {
    var name: String
    var arguments: String
    var description: String
  }

  static let entries: [Entry] = [
    Entry(name: "budget", arguments: "", description: "what the window is spent on"),
    Entry(name: "diff", arguments: "[N]", description: "compare snapshot N, or the mark, with this"),
    Entry(
      name: "filter", arguments: "[TERMS]", description: "show only what matches; without terms, everything"),
    Entry(name: "find", arguments: "TEXT", description: "find a text"),
    Entry(name: "goto", arguments: "N", description: "go to snapshot N"),
    Entry(name: "help", arguments: "", description: "the keys of this view"),
    Entry(name: "mark", arguments: "", description: "mark this snapshot"),
    Entry(name: "mouse", arguments: "on|off", description: "use the mouse, or leave it to the terminal"),
    Entry(name: "open", arguments: "[FILE]", description: "open another recording"),
    Entry(name: "policies", arguments: "", description: "what other policies would have cost"),
    Entry(name: "quit", arguments: "", description: "quit"),
    Entry(name: "replay", arguments: "", description: "the session beside the one that it replays"),
    Entry(name: "request", arguments: "N", description: "go to request N"),
    Entry(name: "requests", arguments: "", description: "requests, inferences and tools as a tree"),
    Entry(name: "scale", arguments: "time|tokens", description: "what bars are to scale in"),
    Entry(name: "session", arguments: "N", description: "show session N"),
    Entry(name: "theme", arguments: "NAME", description: "use a theme"),
    Entry(name: "themes", arguments: "", description: "all themes"),
    Entry(name: "why", arguments: "", description: "all lost caches, worst first"),
    Entry(name: "zoom", arguments: "in|out|fit", description: "zoom the lanes"),
  ]

  /// Reads a line; nil and a complaint where it is no command. A number alone is a snapshot to go to.
  static func parse(_ line: String) -> Result<Command, CommandError> {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    guard let typed = words.first else { return .failure(CommandError(text: "")) }
    let rest = words.count > 1 ? String(words[1].drop { $0 == " " }) : ""
    if let number = Int(typed) { return .success(.goto(number)) }
    let candidates = entries.filter { $0.name.hasPrefix(typed) }
    guard let name = entries.first(where: { $0.name == typed })?.name ?? only(candidates)?.name else {
      let text =
        candidates.isEmpty
        ? "there is no command “\(typed)”; Tab lists them"
        : "“\(typed)” may be \(candidates.map(\.name).joined(separator: " or "))"
      return .failure(CommandError(text: text))
    }
    return read(name, rest)
  }

  private static func only(_ entries: [Entry]) -> Entry? { entries.count == 1 ? entries.first : nil }

  private static func read(_ name: String, _ rest: String) -> Result<Command, CommandError> {
    switch name {
    case "budget": return .success(.action(.budget))
    case "diff": return rest.isEmpty ? .success(.diff(nil)) : number(name, rest).map { .diff($0) }
    case "filter": return .success(.filter(rest))
    case "find": return rest.isEmpty ? missing(name) : .success(.find(rest))
    case "goto": return number(name, rest).map { .goto($0) }
    case "help": return .success(.action(.help))
    case "mark": return .success(.action(.mark))
    case "mouse": return choice(name, rest, ["on": .mouse(true), "off": .mouse(false)])
    case "open": return .success(rest.isEmpty ? .action(.open) : .open(rest))
    case "policies": return .success(.action(.policies))
    case "quit": return .success(.action(.quit))
    case "replay": return .success(.action(.replay))
    case "request": return number(name, rest).map { .request($0) }
    case "requests": return .success(.action(.requests))
    case "scale": return choice(name, rest, ["time": .scale(.time), "tokens": .scale(.tokens)])
    case "session": return number(name, rest).map { .session($0) }
    case "theme": return rest.isEmpty ? missing(name) : .success(.theme(rest))
    case "themes": return .success(.action(.themes))
    case "why": return .success(.action(.why))
    default: return choice(name, rest, ["in": .zoom(.zoomIn), "out": .zoom(.zoomOut), "fit": .zoom(.fit)])
    }
  }

  private static func missing(_ name: String) -> Result<Command, CommandError> {
    let arguments = entries.first { $0.name == name }?.arguments ?? ""
    return .failure(CommandError(text: "write “\(name) \(arguments)”"))
  }

  private static func number(_ name: String, _ text: String) -> Result<Int, CommandError> {
    guard let number = Int(text) else {
      return text.isEmpty
        ? missing(name).map { _ in 0 }
        : .failure(CommandError(text: "“\(text)” is no number; write “\(name) 12”"))
    }
    return .success(number)
  }

  private static func choice(
    _ name: String, _ text: String, _ choices: [String: Command]
  ) -> Result<Command, CommandError> {
    choices[text].map { .success($0) } ?? missing(name)
  }
}

/// Why a line is no command.
struct CommandError: Error, Sendable, Hashable {
  var text: String
}
