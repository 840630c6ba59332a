import Transcripts

/// What a llama.cpp server tells of itself (`GET /props`).
struct LlamaServerProperties: Sendable, Hashable {
  /// Tokens of one slot.
  var contextSize: Int
  var slots: Int
  var model: String
  var build: String
  /// The model's chat template, as it is.
  var template: String
  /// Whether the template shows tools to the model; one that does not ignores them in silence.
  var supportsTools: Bool
  var supportsParallelToolCalls: Bool
  var supportsSystemRole: Bool
  var readsImages: Bool
  /// Which optional endpoints are on.
  var hasSlotsEndpoint: Bool
  var hasMetricsEndpoint: Bool
  /// Another one each time the server is started; nil with builds that have none.
  var startMark: String?

  /// Nil for an answer that is not llama.cpp's.
  init?(json: JSONValue) {
    guard let size = json["default_generation_settings"]?["n_ctx"]?.intValue,
      let slots = json["total_slots"]?.intValue, size > 0, slots > 0
    else { return nil }
    contextSize = size
    self.slots = slots
    model = Self.name(json["model_alias"]?.stringValue ?? json["model_path"]?.stringValue ?? "")
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
    startMark = json["media_marker"]?.stringValue
  }

  /// A model that nobody named is called by its file, not by the way there: `smollm` for `/models/smollm.gguf`.
  private static func name(_ text: String) -> String {
    guard text.hasSuffix(".gguf"), let file = text.split(separator: "/").last, file.utf8.count > 5 else {
      return text
    }
    return String(file.dropLast(5))
  }
}
