// How options are spelled in a transcript file, in one place.
//
// The public record tells `temperature`, `maximumResponseTokens` (numbers) and `includeSchemaInPrompt` (a Boolean). For the others
// it has no sample, so that the spelling is ours:
//
//   options         "sampling": {"mode": "greedy"}
//                               {"mode": "topK", "k": 40, "seed": 7}
//                               {"mode": "probabilityThreshold", "threshold": 0.9, "seed": 7}     seed only where there is one
//                   "toolCallingMode": "allowed" | "required" | "disallowed"
//   contextOptions  "reasoningLevel": "light" | "moderate" | "deep" | {"custom": "name"}
//
// A file that spells one otherwise keeps it as it is: the typed option is nil, and the key goes back as it came unless the
// option is set.

extension GenerationOptions {
  /// Options as a file states them. What is not understood is kept.
  public init(json: JSONValue) {
    self.init()
    var reading = ObjectReading(json)
    sampling = reading.take("sampling", SamplingMode.init(json:))
    temperature = reading.take("temperature", \.doubleValue)
    maximumResponseTokens = reading.take("maximumResponseTokens", \.intValue)
    toolCallingMode = reading.take("toolCallingMode", ToolCallingMode.init(json:))
    kept = reading.kept
    if case .object(let members) = json, !members.isEmpty { spelling.value = json }
  }

  /// The options as a file states them; what was read and not changed is spelled as it was.
  public var json: JSONValue {
    if let read = spelling.value, GenerationOptions(json: read) == self { return read }
    var writing = ObjectWriting(kept)
    writing.put("sampling", sampling?.json)
    writing.put("temperature", temperature.map(JSONValue.number))
    writing.put("maximumResponseTokens", maximumResponseTokens.map(JSONValue.number))
    writing.put("toolCallingMode", toolCallingMode?.json)
    return writing.json
  }
}

extension GenerationOptions.SamplingMode {
  init?(json: JSONValue) {
    // A shape with more in it than we know would lose it.
    let keys = Set((json.objectValue ?? []).map(\.key))
    let seed = json["seed"].flatMap(\.unsignedValue)
    guard (json["seed"] == nil) == (seed == nil) else { return nil }
    switch json["mode"]?.stringValue {
    case "greedy" where keys == ["mode"]: self = .greedy
    case "topK" where keys.isSubset(of: ["mode", "k", "seed"]):
      guard let k = json["k"]?.intValue else { return nil }
      self = .random(top: k, seed: seed)
    case "probabilityThreshold" where keys.isSubset(of: ["mode", "threshold", "seed"]):
      guard let threshold = json["threshold"]?.doubleValue else { return nil }
      self = .random(probabilityThreshold: threshold, seed: seed)
    default: return nil
    }
  }

  var json: JSONValue {
    func object(_ members: [JSONValue.Member], _ seed: UInt64?) -> JSONValue {
      .object(members + (seed.map { [.init("seed", .number(String($0)))] } ?? []))
    }
    switch kind {
    case .greedy: return ["mode": "greedy"]
    case .randomTopK(let k, let seed): return object([.init("mode", "topK"), .init("k", .number(k))], seed)
    case .randomProbabilityThreshold(let threshold, let seed):
      return object(
        [.init("mode", "probabilityThreshold"), .init("threshold", .number(threshold))], seed)
    }
  }
}

extension GenerationOptions.ToolCallingMode {
  init?(json: JSONValue) {
    switch json.stringValue {
    case "allowed": self = .allowed
    case "required": self = .required
    case "disallowed": self = .disallowed
    default: return nil
    }
  }

  var json: JSONValue {
    switch kind {
    case .allowed: "allowed"
    case .required: "required"
    case .disallowed: "disallowed"
    }
  }
}

extension ContextOptions {
  /// Options as a file states them. What is not understood is kept.
  public init(json: JSONValue) {
    self.init()
    var reading = ObjectReading(json)
    includeSchemaInPrompt = reading.take("includeSchemaInPrompt", \.boolValue)
    reasoningLevel = reading.take("reasoningLevel", ReasoningLevel.init(json:))
    kept = reading.kept
  }

  /// The options as a file states them.
  public var json: JSONValue {
    var writing = ObjectWriting(kept)
    writing.put("includeSchemaInPrompt", includeSchemaInPrompt.map(JSONValue.bool))
    writing.put("reasoningLevel", reasoningLevel?.json)
    return writing.json
  }
}

extension ContextOptions.ReasoningLevel {
  init?(json: JSONValue) {
    switch json {
    case "light": self = .light
    case "moderate": self = .moderate
    case "deep": self = .deep
    case .object(let members) where members.count == 1:
      guard members[0].key == "custom", let name = members[0].value.stringValue else { return nil }
      self = .custom(name)
    default: return nil
    }
  }

  var json: JSONValue {
    switch self {
    case .light: "light"
    case .moderate: "moderate"
    case .deep: "deep"
    case .custom(let name): ["custom": .string(name)]
    }
  }
}
