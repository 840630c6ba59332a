import Transcripts

/// How deep the shallowest value of a schema is, references followed: what ends a recursion.
///
/// The heights of all named schemas are worked out together: in each round, those whose parts are known become known, and what is
/// still unknown after the last round has no end.
struct SchemaHeights {
  private let root: JSONValue
  private var known: [String: Int] = [:]
  private var recursive: Set<String> = []

  init(_ root: JSONValue) {
    self.root = root
    var references: Set<String> = []
    Self.collect(root, into: &references)
    let sorted = references.sorted()
    for _ in 0...sorted.count {
      var changed = false
      for reference in sorted {
        guard let target = target(of: reference), let height = height(of: target) else { continue }
        if known[reference].map({ height < $0 }) ?? true {
          known[reference] = height
          changed = true
        }
      }
      if !changed { break }
    }
    for reference in sorted where reaches(reference, from: target(of: reference)) {
      recursive.insert(reference)
    }
  }

  /// What a reference stands for; nil when it leads nowhere. `#` is the root, and a path leads through keys and indices.
  func target(of reference: String) -> JSONValue? {
    guard reference.hasPrefix("#") else { return nil }
    var node = root
    for step in reference.dropFirst().split(separator: "/") {
      let key = step.replacing("~1", with: "/").replacing("~0", with: "~")
      if let next = node[String(key)] {
        node = next
      } else if let elements = node.arrayValue, let index = Int(key), elements.indices.contains(index) {
        node = elements[index]
      } else {
        return nil
      }
    }
    return node
  }

  /// Levels below the shallowest value; nil when there is no value that ends.
  func height(of schema: JSONValue) -> Int? {
    if let reference = schema["$ref"]?.stringValue {
      // One that leads nowhere is another fault than one that leads in a circle, and found when it is followed.
      return target(of: reference) == nil ? 0 : known[reference].map { $0 + 1 }
    }
    if schema["const"] != nil || schema["enum"] != nil { return 0 }
    if let choices = (schema["anyOf"] ?? schema["oneOf"])?.arrayValue {
      return choices.compactMap(height).min().map { $0 + 1 }
    }
    if let items = schema["items"] {
      guard (schema["minItems"]?.intValue ?? 0) > 0 else { return 0 }
      return height(of: items).map { $0 + 1 }
    }
    guard let properties = schema["properties"] else { return 0 }
    var highest = 0
    for key in (schema["required"]?.arrayValue ?? []).compactMap(\.stringValue) {
      guard let property = properties[key] else { continue }
      guard let height = height(of: property) else { return nil }
      highest = max(highest, height + 1)
    }
    return highest
  }

  /// True when the schema refers to something that refers to itself.
  func isRecursive(_ schema: JSONValue) -> Bool {
    var references: Set<String> = []
    Self.collect(schema, into: &references, definitions: false)
    return !references.isDisjoint(with: recursive)
  }

  private func reaches(_ wanted: String, from schema: JSONValue?) -> Bool {
    var seen: Set<String> = []
    var open: Set<String> = []
    if let schema { Self.collect(schema, into: &open, definitions: false) }
    while let next = open.popFirst() {
      if next == wanted { return true }
      guard seen.insert(next).inserted, let target = target(of: next) else { continue }
      Self.collect(target, into: &open, definitions: false)
    }
    return false
  }

  /// The references in a schema; those of its definitions only when asked for, for they may not be used.
  private static func collect(
    _ schema: JSONValue, into references: inout Set<String>, definitions: Bool = true
  ) {
    switch schema {
    case .object(let members):
      for member in members where definitions || (member.key != "$defs" && member.key != "definitions") {
        if member.key == "$ref", let reference = member.value.stringValue {
          references.insert(reference)
        } else {
          collect(member.value, into: &references, definitions: definitions)
        }
      }
    case .array(let elements):
      for element in elements { collect(element, into: &references, definitions: definitions) }
    default: break
    }
  }
}
