/// The themes that come with the program. Their text is part of it, so that an installed binary needs no files;
/// a test holds it to `themes/*.json`.
enum BuiltInThemes {
  /// Name and JSON text, in the order in which a person steps through them.
  static let sources: [(name: String, json: String)] = [
    ("dark", dark), ("light", light), ("high-contrast", highContrast), ("color-blind", colorBlind),
    ("tide", tide), ("ember", ember), ("mono", mono), ("16-color", sixteenColor),
  ]

  static var names: [String] { sources.map(\.name) }
}
