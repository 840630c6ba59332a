extension GenerationSchema {
  /// A property of a structure (API §11).
  public struct Property: Sendable {
    let name: String
    let description: String?
    let isOptional: Bool
    let rules: [GuideRule]
    /// Asked only when the schema is put together: a type may contain itself.
    let schema: @Sendable () -> GenerationSchema

    public init<Value: Generable>(
      name: String, description: String? = nil, type: Value.Type, guides: [GenerationGuide<Value>] = []
    ) {
      self.init(name, description, isOptional: false, rules: guides.flatMap(\.rules)) {
        Value.generationSchema
      }
    }

    /// A property that may be missing.
    public init<Value: Generable>(
      name: String, description: String? = nil, type: Value?.Type, guides: [GenerationGuide<Value>] = []
    ) {
      self.init(name, description, isOptional: true, rules: guides.flatMap(\.rules)) {
        Value.generationSchema
      }
    }

    /// A text that each of some expressions matches (see `GenerationGuide.pattern(_:)` for what the schema gets of them).
    public init<RegexOutput>(
      name: String, description: String? = nil, type: String.Type, guides: [Regex<RegexOutput>] = []
    ) {
      self.init(name, description, isOptional: false, rules: guides.flatMap(GuideRule.rules(of:))) {
        String.generationSchema
      }
    }

    /// A text that may be missing, and that each of some expressions matches.
    public init<RegexOutput>(
      name: String, description: String? = nil, type: String?.Type, guides: [Regex<RegexOutput>] = []
    ) {
      self.init(name, description, isOptional: true, rules: guides.flatMap(GuideRule.rules(of:))) {
        String.generationSchema
      }
    }

    private init(
      _ name: String, _ description: String?, isOptional: Bool, rules: [GuideRule],
      schema: @escaping @Sendable () -> GenerationSchema
    ) {
      self.name = name
      self.description = description
      self.isOptional = isOptional
      self.rules = rules
      self.schema = schema
    }
  }
}
