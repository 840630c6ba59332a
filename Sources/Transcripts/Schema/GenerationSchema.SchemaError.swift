import FoundationEssentials

extension GenerationSchema {
  /// What is wrong with a schema that was put together at run time (API §11).
  public enum SchemaError: Error, LocalizedError {
    /// Two different types have one name.
    case duplicateType(schema: String?, type: String, context: Context)
    /// Two properties of one structure have one name.
    case duplicateProperty(schema: String, property: String, context: Context)
    /// A union or an enumeration has nothing to choose from.
    case emptyTypeChoices(schema: String, context: Context)
    /// Types are referred to that nobody defines.
    case undefinedReferences(schema: String?, references: [String], context: Context)

    /// Where it is wrong.
    public struct Context: Sendable {
      public let debugDescription: String

      public init(debugDescription: String) { self.debugDescription = debugDescription }
    }

    public var errorDescription: String? {
      switch self {
      case .duplicateType(_, let type, _): "Two different types are named “\(type)”."
      case .duplicateProperty(let schema, let property, _):
        "“\(schema)” has two properties named “\(property)”."
      case .emptyTypeChoices(let schema, _): "“\(schema)” has nothing to choose from."
      case .undefinedReferences(let schema, let references, _):
        "\(schema.map { "“\($0)” refers" } ?? "The schema refers") to what is not defined: "
          + references.map { "“\($0)”" }.joined(separator: ", ") + "."
      }
    }

    public var recoverySuggestion: String? {
      switch self {
      case .duplicateType: "Give one of them another name."
      case .duplicateProperty: "Give one of them another name, or leave it out."
      case .emptyTypeChoices: "Name at least one choice."
      case .undefinedReferences: "Add the schemas that are referred to to the dependencies."
      }
    }
  }
}
