/// Gathers the named types of a schema that is being put together.
///
/// How this works: the schema of a part is a schema of its own, with its own definitions, whose `#` means the part. Taking it in
/// moves its definitions here, turns its `#` into a reference by name, moves a part with a name here too, and answers what stands
/// in its place. At the end, references to the whole's own name become `#`.
struct SchemaDefinitions {
  /// In the order in which they were first needed.
  private(set) var members: [JSONValue.Member] = []

  /// Takes in a part's schema; what stands in the part's place.
  mutating func take(_ schema: GenerationSchema) -> JSONValue {
    let name = Self.name(of: schema.json)
    var inner = schema.json["$defs"]?.objectValue ?? []
    var body = schema.json.setting("$defs", nil)
    if let name {
      inner.insert(JSONValue.Member(name, body), at: 0)
      body = ["$ref": .string(SchemaReference.to(name))]
    }
    // Two different types of one name: the later one gets a number.
    var renamed: [String: String] = [:]
    func resolved(_ json: JSONValue) -> JSONValue {
      json.mappingReferences { reference in
        if reference == SchemaReference.root { return name.map { to($0) } ?? reference }
        return SchemaReference.name(reference).map(to) ?? reference
      }
    }
    func to(_ name: String) -> String { SchemaReference.to(renamed[name] ?? name) }
    for member in inner {
      guard let held = value(member.key), held != resolved(member.value) else { continue }
      var number = 2
      while value("\(member.key)\(number)") != nil { number += 1 }
      renamed[member.key] = "\(member.key)\(number)"
    }
    for member in inner where value(renamed[member.key] ?? member.key) == nil {
      members.append(JSONValue.Member(renamed[member.key] ?? member.key, resolved(member.value)))
    }
    return resolved(body)
  }

  mutating func define(_ name: String, _ body: JSONValue) {
    members.append(JSONValue.Member(name, body))
  }

  func value(_ name: String) -> JSONValue? { members.first { $0.key == name }?.value }

  /// The whole: a body with the definitions it needs, and `#` for itself.
  func whole(_ body: JSONValue, named name: String?) -> JSONValue {
    let own = name.map(SchemaReference.to)
    func finished(_ json: JSONValue) -> JSONValue {
      json.mappingReferences { $0 == own ? SchemaReference.root : $0 }
    }
    let others = members.filter { $0.key != name }
    let definitions = others.map { JSONValue.Member($0.key, finished($0.value)) }
    return finished(body).setting("$defs", definitions.isEmpty ? nil : .object(definitions))
  }

  /// The name of a schema that stands in `$defs` when another contains it: objects, enumerations and unions with a title.
  private static func name(of json: JSONValue) -> String? {
    guard let title = json["title"]?.stringValue, !title.isEmpty else { return nil }
    guard json["properties"] != nil || json["enum"] != nil || json["anyOf"] != nil else { return nil }
    return title
  }
}
