import Transcripts

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
    if keys.contains("sessionId"), keys.contains("uuid") { return claudeCode }
    if keys.contains("leafUuid"), keys.contains("summary") { return claudeCode }
    if keys.contains("timestamp"), keys.contains("payload") { return "a Codex rollout log" }
    if keys.contains("kind"), keys.contains("tokensIn") || keys.contains("tokensOut") { return router }
    if keys.contains("log"), keys.count <= 2 { return "an HTTP archive (HAR)" }
    if keys.contains("entries") { return "a transcript of another library" }
    return nil
  }

  private static let claudeCode = "a Claude Code session log"
  private static let router = "a FoundationModelsRouter recording"
  private static let roles: Set<String> = [
    "prompt", "toolCalls", "toolOutput", "instructions", "response", "reasoning",
  ]

  /// - Parameter entry: the JSON of the first element of an array that might have been entries.
  static func name(entry: [UInt8]) -> String? {
    guard let entry = try? JSONValue(parsing: entry), let members = entry.objectValue else { return nil }
    let keys = members.map(\.key)
    // Swift's own coding of an enum with payloads: {"prompt":{"_0":{…}}}.
    if keys.count == 1, let name = keys.first, entry[name]?["_0"] != nil {
      return "an AnyLanguageModel transcript"
    }
    if let role = entry["role"]?.stringValue {
      if entry["content"] != nil { return "a list of chat messages" }
      if roles.contains(role) { return "a ServerFoundationModels transcript" }
    }
    if keys.contains("kind"), keys.contains("tokensIn") || keys.contains("tokensOut") { return router }
    if keys.contains("kind"), keys.contains("content") || keys.contains("timestamp") {
      return "a PrivateFoundationModels transcript"
    }
    return name(keys: keys)
  }
}
