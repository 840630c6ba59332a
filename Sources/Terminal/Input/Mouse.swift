/// What the mouse did.
public struct Mouse: Hashable, Sendable {
  public enum Button: Hashable, Sendable { case left, middle, right }

  public enum Kind: Hashable, Sendable {
    case press(Button)
    /// The old encoding does not say which button was let go.
    case release
    /// Moved with a button held.
    case drag
    case wheelUp, wheelDown
  }

  public var position: Point
  public var kind: Kind
  public var modifiers: Key.Modifiers

  public init(position: Point, kind: Kind, modifiers: Key.Modifiers = []) {
    self.position = position
    self.kind = kind
    self.modifiers = modifiers
  }
}
