/// What a model can do beyond answering text with text (API §9).
public struct LanguageModelCapabilities: Sendable {
  private var capabilities: Set<Capability>

  /// These, and no others.
  public init(_ capabilities: [Capability]) { self.capabilities = Set(capabilities) }

  /// Whether the model can.
  public func contains(_ capability: Capability) -> Bool { capabilities.contains(capability) }

  /// One thing that a model can or cannot do.
  public struct Capability: Sendable, Hashable {
    /// For error messages: `vision`, `tool calling`, …
    let name: String

    /// Reads images.
    public static var vision: Capability { Capability(name: "vision") }
    /// Follows a schema.
    public static var guidedGeneration: Capability { Capability(name: "guided generation") }
    /// Reasons before it answers, as deep as it is told.
    public static var reasoning: Capability { Capability(name: "reasoning") }
    /// Calls tools.
    public static var toolCalling: Capability { Capability(name: "tool calling") }

    /// All of them.
    static var all: [Capability] { [.vision, .guidedGeneration, .reasoning, .toolCalling] }
  }
}
