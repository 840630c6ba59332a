/// Names a session property and says what it is before anyone has written it (API §5). `@SessionPropertyEntry` writes the key.
public protocol SessionPropertyKey: SendableMetatype {
  /// What the property holds. Make it `Sendable`: tools that run at once read and write it.
  associatedtype Value
  /// What it holds in a new session.
  static var defaultValue: Self.Value { get }
}
