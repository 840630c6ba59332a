import SessionEngine
import Transcripts

/// Tools for a model whose template knows none: a description in the instructions, and a schema that makes the answer either a call,
/// `{"tool": NAME, "arguments": {…}}`, or a text, `{"answer": TEXT}`.
struct SchemaTools {
  let tools: [Transcript.ToolDefinition]
  /// Only calls will do.
  let isRequired: Bool
  /// The shape of the answer; nil for a text.
  let answer: GenerationSchema?

  /// What an answer turned out to be.
  enum Outcome: Sendable, Hashable {
    case call(name: String, arguments: String)
    case answer(String)
  }

  /// The schema of an answer.
  var schema: JSONValue {
    var definitions: [JSONValue.Member] = []
    var choices: [JSONValue] = tools.enumerated().map { index, tool in
      let parameters = Self.hoisted(
        ServerSchema(tool.parameters).json, as: "tool\(index)", into: &definitions)
      return Self.object([.init("tool", ["const": .string(tool.name)]), .init("arguments", parameters)])
    }
    if !isRequired {
      let shape: JSONValue =
        answer.map { Self.hoisted(ServerSchema($0).json, as: "answer", into: &definitions) }
        ?? ["type": "string"]
      choices.append(Self.object([.init("answer", shape)]))
    }
    return .object(
      [.init("anyOf", .array(choices))]
        + (definitions.isEmpty ? [] : [.init("$defs", .object(definitions))]))
  }

  /// The messages with the tools described at the end of the instructions.
  func describing(in messages: [JSONValue]) -> [JSONValue] {
    var lines = ["You have tools. Answer with one JSON object and nothing else."]
    for tool in tools {
      lines.append(
        "Tool \(tool.name): \(tool.description) Arguments: \(ServerSchema(tool.parameters).json.text())")
    }
    lines.append(#"To call a tool: {"tool": NAME, "arguments": {…}}"#)
    if !isRequired { lines.append(#"To answer: {"answer": TEXT}"#) }
    let words = lines.joined(separator: "\n")
    guard let first = messages.first, first["role"] == "system", let text = first["content"]?.stringValue
    else {
      return [["role": "system", "content": .string(words)]] + messages
    }
    return [["role": "system", "content": .string("\(text)\n\n\(words)")]] + messages.dropFirst()
  }

  /// Reads an answer. One that was cut off is a text, as far as it came.
  static func outcome(_ text: String) -> Outcome {
    guard let json = try? JSONValue(parsing: text.utf8) else {
      var answer = AnswerText()
      _ = answer.receive(text)
      return .answer(answer.text ?? text)
    }
    if let name = json["tool"]?.stringValue {
      return .call(name: name, arguments: (json["arguments"] ?? .object([])).text())
    }
    if let answer = json["answer"] { return .answer(answer.stringValue ?? answer.text()) }
    return .answer(text)
  }

  /// A call as the model wrote it, or would have.
  static func text(name: String, arguments: String) -> String {
    #"{"tool":\#(JSONValue.string(name).text()),"arguments":\#(arguments)}"#
  }

  /// Messages without roles and members that only templates with tools know: calls as what the model writes here, outputs as what a person says.
  static func plain(_ messages: [JSONValue]) -> [JSONValue] {
    var names: [String: String] = [:]
    return messages.map { message in
      if let calls = message["tool_calls"]?.arrayValue {
        var texts = message["content"]?.stringValue.map { [$0] } ?? []
        for call in calls {
          let name = call["function"]?["name"]?.stringValue ?? ""
          names[call["id"]?.stringValue ?? ""] = name
          texts.append(text(name: name, arguments: call["function"]?["arguments"]?.stringValue ?? "{}"))
        }
        return ["role": "assistant", "content": .string(texts.joined(separator: "\n"))]
      }
      if message["role"] == "tool" {
        let name = names[message["tool_call_id"]?.stringValue ?? ""] ?? "The tool"
        return [
          "role": "user", "content": .string("\(name) answered: \(message["content"]?.stringValue ?? "")"),
        ]
      }
      return message
    }
  }

  private static func object(_ properties: [JSONValue.Member]) -> JSONValue {
    [
      "type": "object", "properties": .object(properties),
      "required": .array(properties.map { .string($0.key) }), "additionalProperties": false,
    ]
  }

  /// A schema that is to stand inside another one: what it refers to goes to the root under a name of its own.
  private static func hoisted(
    _ schema: JSONValue, as name: String, into definitions: inout [JSONValue.Member]
  ) -> JSONValue {
    func renamed(_ json: JSONValue) -> JSONValue {
      switch json {
      case .array(let elements): return .array(elements.map(renamed))
      case .object(let members):
        return .object(
          members.map { member in
            guard member.key == "$ref", let reference = member.value.stringValue else {
              return .init(member.key, renamed(member.value))
            }
            let target = reference == "#" ? name : "\(name).\(reference.split(separator: "/").last ?? "")"
            return .init("$ref", .string("#/$defs/\(target)"))
          })
      default: return json
      }
    }
    for member in schema["$defs"]?.objectValue ?? [] {
      definitions.append(.init("\(name).\(member.key)", renamed(member.value)))
    }
    guard case .object(let members) = schema else { return schema }
    let root = renamed(.object(members.filter { $0.key != "$defs" }))
    guard schema.text().contains(##""$ref":"#""##) else { return root }
    definitions.append(.init(name, root))
    return ["$ref": .string("#/$defs/\(name)")]
  }
}
