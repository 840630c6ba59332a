extension GenerationSchema {
  /// A case of an enum with associated values. (Stemma's addition: what `@Generable` writes for such an enum, API §17.)
  public struct Case: Sendable {
    let name: String
    let properties: [Property]

    /// - Parameters:
    ///   - name: What generated content has under `case`.
    ///   - properties: The associated values, in their order.
    public init(name: String, properties: [Property] = []) {
      self.name = name
      self.properties = properties
    }
  }

  /// A union of the cases of an enum with associated values. (Stemma's addition.)
  ///
  /// Each case is a structure whose first property, `case`, is the constant name of the case; so a stream tells it first.
  ///
  /// - Parameter explicitNil: A property that may be missing is generated all the same, as null.
  public init(
    type: any Generable.Type, name: String? = nil, description: String? = nil,
    representNilExplicitlyInGeneratedContent explicitNil: Bool = false, cases: [GenerationSchema.Case]
  ) {
    let name = name ?? String(describing: type)
    json = Self.building(type, name: name) { definitions in
      let choices = cases.map { each in
        let properties = each.properties.map { property -> BuiltProperty in
          let node = definitions.take(property.schema()).following(property.rules)
          return (property.name, Self.described(node, property.description), property.isOptional, explicitNil)
        }
        return Self.object(
          name: each.name, description: nil,
          properties: [("case", ["const": .string(each.name)], false, false)] + properties)
      }
      return Self.union(name: name, description: description, choices: choices)
    }
  }
}
