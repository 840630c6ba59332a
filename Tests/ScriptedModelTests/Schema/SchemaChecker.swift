import Foundation
import Transcripts

/// Says what in a value breaks a schema, rule by rule: written apart from the filler, and with another engine for patterns.
struct SchemaChecker {
  let root: JSONValue

  func faults(_ value: JSONValue) -> [String] { faults(value, root, at: "$", references: 0) }

  private func faults(_ value: JSONValue, _ schema: JSONValue, at path: String, references: Int) -> [String] {
    if let reference = schema["$ref"]?.stringValue {
      guard references < 100 else { return ["\(path): references without an end"] }
      let target =
        reference == "#"
        ? root : reference.split(separator: "/").dropFirst().reduce(root) { $0[String($1)] ?? .null }
      return faults(value, target, at: path, references: references + 1)
    }
    if let constant = schema["const"] { return value == constant ? [] : ["\(path): not the constant"] }
    if let choices = schema["enum"]?.arrayValue {
      return choices.contains(value) ? [] : ["\(path): none of the choices"]
    }
    if let branches = schema["anyOf"]?.arrayValue {
      return branches.contains { faults(value, $0, at: path, references: references).isEmpty }
        ? [] : ["\(path): fits no branch"]
    }
    switch (schema["type"]?.stringValue, value) {
    case ("object", .object(let members)): return objectFaults(members, schema, at: path)
    case ("array", .array(let elements)): return arrayFaults(elements, schema, at: path)
    case ("string", .string(let text)):
      guard let pattern = schema["pattern"]?.stringValue else { return [] }
      guard let regex = try? NSRegularExpression(pattern: "^(?:\(pattern))$") else {
        return ["\(path): a pattern nobody reads"]
      }
      let range = NSRange(text.startIndex..., in: text)
      return regex.firstMatch(in: text, range: range) == nil
        ? ["\(path): “\(text)” does not match \(pattern)"] : []
    case ("integer", .number(let text)):
      return (Int(text) == nil ? ["\(path): \(text) is not whole"] : []) + boundFaults(text, schema, at: path)
    case ("number", .number(let text)): return boundFaults(text, schema, at: path)
    case ("boolean", .bool), ("null", .null): return []
    case (let type, _): return ["\(path): \(value.text()) is no \(type ?? "value")"]
    }
  }

  private func objectFaults(_ members: [JSONValue.Member], _ schema: JSONValue, at path: String) -> [String] {
    let keys = members.map(\.key)
    var faults = Set(keys).count == keys.count ? [] : ["\(path): a key twice"]
    for key in schema["required"]?.arrayValue ?? [] where !keys.contains(key.stringValue ?? "") {
      faults.append("\(path): without \(key.text())")
    }
    let order = (schema["x-order"]?.arrayValue ?? []).compactMap(\.stringValue)
    if !order.isEmpty, keys != order.filter(keys.contains) { faults.append("\(path): in another order") }
    for member in members {
      guard let property = schema["properties"]?[member.key] else {
        faults.append("\(path): \(member.key) is not known")
        continue
      }
      faults += self.faults(member.value, property, at: "\(path).\(member.key)", references: 0)
    }
    return faults
  }

  private func arrayFaults(_ elements: [JSONValue], _ schema: JSONValue, at path: String) -> [String] {
    var faults: [String] = []
    if let least = schema["minItems"]?.intValue, elements.count < least { faults.append("\(path): too few") }
    if let most = schema["maxItems"]?.intValue, elements.count > most { faults.append("\(path): too many") }
    for (index, element) in elements.enumerated() {
      faults += self.faults(element, schema["items"] ?? [:], at: "\(path)[\(index)]", references: 0)
    }
    return faults
  }

  private func boundFaults(_ text: String, _ schema: JSONValue, at path: String) -> [String] {
    guard let number = Double(text) else { return ["\(path): \(text) is no number"] }
    var faults: [String] = []
    if let low = schema["minimum"]?.doubleValue, number < low {
      faults.append("\(path): \(text) under \(low)")
    }
    if let high = schema["maximum"]?.doubleValue, number > high {
      faults.append("\(path): \(text) over \(high)")
    }
    return faults
  }
}
