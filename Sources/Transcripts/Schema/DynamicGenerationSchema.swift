/// A schema that is put together at run time (API §11). `GenerationSchema(root:dependencies:)` checks it and makes it one.
public struct DynamicGenerationSchema: Sendable {
  let shape: Shape

  indirect enum Shape: Sendable {
    case null
    case object(name: String, description: String?, explicitNil: Bool, properties: [Property])
    case union(name: String, description: String?, choices: [DynamicGenerationSchema])
    case enumeration(name: String, description: String?, choices: [String])
    case array(of: DynamicGenerationSchema, minimum: Int?, maximum: Int?)
    case type(GenerationSchema, rules: [GuideRule])
    case reference(String)
  }

  private init(shape: Shape) { self.shape = shape }

  /// Null and nothing else.
  public static var null: DynamicGenerationSchema { DynamicGenerationSchema(shape: .null) }

  /// A structure.
  public init(name: String, description: String? = nil, properties: [Property]) {
    shape = .object(name: name, description: description, explicitNil: false, properties: properties)
  }

  /// A structure.
  ///
  /// - Parameter explicitNil: A property that may be missing is generated all the same, as null.
  public init(
    name: String, description: String? = nil, representNilExplicitlyInGeneratedContent explicitNil: Bool,
    properties: [Property]
  ) {
    shape = .object(name: name, description: description, explicitNil: explicitNil, properties: properties)
  }

  /// One of some schemas.
  public init(name: String, description: String? = nil, anyOf choices: [DynamicGenerationSchema]) {
    shape = .union(name: name, description: description, choices: choices)
  }

  /// One of some texts.
  public init(name: String, description: String? = nil, anyOf choices: [String]) {
    shape = .enumeration(name: name, description: description, choices: choices)
  }

  /// An array; nil for no bound.
  public init(
    arrayOf itemSchema: DynamicGenerationSchema, minimumElements: Int? = nil, maximumElements: Int? = nil
  ) {
    shape = .array(of: itemSchema, minimum: minimumElements, maximum: maximumElements)
  }

  /// What a Swift type describes.
  public init<Value: Generable>(type: Value.Type, guides: [GenerationGuide<Value>] = []) {
    shape = .type(Value.generationSchema, rules: guides.flatMap(\.rules))
  }

  /// What another schema describes: the root or one of the dependencies, by its name.
  public init(referenceTo name: String) { shape = .reference(name) }

  /// A property of a structure.
  public struct Property: Sendable {
    let name: String
    let description: String?
    let schema: DynamicGenerationSchema
    let isOptional: Bool

    public init(
      name: String, description: String? = nil, schema: DynamicGenerationSchema, isOptional: Bool = false
    ) {
      self.name = name
      self.description = description
      self.schema = schema
      self.isOptional = isOptional
    }
  }

  /// The name by which others refer to it; nil for arrays, Swift types and references.
  var name: String? {
    switch shape {
    case .object(let name, _, _, _), .union(let name, _, _), .enumeration(let name, _, _): name
    case .null, .array, .type, .reference: nil
    }
  }
}
