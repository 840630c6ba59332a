/// No instructions and no tools (API §4).
public struct EmptyDynamicInstructions: DynamicInstructions, Sendable {
  /// It has none.
  public typealias Body = Never

  /// Nothing.
  public init() {}

  /// Never evaluated.
  public var body: Never { bodiless(Self.self) }
}

extension EmptyDynamicInstructions: InstructionsNode {
  func collect(into collection: inout InstructionsCollection) {}
}

/// Instructions that may be absent: what an `if` without `else` builds (D2, API §11).
extension Optional: DynamicInstructions where Wrapped: DynamicInstructions {
  /// It has none.
  public typealias Body = Never

  /// Never evaluated.
  public var body: Never { bodiless(Self.self) }
}

extension Optional: InstructionsNode where Wrapped: DynamicInstructions {
  func collect(into collection: inout InstructionsCollection) throws {
    if let self { try collection.collect(self) }
  }
}

/// The body of what has none (API §11).
extension Never: DynamicInstructions, LanguageModelSession.DynamicProfile {
  /// It has none.
  public typealias Body = Never

  /// Never evaluated.
  public var body: Never { return bodiless(Self.self) }
}
