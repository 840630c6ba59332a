import Transcripts

/// What the places of a template are filled with, for one inference.
struct TemplateValues {
  var captures: [String: String] = [:]
  var prompt = ""
  /// The last tool output's text.
  var toolOutput: String?

  /// The text with its places filled.
  ///
  /// - Throws: `ScriptedFailure.script` for a capture or a value that is not there.
  func text(_ template: Script.Template) throws(ScriptedFailure) -> String {
    var out = ""
    for piece in template.pieces {
      switch piece {
      case .text(let text): out += text
      case .variable(let name):
        let value = try value(of: name)
        out += value.stringValue ?? value.text()
      }
    }
    return out
  }

  /// The value with its texts filled. A text that is one place and nothing else becomes what stands there, number or object; and where
  /// the schema wants a number or a Boolean and a text spells one, it becomes that.
  func json(_ value: Script.Content.Value, schema: JSONValue?) throws(ScriptedFailure) -> JSONValue {
    switch value {
    case .plain(let json): return json
    case .array(let values):
      var elements: [JSONValue] = []
      for value in values { elements.append(try json(value, schema: schema?["items"])) }
      return .array(elements)
    case .object(let properties):
      var members: [JSONValue.Member] = []
      for property in properties {
        members.append(
          .init(property.name, try json(property.value, schema: schema?["properties"]?[property.name])))
      }
      return .object(members)
    case .text(let template):
      if case .variable(let name)? = template.pieces.first, template.pieces.count == 1 {
        return Self.fitted(try self.value(of: name), to: schema)
      }
      return .string(try text(template))
    }
  }

  private static func fitted(_ value: JSONValue, to schema: JSONValue?) -> JSONValue {
    guard let type = schema?["type"]?.stringValue else { return value }
    guard let text = value.stringValue else { return type == "string" ? .string(value.text()) : value }
    switch type {
    case "integer": return Int(text.trimmedBlanks).map(JSONValue.number) ?? value
    case "number": return Double(text.trimmedBlanks).map(JSONValue.number) ?? value
    case "boolean": return text == "true" ? true : text == "false" ? false : value
    default: return value
    }
  }

  private func value(of name: String) throws(ScriptedFailure) -> JSONValue {
    if let capture = captures[name] { return .string(capture) }
    if name == "prompt" { return .string(prompt) }
    var steps = name.split(separator: ".").map(String.init)
    guard !steps.isEmpty, steps.removeFirst() == "toolOutput" else {
      throw .script(message: "the pattern has no capture “\(JSON5Error.shown(name))”")
    }
    guard let toolOutput else {
      throw .script(message: "“${\(JSON5Error.shown(name))}” without a tool output")
    }
    if steps.isEmpty { return .string(toolOutput) }
    guard var value = try? JSONValue(parsing: toolOutput.utf8) else {
      throw .script(message: "“${\(JSON5Error.shown(name))}”: the tool output is not JSON")
    }
    for step in steps {
      let next =
        value[step]
        ?? value.arrayValue.flatMap { elements in
          Int(step).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
        }
      guard let next else {
        throw .script(
          message: "“${\(JSON5Error.shown(name))}”: the tool output has no “\(JSON5Error.shown(step))”")
      }
      value = next
    }
    return value
  }
}
