extension GenerationSchema {
  /// Makes one schema of a root and of the schemas it refers to by name.
  ///
  /// Named schemas inside others become definitions; dependencies that nothing refers to are checked and left out.
  ///
  /// - Throws: `SchemaError` for two different schemas of one name, two properties of one name, a choice of nothing, and
  ///   references that lead nowhere.
  public init(root: DynamicGenerationSchema, dependencies: [DynamicGenerationSchema]) throws {
    var building = DynamicSchemaBuilding(rootName: root.name)
    let body = try building.body(root)
    if let name = root.name { building.taken[name] = body }
    for dependency in dependencies { _ = try building.node(dependency, isDependency: true) }
    try building.checkReferences(from: body)
    json = building.whole(body)
  }
}

/// Puts a dynamic schema together.
private struct DynamicSchemaBuilding {
  let rootName: String?
  var definitions = SchemaDefinitions()
  /// Every named schema seen, to tell two different ones of one name apart.
  var taken: [String: JSONValue] = [:]
  private var dependencies: Set<String> = []

  init(rootName: String?) { self.rootName = rootName }

  private func context(_ words: String) -> GenerationSchema.SchemaError.Context {
    GenerationSchema.SchemaError.Context(
      debugDescription: (rootName.map { "In the schema “\($0)”: " } ?? "") + words)
  }

  /// What stands where a schema is used: a reference for one with a name.
  mutating func node(_ schema: DynamicGenerationSchema, isDependency: Bool = false) throws -> JSONValue {
    let body = try body(schema)
    guard let name = schema.name else { return body }
    // A dependency is a definition of its own, so that a second one of the same name is a mistake even if it is the same.
    let isRepeated = isDependency && (dependencies.contains(name) || name == rootName)
    if let held = taken[name] {
      guard held == body, !isRepeated else {
        throw GenerationSchema.SchemaError.duplicateType(
          schema: rootName, type: name, context: context("“\(name)” is defined twice."))
      }
    } else if name == rootName {
      // The root itself is not finished yet; what stands inside it cannot be the same.
      throw GenerationSchema.SchemaError.duplicateType(
        schema: rootName, type: name, context: context("a part has the name of the whole."))
    } else {
      taken[name] = body
      definitions.define(name, body)
    }
    if isDependency { dependencies.insert(name) }
    return ["$ref": .string(SchemaReference.to(name))]
  }

  mutating func body(_ schema: DynamicGenerationSchema) throws -> JSONValue {
    switch schema.shape {
    case .null: return ["type": "null"]
    case .reference(let name): return ["$ref": .string(SchemaReference.to(name))]
    case .type(let type, let rules):
      // Types of Swift meet the others' names here.
      var parts = SchemaDefinitions()
      _ = parts.take(type)
      for part in parts.members {
        guard part.key != rootName, taken[part.key, default: part.value] == part.value else {
          throw GenerationSchema.SchemaError.duplicateType(
            schema: rootName, type: part.key, context: context("“\(part.key)” is defined twice."))
        }
        taken[part.key] = part.value
      }
      return definitions.take(type).following(rules)
    case .array(let item, let minimum, let maximum):
      return JSONValue.object([.init("type", "array"), .init("items", try node(item))])
        .following(
          [minimum.map(GuideRule.minimumCount), maximum.map(GuideRule.maximumCount)].compactMap(\.self))
    case .enumeration(let name, let description, let choices):
      try refuseEmpty(choices.isEmpty, name)
      return GenerationSchema.enumeration(name: name, description: description, choices: choices)
    case .union(let name, let description, let choices):
      try refuseEmpty(choices.isEmpty, name)
      return GenerationSchema.union(
        name: name, description: description, choices: try choices.map { try node($0) })
    case .object(let name, let description, let explicitNil, let properties):
      var names: Set<String> = []
      var built: [GenerationSchema.BuiltProperty] = []
      for property in properties {
        guard names.insert(property.name).inserted else {
          throw GenerationSchema.SchemaError.duplicateProperty(
            schema: name, property: property.name, context: context("“\(name)” names it twice."))
        }
        let node = GenerationSchema.described(try node(property.schema), property.description)
        built.append((property.name, node, property.isOptional, explicitNil))
      }
      return GenerationSchema.object(name: name, description: description, properties: built)
    }
  }

  private func refuseEmpty(_ isEmpty: Bool, _ name: String) throws {
    guard isEmpty else { return }
    throw GenerationSchema.SchemaError.emptyTypeChoices(
      schema: name, context: context("“\(name)” offers no choice."))
  }

  func checkReferences(from body: JSONValue) throws {
    var undefined: [String] = []
    for json in [body] + definitions.members.map(\.value) {
      for name in json.referredNames
      where name != rootName && definitions.value(name) == nil && !undefined.contains(name) {
        undefined.append(name)
      }
    }
    guard undefined.isEmpty else {
      throw GenerationSchema.SchemaError.undefinedReferences(
        schema: rootName, references: undefined, context: context("no dependency has these names."))
    }
  }

  /// The root with the definitions that it leads to.
  func whole(_ body: JSONValue) -> JSONValue {
    var needed: Set<String> = []
    var open = [body]
    while let json = open.popLast() {
      for name in json.referredNames where needed.insert(name).inserted {
        if let value = definitions.value(name) { open.append(value) }
      }
    }
    var kept = SchemaDefinitions()
    for member in definitions.members where needed.contains(member.key) {
      kept.define(member.key, member.value)
    }
    return kept.whole(body, named: rootName)
  }
}

extension JSONValue {
  /// The names that a schema refers to, each once.
  fileprivate var referredNames: [String] {
    var names: [String] = []
    _ = mappingReferences { reference in
      if let name = SchemaReference.name(reference), !names.contains(name) { names.append(name) }
      return reference
    }
    return names
  }
}
