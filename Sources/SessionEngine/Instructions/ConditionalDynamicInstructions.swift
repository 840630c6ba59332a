/// One of two dynamic instructions (API §4): what `if`–`else` and `switch` build.
public struct ConditionalDynamicInstructions<TrueContent, FalseContent>: DynamicInstructions
where TrueContent: DynamicInstructions, FalseContent: DynamicInstructions {
  /// It has none.
  public typealias Body = Never

  /// Which of the two it is.
  public enum Branch {
    /// The condition held.
    case trueContent(TrueContent)
    /// The condition did not hold.
    case falseContent(FalseContent)
  }

  private let branch: Branch

  /// The instructions of the branch taken.
  public init(_ branch: Branch) {
    self.branch = branch
  }

  /// Never evaluated.
  public var body: Never { bodiless(Self.self) }
}

extension ConditionalDynamicInstructions: InstructionsNode {
  func collect(into collection: inout InstructionsCollection) throws {
    switch branch {
    case .trueContent(let content): try collection.collect(content)
    case .falseContent(let content): try collection.collect(content)
    }
  }
}
