/// What the mouse did.
public struct Mouse: Hashable, Sendable {
  /// Which button.
  public enum Button: Hashable, Sendable { case left, middle, right }

  /// What happened.
  public enum Kind: Hashable, Sendable {
    case press(Button)
    /// The old encoding does not say which button was let go.
    case release
    /// Moved with a button held.
    case drag
    case wheelUp, wheelDown
  }

  /// The cell under the pointer.
  public var position: Point
  /// What happened.
  public var kind: Kind
  /// Keys held meanwhile. Terminals keep Shift to themselves for selecting text.
  public var modifiers: Key.Modifiers

  /// A mouse event.
  public init(position: Point, kind: Kind, modifiers: Key.Modifiers = []) {
    self.position = position
    self.kind = kind
    self.modifiers = modifiers
  }
}
