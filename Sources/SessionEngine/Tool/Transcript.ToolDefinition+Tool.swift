import Transcripts

extension Transcript.ToolDefinition {
  /// What a model is told of `tool` (API §6).
  public init(tool: some Tool) {
    self.init(name: tool.name, description: tool.description, parameters: tool.parameters)
  }
}
