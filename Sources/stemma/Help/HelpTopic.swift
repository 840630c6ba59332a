/// Paragraphs of help that belong to several commands.
enum HelpTopic {
  static let snapshots =
    "FILE is a recording (.stemma), a transcript that FoundationModels saved, or a folder of such dumps, one a snapshot. "
    + "FILE@N names a snapshot: @0 is the first, @-1 the last and the default. In a file with several sessions "
    + "--session chooses one. A file that really is called “a@3” is meant before snapshot 3 of “a”."

  static let tokens =
    "Numbers say where they come from: 3,681 was told by the model or measured, ~3,681 was counted or predicted here, "
    + "and ? is unknown. Without --tokenizer, tokens are estimated from characters."

  /// The word after `help` that asks for the format of scenario files.
  static let scenarios = "scenarios"

  static let exitStatus = [
    ("0", "fine"), ("1", "the snapshots differ (diff), a request failed (run, demo)"),
    ("2", "trouble; one line on standard error says what"),
  ]

  static let files = [
    (
      "$XDG_CONFIG_HOME/stemma/config.json",
      "what you always want: {\"tokenizer\": \"FILE\", \"theme\": \"NAME\", \"window\": 4096, \"mouse\": true}; "
        + "each may be left out, and the command line wins"
    ),
    ("$XDG_CONFIG_HOME/stemma/themes/*.json", "themes of your own"),
    (
      "$XDG_DATA_HOME/stemma",
      "recordings; a live session makes a new one, which only you can read, unless --record names another"
    ),
  ]

  static let environment = [
    ("NO_COLOR", "set to anything: no colours, unless --color always"),
    ("COLORTERM, TERM", "how many colours the terminal has"),
    ("XDG_CONFIG_HOME, XDG_DATA_HOME", "where files are; by default ~/.config and ~/.local/share"),
  ]
}
