/// Where content breaks its schema, and how, in words.
package struct SchemaViolation: Error, Sendable, Equatable, CustomStringConvertible {
  /// From the root: `steps[2].minute`; empty for the root itself.
  package var path: String
  /// `expected a whole number, found the text "x"`.
  package var words: String

  package var description: String { path.isEmpty ? words : "\(path): \(words)" }
}

extension GenerationSchema {
  /// The first place, in the order of generation, where some content breaks the schema; nil where it keeps it (M7).
  ///
  /// Knows what the framework's subset of JSON Schema knows: types, properties, required and further ones, `enum`, `const`, `pattern`
  /// (of the whole text), `minimum`, `maximum`, `minItems`, `maxItems`, `items`, `anyOf` and references. Other keywords demand nothing.
  package func validate(_ content: GeneratedContent) -> SchemaViolation? {
    SchemaValidation(root: json).violation(of: content.json, against: json, at: "", via: [])
  }
}

private struct SchemaValidation {
  let root: JSONValue
  /// - Parameter via: The references that led here without a step into the content: to meet one again is a circle.
  func violation(
    of value: JSONValue, against schema: JSONValue, at path: String, via: [String]
  ) -> SchemaViolation? {
    func broken(_ words: String) -> SchemaViolation { SchemaViolation(path: path, words: words) }
    func expected(_ what: String) -> SchemaViolation {
      broken("expected \(what), found \(GeneratedContent(json: value).words)")
    }
    if let reference = schema["$ref"]?.stringValue {
      guard !via.contains(reference) else { return broken("the schema refers to itself without end") }
      guard let target = resolve(reference) else { return broken("the schema has no \(reference)") }
      return violation(of: value, against: target, at: path, via: via + [reference])
    }
    if let choices = schema["anyOf"]?.arrayValue {
      return choice(of: value, among: choices, at: path, via: via)
    }
    if let constant = schema["const"], value != constant { return expected(constant.text()) }
    if let choices = schema["enum"]?.arrayValue, !choices.contains(value) {
      return expected("one of \(choices.map { $0.text() }.joined(separator: ", "))")
    }
    if let type = schema["type"]?.stringValue, let what = Self.expectation(type, of: value) {
      return expected(what)
    }
    switch value {
    case .string(let text): return pattern(schema, text).map(expected)
    case .number: return bounds(schema, value).map(expected)
    case .array(let elements):
      if let words = counts(schema, elements.count) { return broken(words) }
      guard let items = schema["items"] else { return nil }
      for (index, element) in elements.enumerated() {
        if let found = violation(of: element, against: items, at: "\(path)[\(index)]", via: []) {
          return found
        }
      }
      return nil
    case .object(let members): return properties(members, value, schema, at: path)
    case .null, .bool: return nil
    }
  }

  /// What was expected, where the value is of another type.
  private static func expectation(_ type: String, of value: JSONValue) -> String? {
    switch (type, value) {
    case ("string", .string), ("boolean", .bool), ("null", .null), ("array", .array), ("object", .object),
      ("number", .number):
      nil
    case ("integer", .number(let text)):
      Int(text) != nil || Double(text).map { $0.rounded() == $0 } == true ? nil : "a whole number"
    case ("string", _): "a text"
    case ("boolean", _): "true or false"
    case ("null", _): "null"
    case ("array", _): "an array"
    case ("object", _): "a structure"
    case ("integer", _): "a whole number"
    case ("number", _): "a number"
    default: nil
    }
  }

  private func pattern(_ schema: JSONValue, _ text: String) -> String? {
    // A pattern of a dialect that Swift does not read demands nothing.
    guard let pattern = schema["pattern"]?.stringValue, let regex = try? Regex(pattern) else { return nil }
    return text.wholeMatch(of: regex) == nil ? "a text that /\(pattern)/ matches" : nil
  }

  private func bounds(_ schema: JSONValue, _ value: JSONValue) -> String? {
    guard let number = value.doubleValue else { return nil }
    if let least = schema["minimum"], let bound = least.doubleValue, number < bound {
      return "at least \(least.text())"
    }
    if let most = schema["maximum"], let bound = most.doubleValue, number > bound {
      return "at most \(most.text())"
    }
    return nil
  }

  private func counts(_ schema: JSONValue, _ count: Int) -> String? {
    if let least = schema["minItems"]?.intValue, count < least {
      return "expected at least \(least) elements, found \(count)"
    }
    if let most = schema["maxItems"]?.intValue, count > most {
      return "expected at most \(most) elements, found \(count)"
    }
    return nil
  }

  private func properties(
    _ members: [JSONValue.Member], _ value: JSONValue, _ schema: JSONValue, at path: String
  ) -> SchemaViolation? {
    func inside(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
    let described = schema["properties"]?.objectValue ?? []
    let required = Set((schema["required"]?.arrayValue ?? []).compactMap(\.stringValue))
    let order = (schema["x-order"]?.arrayValue ?? []).compactMap(\.stringValue)
    let names = order + described.map(\.key).filter { !order.contains($0) }
    for name in names + required.subtracting(names).sorted() {
      guard let property = value[name] else {
        if required.contains(name) { return SchemaViolation(path: inside(name), words: "is missing") }
        continue
      }
      guard let node = described.last(where: { $0.key == name })?.value else { continue }
      if let found = violation(of: property, against: node, at: inside(name), via: []) { return found }
    }
    guard schema["additionalProperties"] == false else { return nil }
    return members.first { !names.contains($0.key) }.map {
      SchemaViolation(
        path: inside($0.key), words: "is no property of “\(schema["title"]?.stringValue ?? "")”")
    }
  }

  /// The choice that comes nearest tells what is wrong: the one whose violation lies deepest.
  private func choice(of value: JSONValue, among choices: [JSONValue], at path: String, via: [String])
    -> SchemaViolation?
  {
    var nearest: SchemaViolation?
    for choice in choices {
      guard let found = violation(of: value, against: choice, at: path, via: via) else { return nil }
      if found.path.utf8.count > (nearest?.path ?? path).utf8.count { nearest = found }
    }
    return nearest
      ?? SchemaViolation(
        path: path,
        words: "fits none of \(choices.map { GenerationSchema(json: $0).name }.joined(separator: ", "))")
  }

  private func resolve(_ reference: String) -> JSONValue? {
    guard let name = SchemaReference.name(reference) else { return root }
    return root["$defs"]?[name] ?? root["definitions"]?[name]
  }
}
