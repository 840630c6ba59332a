import Transcripts

/// What a body of `DynamicInstructions` and the closure of a `Profile` may hold (API §4): tools, arrays of tools and dynamic
/// instructions, `if` with or without `else`, and `switch`. A bare string is not among them: it stands in `Instructions(…)`.
@resultBuilder
public struct DynamicInstructionsBuilder {
  /// A tool: its definition follows the instructions.
  public static func buildExpression<T>(_ expression: T) -> some DynamicInstructions where T: Tool {
    ToolDeclarations([expression])
  }

  /// Instructions, as they are.
  public static func buildExpression<T>(_ expression: T) -> T where T: DynamicInstructions {
    expression
  }

  /// Several tools, in their order.
  public static func buildExpression(_ tools: [any Tool]) -> some DynamicInstructions {
    ToolDeclarations(tools)
  }

  /// Several declarations, one after the other.
  @_disfavoredOverload
  public static func buildBlock<each Content>(
    _ contents: repeat each Content
  ) -> TupleDynamicInstructions<repeat each Content> where repeat each Content: DynamicInstructions {
    TupleDynamicInstructions(repeat each contents)
  }

  /// One declaration, as it is.
  public static func buildBlock<T>(_ content: T) -> T where T: DynamicInstructions {
    content
  }

  /// Nothing at all.
  public static func buildBlock() -> EmptyDynamicInstructions {
    EmptyDynamicInstructions()
  }

  /// The branch that holds.
  public static func buildEither<TrueContent, FalseContent>(
    first content: TrueContent
  ) -> ConditionalDynamicInstructions<TrueContent, FalseContent>
  where TrueContent: DynamicInstructions, FalseContent: DynamicInstructions {
    ConditionalDynamicInstructions(.trueContent(content))
  }

  /// The branch that doesn't.
  public static func buildEither<TrueContent, FalseContent>(
    second content: FalseContent
  ) -> ConditionalDynamicInstructions<TrueContent, FalseContent>
  where TrueContent: DynamicInstructions, FalseContent: DynamicInstructions {
    ConditionalDynamicInstructions(.falseContent(content))
  }

  /// An `if` without `else`.
  public static func buildOptional<Content>(_ content: Content?) -> Content?
  where Content: DynamicInstructions {
    content
  }

  /// The content of an `if #available`.
  public static func buildLimitedAvailability(
    _ content: some DynamicInstructions
  ) -> AnyDynamicInstructions {
    AnyDynamicInstructions(content)
  }
}
