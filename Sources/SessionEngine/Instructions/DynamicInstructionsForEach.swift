/// Instructions for each element of a collection, in its order (API §4, 000 §4.5).
///
/// ```swift
/// ForEach(steps) { step in Instructions("Step \(step.number): \(step.text)") }
/// ForEach(1...3, id: \.self) { Instructions("Offer option \($0).") }
/// ```
public struct DynamicInstructionsForEach<Data, ID, Content>: DynamicInstructions
where Data: RandomAccessCollection, ID: Hashable, Content: DynamicInstructions {
  /// It has none.
  public typealias Body = Never
  private let data: Data
  private let content: (Data.Element) -> Content

  /// `content` of each element; `id` names the element among the others.
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @DynamicInstructionsBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.data = data
    self.content = content
  }

  /// `content` of each element, by the element's own identity.
  public init(_ data: Data, @DynamicInstructionsBuilder content: @escaping (Data.Element) -> Content)
  where ID == Data.Element.ID, Data.Element: Identifiable {
    self.data = data
    self.content = content
  }

  /// Never evaluated.
  public var body: Never { bodiless(Self.self) }
}

extension DynamicInstructionsForEach: InstructionsNode {
  func collect(into collection: inout InstructionsCollection) throws {
    for element in data { try collection.collect(content(element)) }
  }
}
