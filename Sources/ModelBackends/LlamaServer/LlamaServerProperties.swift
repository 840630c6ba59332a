import Transcripts

/// What a llama.cpp server tells of itself (`GET /props`).
public struct LlamaServerProperties: Sendable, Hashable {
  /// Tokens of one slot.
  public var contextSize: Int
  public var slots: Int
  public var model: String
  public var build: String
  /// The model's chat template, as it is.
  public var template: String
  /// Whether the template shows tools to the model; one that does not ignores them in silence.
  public var supportsTools: Bool
  public var supportsParallelToolCalls: Bool
  public var supportsSystemRole: Bool
  public var readsImages: Bool
  /// Which optional endpoints are on.
  public var hasSlotsEndpoint: Bool
  public var hasMetricsEndpoint: Bool

  /// Nil for an answer that is not llama.cpp's.
  init?(json: JSONValue) {
    guard let size = json["default_generation_settings"]?["n_ctx"]?.intValue,
      let slots = json["total_slots"]?.intValue, size > 0, slots > 0
    else { return nil }
    contextSize = size
    self.slots = slots
    model = json["model_alias"]?.stringValue ?? json["model_path"]?.stringValue ?? ""
    build = json["build_info"]?.stringValue ?? ""
    template = json["chat_template"]?.stringValue ?? ""
    let caps = json["chat_template_caps"]
    // Builds that tell no capabilities: a template that shows tools has to name them.
    supportsTools = caps?["supports_tools"]?.boolValue ?? template.contains("tools")
    supportsParallelToolCalls = caps?["supports_parallel_tool_calls"]?.boolValue ?? false
    supportsSystemRole = caps?["supports_system_role"]?.boolValue ?? true
    readsImages = json["modalities"]?["vision"]?.boolValue ?? false
    hasSlotsEndpoint = json["endpoint_slots"]?.boolValue ?? true
    hasMetricsEndpoint = json["endpoint_metrics"]?.boolValue ?? false
  }
}
