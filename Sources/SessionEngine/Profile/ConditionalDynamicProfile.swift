extension LanguageModelSession {
  /// One of two profiles (API §3): what `if`–`else` and `switch` build. Which branch it is belongs to a persona's identity (P7).
  public struct ConditionalDynamicProfile<TrueContent, FalseContent>: LanguageModelSession.DynamicProfile
  where TrueContent: LanguageModelSession.DynamicProfile, FalseContent: LanguageModelSession.DynamicProfile {
    /// It has none.
    public typealias Body = Never

    enum Branch {
      case trueContent(TrueContent)
      case falseContent(FalseContent)
    }

    let branch: Branch

    init(_ branch: Branch) {
      self.branch = branch
    }

    /// Never evaluated.
    public var body: Never { bodiless(Self.self) }
  }
}

/// A fork. A `switch` is a tree of forks of two; its cases are the leaves, numbered from 1 in the order they are written.
protocol ProfileFork {
  static var leafCount: Int { get }
  /// The leaf taken, and its number.
  var leaf: (number: Int, content: any LanguageModelSession.DynamicProfile) { get }
}

extension LanguageModelSession.ConditionalDynamicProfile: ProfileFork, ProfileNode {
  static var leafCount: Int { leaves(of: TrueContent.self) + leaves(of: FalseContent.self) }

  var leaf: (number: Int, content: any LanguageModelSession.DynamicProfile) {
    switch branch {
    case .trueContent(let content):
      return (content as? any ProfileFork)?.leaf ?? (1, content)
    case .falseContent(let content):
      let (number, content) = (content as? any ProfileFork)?.leaf ?? (1, content)
      return (Self.leaves(of: TrueContent.self) + number, content)
    }
  }

  func resolve(into resolution: inout ProfileResolution) throws {
    let (number, content) = resolution.settle(leaf)
    resolution.enter(branch: number)
    try resolution.visit(content)
  }

  private static func leaves(of type: Any.Type) -> Int {
    (type as? any ProfileFork.Type)?.leafCount ?? 1
  }
}
