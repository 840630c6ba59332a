import Transcripts

/// What a profile came to for one inference: the model, the tools, and each option with the level that set it
/// (P3).
///
/// Inferences with an equal profile share a row. Its JSON, as stored:
/// `{"name":"tutorial","model":"scripted","window":4096,"tools":["convert"],"options":[{"name":"temperature","value":"0.7","level":"call"}]}`.
public struct ProfileRow: Sendable, Hashable {
  /// The persona's name.
  public var name: String
  /// The model's name.
  public var model: String
  /// The model's context window in tokens; nil when it doesn't tell.
  public var window: Int?
  /// Names of the tools enabled, in declaration order.
  public var tools: [String]
  /// Those that any level has set, and the model.
  public var options: [Option]

  /// One option as it was resolved.
  public struct Option: Sendable, Hashable {
    /// The modifier's name: `temperature`, `toolCallingMode`.
    public var name: String
    /// As text: `0.7`, `required`.
    public var value: String
    /// Who set it: `call`, `modifier 2 of 3 on Tutorial`, `session`, `default`.
    public var level: String

    public init(name: String, value: String, level: String) {
      self.name = name
      self.value = value
      self.level = level
    }
  }

  public init(name: String, model: String, window: Int?, tools: [String], options: [Option]) {
    self.name = name
    self.model = model
    self.window = window
    self.tools = tools
    self.options = options
  }

  var json: JSONValue {
    [
      "name": .string(name), "model": .string(model), "window": window.map(JSONValue.number) ?? .null,
      "tools": .array(tools.map(JSONValue.string)),
      "options": .array(
        options.map {
          ["name": .string($0.name), "value": .string($0.value), "level": .string($0.level)]
        }),
    ]
  }

  /// Nil for JSON that nothing of ours wrote.
  init?(json: JSONValue) {
    guard let name = json["name"]?.stringValue, let model = json["model"]?.stringValue else { return nil }
    self.name = name
    self.model = model
    window = json["window"]?.intValue
    tools = json["tools"]?.arrayValue?.compactMap(\.stringValue) ?? []
    options = (json["options"]?.arrayValue ?? []).compactMap { option in
      guard let name = option["name"]?.stringValue, let value = option["value"]?.stringValue,
        let level = option["level"]?.stringValue
      else { return nil }
      return Option(name: name, value: value, level: level)
    }
  }
}
