// How the schema of a type is put together of its properties or choices.

/// The types whose schemas are being put together, outermost first: one that meets itself again becomes a reference.
private enum OpenTypes {
  @TaskLocal static var current: [ObjectIdentifier] = []
}

extension GenerationSchema {
  /// A structure under a name of its own. (Stemma's addition: what `@Generable(name:)` needs.)
  public init(
    type: any Generable.Type, name: String?, description: String? = nil,
    representNilExplicitlyInGeneratedContent explicitNil: Bool = false,
    properties: [GenerationSchema.Property]
  ) {
    let name = name ?? String(describing: type)
    json = Self.building(type, name: name) { definitions in
      Self.object(
        name: name, description: description,
        properties: properties.map { property in
          let node = definitions.take(property.schema()).following(property.rules)
          return (
            property.name, Self.described(node, property.description), property.isOptional, explicitNil
          )
        })
    }
  }

  /// An enumeration under a name of its own. (Stemma's addition.)
  public init(type: any Generable.Type, name: String?, description: String? = nil, anyOf choices: [String]) {
    json = Self.enumeration(
      name: name ?? String(describing: type), description: description, choices: choices)
  }

  /// A union under a name of its own. (Stemma's addition.)
  public init(
    type: any Generable.Type, name: String?, description: String? = nil, anyOf types: [any Generable.Type]
  ) {
    let name = name ?? String(describing: type)
    json = Self.building(type, name: name) { definitions in
      let choices = types.map { definitions.take($0.generationSchema) }
      return Self.union(name: name, description: description, choices: choices)
    }
  }

  /// An array of what another schema describes.
  init(arrayOf element: GenerationSchema) {
    var definitions = SchemaDefinitions()
    let items = definitions.take(element)
    json = definitions.whole(["type": "array", "items": items], named: nil)
  }

  static func building(
    _ type: any Generable.Type, name: String, _ body: (inout SchemaDefinitions) -> JSONValue
  ) -> JSONValue {
    let id = ObjectIdentifier(type)
    guard !OpenTypes.current.contains(id) else { return ["$ref": .string(SchemaReference.to(name))] }
    return OpenTypes.$current.withValue(OpenTypes.current + [id]) {
      var definitions = SchemaDefinitions()
      let body = body(&definitions)
      return definitions.whole(body, named: name)
    }
  }

  // MARK: The shapes, as JSON

  typealias BuiltProperty = (name: String, schema: JSONValue, isOptional: Bool, explicitNil: Bool)

  static func object(name: String, description: String?, properties: [BuiltProperty]) -> JSONValue {
    var order: [String] = []
    var nodes: [String: JSONValue] = [:]
    var required: Set<String> = []
    for property in properties {
      let isNullable = property.isOptional && property.explicitNil
      let node = isNullable ? orNull(property.schema) : property.schema
      if nodes.updateValue(node, forKey: property.name) == nil { order.append(property.name) }
      if property.isOptional, !isNullable {
        required.remove(property.name)
      } else {
        required.insert(property.name)
      }
    }
    var members: [JSONValue.Member] = [.init("type", "object"), .init("title", .string(name))]
    if let description { members.append(.init("description", .string(description))) }
    members += [
      .init("properties", .object(order.map { .init($0, nodes[$0] ?? .null) })),
      .init("required", .array(order.filter(required.contains).map(JSONValue.string))),
      .init("additionalProperties", false),
      .init("x-order", .array(order.map(JSONValue.string))),
    ]
    return .object(members)
  }

  static func enumeration(name: String, description: String?, choices: [String]) -> JSONValue {
    described(
      ["type": "string", "title": .string(name), "enum": .array(choices.map(JSONValue.string))],
      description)
  }

  static func union(name: String, description: String?, choices: [JSONValue]) -> JSONValue {
    described(["title": .string(name), "anyOf": .array(choices)], description)
  }

  /// A value or null. The description stays outside, where a property's stands.
  private static func orNull(_ node: JSONValue) -> JSONValue {
    let name = "Optional<\(GenerationSchema(json: node).name)>"
    let inner = node.setting("description", nil)
    return described(
      union(name: name, description: nil, choices: [inner, ["type": "null"]]),
      node["description"]?.stringValue)
  }

  static func described(_ node: JSONValue, _ description: String?) -> JSONValue {
    description.map { node.setting("description", .string($0)) } ?? node
  }
}

extension JSONValue {
  /// The schema of a value that keeps some rules besides.
  func following(_ rules: [GuideRule]) -> JSONValue {
    rules.reduce(self) { node, rule in
      switch rule {
      // A constant stands alone, without a type.
      case .constant(let text): ["const": .string(text)]
      case .anyOf(let choices): node.setting("enum", .array(choices.map(JSONValue.string)))
      case .pattern(let pattern): node.setting("pattern", .string(pattern))
      case .minimum(let number): node.setting("minimum", .number(number))
      case .maximum(let number): node.setting("maximum", .number(number))
      case .minimumCount(let count): node.setting("minItems", .number(count))
      case .maximumCount(let count): node.setting("maxItems", .number(count))
      case .element(let rules): node.setting("items", (node["items"] ?? .object([])).following(rules))
      }
    }
  }
}
