/// Several dynamic instructions, one after the other (API §4). The builder makes it.
public struct TupleDynamicInstructions<each Content>: DynamicInstructions
where repeat each Content: DynamicInstructions {
  /// It has none.
  public typealias Body = Never
  private let contents: (repeat each Content)

  /// `contents` in the order of their declaration.
  public init(_ contents: repeat each Content) {
    self.contents = (repeat each contents)
  }

  /// Never evaluated.
  public var body: Never { bodiless(Self.self) }
}

extension TupleDynamicInstructions: InstructionsNode {
  func collect(into collection: inout InstructionsCollection) throws {
    for content in repeat each contents {
      try collection.collect(content)
    }
  }
}
