/// Builds instructions of its parts; each stands on its own line (API §7).
@resultBuilder
public struct InstructionsBuilder {
  public static func buildBlock<each Part>(_ components: repeat each Part) -> Instructions
  where repeat each Part: InstructionsRepresentable {
    Instructions(repeat each components)
  }

  public static func buildArray(_ instructions: [some InstructionsRepresentable]) -> Instructions {
    Instructions(joining: instructions.map(\.instructionsRepresentation))
  }

  public static func buildEither(first component: some InstructionsRepresentable) -> Instructions {
    component.instructionsRepresentation
  }

  public static func buildEither(second component: some InstructionsRepresentable) -> Instructions {
    component.instructionsRepresentation
  }

  public static func buildOptional(_ instructions: Instructions?) -> Instructions {
    instructions ?? Instructions(joining: [])
  }

  public static func buildLimitedAvailability(_ instructions: some InstructionsRepresentable) -> Instructions
  {
    instructions.instructionsRepresentation
  }

  @_disfavoredOverload
  public static func buildExpression<Part: InstructionsRepresentable>(_ expression: Part) -> Part {
    expression
  }

  public static func buildExpression(_ expression: Instructions) -> Instructions { expression }

  /// Anything else: the compiler says what can stand here.
  @available(*, unavailable, message: "Only `Instructions` and `InstructionsRepresentable` are supported.")
  public static func buildExpression<Anything>(_ expression: Anything) -> Instructions {
    Instructions(joining: [])
  }
}
