import FoundationEssentials

extension Transcript {
  /// What the app tells the model about itself, and the tools the session was given (T3, API §6).
  public struct Instructions: Sendable, Identifiable, Equatable {
    public var id: String
    public var segments: [Segment]
    /// The tools as the model is told of them.
    public var toolDefinitions: [ToolDefinition]
    var kept = KeptKeys()

    public init(
      id: String = UUID().uuidString, segments: [Segment], toolDefinitions: [ToolDefinition]
    ) {
      self.id = id
      self.segments = segments
      self.toolDefinitions = toolDefinitions
    }
  }

  /// A tool as a model is told of it (API §6).
  public struct ToolDefinition: Sendable, Equatable {
    public var name: String
    public var description: String
    /// The shape of its arguments.
    public var parameters: GenerationSchema
    var kept = KeptKeys()
    /// True for a file that left out the inner object, `function`.
    var isFlat = Spelling<Bool>()
    /// The same for the inner object, `function`.
    var keptInside = KeptKeys()

    public init(name: String, description: String, parameters: GenerationSchema) {
      self.name = name
      self.description = description
      self.parameters = parameters
    }
  }
}
