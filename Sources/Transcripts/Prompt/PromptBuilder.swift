/// Builds a prompt of its parts; each stands on its own line (API §7).
@resultBuilder
public struct PromptBuilder {
  public static func buildBlock<each Part>(_ components: repeat each Part) -> Prompt
  where repeat each Part: PromptRepresentable {
    Prompt(repeat each components)
  }

  public static func buildArray(_ prompts: [some PromptRepresentable]) -> Prompt {
    Prompt(joining: prompts.map(\.promptRepresentation))
  }

  public static func buildEither(first component: some PromptRepresentable) -> Prompt {
    component.promptRepresentation
  }

  public static func buildEither(second component: some PromptRepresentable) -> Prompt {
    component.promptRepresentation
  }

  public static func buildOptional(_ component: Prompt?) -> Prompt { component ?? Prompt(joining: []) }

  public static func buildLimitedAvailability(_ prompt: some PromptRepresentable) -> Prompt {
    prompt.promptRepresentation
  }

  @_disfavoredOverload
  public static func buildExpression<Part: PromptRepresentable>(_ expression: Part) -> Part { expression }

  public static func buildExpression(_ expression: Prompt) -> Prompt { expression }

  /// Anything else: the compiler says what can stand here.
  @available(*, unavailable, message: "Only `Prompt` and `PromptRepresentable` are supported.")
  public static func buildExpression<Anything>(_ expression: Anything) -> Prompt { Prompt(joining: []) }
}
