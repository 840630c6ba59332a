/// Options of one prompt, kept as the JSON they were read from: the public record of their keys has gaps, so none is ever
/// invented and an unknown one goes back as it came.
public struct GenerationOptions: Sendable, Equatable {
  public var json: JSONValue

  public init(json: JSONValue = .object([])) { self.json = json }

  public var temperature: Double? { json["temperature"]?.doubleValue }
  public var maximumResponseTokens: Int? { json["maximumResponseTokens"]?.intValue }
}

/// How a prompt is put into the context (version 1.1), kept as the JSON it was read from.
public struct ContextOptions: Sendable, Equatable {
  public var json: JSONValue

  public init(json: JSONValue = .object([])) { self.json = json }

  /// False when the response format's schema is not shown to the model; nil when the file doesn't say.
  public var includeSchemaInPrompt: Bool? { json["includeSchemaInPrompt"]?.boolValue }
}
