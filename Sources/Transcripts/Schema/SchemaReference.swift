/// References inside a schema: `#` is the root, `#/$defs/Name` a definition (RFC 6901 escapes `~` and `/` in the name).
enum SchemaReference {
  static let root = "#"
  private static let prefix = "#/$defs/"

  static func to(_ name: String) -> String {
    prefix + name.replacing("~", with: "~0").replacing("/", with: "~1")
  }

  /// The last part of a reference, unescaped; nil for the root.
  static func name(_ reference: String) -> String? {
    guard reference != root, let last = reference.split(separator: "/").last else { return nil }
    return String(last).replacing("~1", with: "/").replacing("~0", with: "~")
  }
}

extension JSONValue {
  /// The schema with each of its references put through a function. Data (`const`, `enum` …) is left alone.
  func mappingReferences(_ transform: (String) -> String) -> JSONValue {
    switch self {
    case .array(let elements): .array(elements.map { $0.mappingReferences(transform) })
    case .object(let members):
      .object(
        members.map { member in
          switch (member.key, member.value) {
          case ("$ref", .string(let reference)): Member(member.key, .string(transform(reference)))
          case ("const", _), ("enum", _), ("required", _), ("x-order", _), ("default", _), ("examples", _):
            member
          case ("properties", .object(let properties)), ("$defs", .object(let properties)):
            // Names of properties and types are no keywords.
            Member(
              member.key,
              .object(properties.map { Member($0.key, $0.value.mappingReferences(transform)) }))
          default: Member(member.key, member.value.mappingReferences(transform))
          }
        })
    default: self
    }
  }

  /// The schema with the properties of each object in the order of its `x-order`.
  func orderingProperties() -> JSONValue {
    switch self {
    case .array(let elements): return .array(elements.map { $0.orderingProperties() })
    case .object(let members):
      let order = (self["x-order"]?.arrayValue ?? []).compactMap(\.stringValue)
      return .object(
        members.map { member in
          guard member.key == "properties", case .object(let properties) = member.value else {
            return Member(member.key, member.value.orderingProperties())
          }
          let ranked = order.compactMap { name in properties.last { $0.key == name } }
          let others = properties.filter { !order.contains($0.key) }
          return Member(
            member.key,
            .object((ranked + others).map { Member($0.key, $0.value.orderingProperties()) }))
        })
    default: return self
    }
  }

  /// The object with a key set, in its place or at the end; with nil without it.
  func setting(_ key: String, _ value: JSONValue?) -> JSONValue {
    guard case .object(var members) = self else { return self }
    if let place = members.lastIndex(where: { $0.key == key }) {
      if let value { members[place].value = value } else { members.removeAll { $0.key == key } }
    } else if let value {
      members.append(Member(key, value))
    }
    return .object(members)
  }
}
