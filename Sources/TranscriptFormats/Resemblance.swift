/// Names the neighbour format that a JSON document looks like, so that its owner learns what it is, not only what it isn't.
enum Resemblance {
  /// - Parameter keys: the keys of the document's outermost object, in order.
  static func name(keys: [String]) -> String? {
    let keys = Set(keys)
    if keys.contains("resourceSpans") { return "an OpenTelemetry trace export" }
    if keys.contains("messages") {
      return keys.contains("system") || keys.contains("anthropic_version")
        ? "an Anthropic Messages request" : "a Chat Completions request"
    }
    if keys.contains("choices") { return "a Chat Completions response" }
    if keys.contains("input"), keys.contains("model") { return "an OpenAI Responses request" }
    if keys.contains("sessionId"), keys.contains("uuid") { return "a Claude Code session log" }
    if keys.contains("timestamp"), keys.contains("payload") { return "a Codex rollout log" }
    if keys.contains("log"), keys.count <= 2 { return "an HTTP archive (HAR)" }
    if keys.contains("entries") { return "a transcript of another library" }
    return nil
  }
}
