/// A key as a person presses it.
///
/// Letters come as the terminal sends them: `Q` is the character `Q`, without `shift`. Shift-Tab is `.backTab`.
/// Control with a letter is that small letter and `.control`. Terminals cannot tell Ctrl-I from Tab, Ctrl-M from
/// Enter or Ctrl-H from Backspace; these are the named keys.
public struct Key: Hashable, Sendable {
  /// Which key.
  public enum Code: Hashable, Sendable {
    case character(Character)
    case up, down, left, right
    case home, end, pageUp, pageDown
    case tab, backTab, enter, escape, backspace, delete, insert
    /// F1 is `function(1)`.
    case function(Int)
  }

  /// Keys held with it.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// One bit a modifier: 1 Shift, 2 Alt, 4 Control, as xterm numbers them.
    public let rawValue: UInt8
    /// From the bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Shift, where the terminal tells it.
    public static let shift = Modifiers(rawValue: 1)
    /// Alt, or Meta.
    public static let alt = Modifiers(rawValue: 2)
    /// Control.
    public static let control = Modifiers(rawValue: 4)
  }

  /// Which key.
  public var code: Code
  /// Keys held with it.
  public var modifiers: Modifiers

  /// A key with modifiers.
  public init(_ code: Code, _ modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  /// A character key.
  public static func character(_ character: Character) -> Key { Key(.character(character)) }
}
