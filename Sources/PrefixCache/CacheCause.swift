/// Why an inference reused as much of the prefix cache as it did, and no more.
///
/// The raw values are the `cause` strings of `stemma why --json`.
public enum CacheCause: String, Sendable, Hashable, CaseIterable {
  /// Nothing earlier shares a prefix.
  case cold
  /// Everything that was held is kept; only new entries were prefilled.
  case appended
  case instructionsEdited = "instructions-edited"
  case toolAdded = "tool-added"
  case toolRemoved = "tool-removed"
  case toolChanged = "tool-changed"
  case toolReordered = "tool-reordered"
  case modeFlip = "mode-flip"
  case profileSwitch = "profile-switch"
  case modelSwitch = "model-switch"
  case entryDropped = "entry-dropped"
  case entryEdited = "entry-edited"
  /// An entry was put in before entries that were already there.
  case entryInserted = "entry-inserted"
  case entryReordered = "entry-reordered"
  case transform
  case restored
  case refused
  case evicted
  case unknown

  /// True when tokens that the cache held had to be prefilled again.
  public var isLoss: Bool { self != .cold && self != .appended }

  /// The cause in words, as a person reads it: "tool added".
  public var words: String { rawValue.split(separator: "-").joined(separator: " ") }
}
