/// Dynamic instructions whose type is forgotten (API §4).
public struct AnyDynamicInstructions: DynamicInstructions {
  /// It has none.
  public typealias Body = Never
  private let base: any DynamicInstructions

  /// Any dynamic instructions.
  public init(_ dynamicInstructions: any DynamicInstructions) {
    base = dynamicInstructions
  }

  /// What the compiler calls to erase a type.
  public init(erasing dynamicInstructions: some DynamicInstructions) {
    base = dynamicInstructions
  }

  /// Never evaluated.
  public var body: Never { bodiless(Self.self) }
}

extension AnyDynamicInstructions: InstructionsNode {
  func collect(into collection: inout InstructionsCollection) throws { try collection.collect(base) }
}
