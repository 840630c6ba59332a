/// A key as a person presses it.
///
/// Letters come as the terminal sends them: `Q` is the character `Q`, without `shift`. Shift-Tab is `.backTab`.
/// Control with a letter is that small letter and `.control`. Terminals cannot tell Ctrl-I from Tab, Ctrl-M from
/// Enter or Ctrl-H from Backspace; these are the named keys.
public struct Key: Hashable, Sendable {
  public enum Code: Hashable, Sendable {
    case character(Character)
    case up, down, left, right
    case home, end, pageUp, pageDown
    case tab, backTab, enter, escape, backspace, delete, insert
    /// F1 is `function(1)`.
    case function(Int)
  }

  public struct Modifiers: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let shift = Modifiers(rawValue: 1)
    public static let alt = Modifiers(rawValue: 2)
    public static let control = Modifiers(rawValue: 4)
  }

  public var code: Code
  public var modifiers: Modifiers

  public init(_ code: Code, _ modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  /// A character key.
  public static func character(_ character: Character) -> Key { Key(.character(character)) }
}
