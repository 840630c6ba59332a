import Transcripts

/// Instructions and tools that depend on what the program's state is at the moment (000 §4, API §4).
///
/// The body may hold `Instructions`, tools and other dynamic instructions. Nesting concatenates: the text of all blocks, then the
/// definitions of all tools, each in the order of their declaration. What never changes should stand first, for what comes after a
/// change has to be prefilled again (000 §4.3).
///
/// The body is evaluated before every inference, perhaps more than once: read state in it, and change none.
///
/// ```swift
/// struct Coach: DynamicInstructions {
///   var step: Int?
///   var body: some DynamicInstructions {
///     Instructions("You coach folding, one step at a time.")
///     ConvertMeasurement()
///     if let step { Instructions("They are at step \(step).") }
///   }
/// }
/// ```
@_typeEraser(AnyDynamicInstructions)
public protocol DynamicInstructions {
  /// What the body is made of; inferred.
  associatedtype Body: DynamicInstructions
  /// The instructions and tools as they are now. Must have no effects (D3).
  @DynamicInstructionsBuilder var body: Self.Body { get }
}

extension DynamicInstructions {
  /// Instructions for each element of a collection, by its short name.
  public typealias ForEach = DynamicInstructionsForEach
  /// The property wrapper by its short name: `@SessionProperty(\.summary) var summary`.
  public typealias SessionProperty = LanguageModelSession.SessionProperty
}
