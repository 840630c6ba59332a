/// An option that a command takes: `--name`, `--name VALUE` or `-n`.
///
/// Its summary is what `help`, the man page and the completions say of it.
struct Option: Sendable {
  /// Without the dashes.
  let name: String
  /// One letter, for `-o`; nil for most.
  let short: Character?
  /// What follows; nil for a flag.
  let value: Value?
  let summary: String

  /// A flag.
  init(_ name: String, short: Character? = nil, _ summary: String) {
    self.init(name: name, short: short, value: nil, summary: summary)
  }

  init(_ name: String, short: Character? = nil, _ value: Value, _ summary: String) {
    self.init(name: name, short: short, value: value, summary: summary)
  }

  private init(name: String, short: Character?, value: Value?, summary: String) {
    self.name = name
    self.short = short
    self.value = value
    self.summary = summary
  }

  /// What stands after an option; the parser refuses anything else.
  enum Value: Sendable {
    case file
    /// A whole number of at least the given one.
    case number(atLeast: Int)
    case choice([String])
    case theme
    case size
    /// Anything; the name is how help writes it.
    case text(String)
    /// The format of an export.
    case format

    /// The name in usage lines: `FILE`.
    var placeholder: String {
      switch self {
      case .file: "FILE"
      case .number: "N"
      case .choice(let words): words.joined(separator: "|")
      case .theme: "NAME"
      case .size: "WxH"
      case .text(let name): name
      case .format: "FORMAT"
      }
    }
  }

  /// As help writes it: `-o, --output FILE`.
  var usage: String {
    let long = "--\(name)" + (value.map { " \($0.placeholder)" } ?? "")
    return short.map { "-\($0), \(long)" } ?? "    \(long)"
  }
}

extension Option {
  static let help = Option("help", short: "h", "what this command does and takes")
  static let version = Option("version", "the version of stemma")
  static let json = Option("json", "print JSON for programs, not text")
  static let color = Option(
    "color", .choice(["auto", "always", "never"]),
    "colours in text; auto: on a terminal, unless NO_COLOR is set")
  static let tokenizer = Option(
    "tokenizer", .file,
    "count tokens with a tokenizer.json, a .gguf or the built-in stemma-bpe/1; else estimate from characters"
  )
  static let window = Option("window", .number(atLeast: 1), "the model's context window in tokens")
  static let session = Option(
    "session", .number(atLeast: 1), "which session of the file, from 1 (the default)")
  static let filter = Option(
    "filter", .text("EXPR"), "only what matches: kind:toolOutput tool:NAME tokens:>500 cache:lost \"text\"")
  static let limit = Option("limit", .number(atLeast: 1), "at most so many rows")
  static let theme = Option("theme", .theme, "a theme by name or file; `stemma themes` shows them")
  static let once = Option("once", "print one screen and end")
  static let size = Option("size", .size, "the size of the screen that --once prints (100x30)")
  static let entry = Option("entry", .number(atLeast: 0), "only this entry, whole")
  static let all = Option("all", "every inference, not only those that lost their cache, and nothing grouped")
  static let requests = Option("requests", "requests and their inferences, not snapshots")
  static let events = Option(
    "events", "hooks, tools, properties and personas of a session recorded live, too")
  static let output = Option("output", short: "o", .file, "write here, not to standard output")
  static let recordingOutput = Option(
    "output", short: "o", .file, "the recording to write; it must not exist yet")
  static let to = Option("to", .format, "foundation-models (as the file has it), foundation-models=1 or =1.1")
  static let man = Option("man", "print the manual page as roff")
}

extension Option {
  /// What every command takes that reads a session.
  static let reading: [Option] = [.session, .window, .tokenizer, .limit, .color]
}
