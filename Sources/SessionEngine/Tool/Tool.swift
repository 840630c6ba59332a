import FoundationEssentials
import Transcripts

/// Something that a model may ask the program to do (API §8).
///
/// The model sees the name, the description and the schema of the arguments; the session decodes the arguments that it writes, runs
/// `call(arguments:)` and appends what it returns to the transcript. Calls of one inference run at once, so a tool may run beside
/// itself. A tool that throws ends the request: the caller gets `LanguageModelSession.ToolCallError` (R3).
///
/// ```swift
/// struct ConvertMeasurement: Tool {
///   let description = "Convert inches to centimetres"
///   @Generable struct Arguments { var inches: Double }
///   func call(arguments: Arguments) async throws -> String { "\(arguments.inches * 2.54) cm" }
/// }
/// ```
public protocol Tool<Arguments, Output>: Sendable {
  /// What the tool returns: a string, generated content, or anything else that a prompt can hold.
  associatedtype Output: PromptRepresentable
  /// What the model writes to call it, commonly a `@Generable` struct.
  associatedtype Arguments: ConvertibleFromGeneratedContent

  /// Unique among the tools of a request. By default the type's name.
  var name: String { get }
  /// When and for what the model should call it.
  var description: String { get }
  /// The shape of the arguments. By default the schema of `Arguments`, where that is `Generable`.
  var parameters: GenerationSchema { get }
  /// Whether the model is told the schema. By default it is.
  var includesSchemaInInstructions: Bool { get }

  /// Does it. May run at the same time as other calls, and away from any actor.
  @concurrent func call(arguments: Self.Arguments) async throws -> Self.Output
}

extension Tool {
  /// The property wrapper by its short name: `@SessionProperty(\.count) var count`.
  public typealias SessionProperty = LanguageModelSession.SessionProperty

  /// The type's name.
  public var name: String { String(describing: Self.self) }
  /// The model is told the schema.
  public var includesSchemaInInstructions: Bool { true }
}

extension Tool where Arguments: Generable {
  /// The schema of `Arguments`.
  public var parameters: GenerationSchema { Arguments.generationSchema }
}

// A model writes objects; a bare value would have no name. So these fail where they are written, with a word on what to do.

extension Tool where Arguments == String {
  /// Not supported.
  @available(
    *, unavailable,
    message: "a tool's arguments can't be 'String'; declare a '@Generable' struct for 'Arguments' instead"
  )
  public var parameters: GenerationSchema { Arguments.generationSchema }
}

extension Tool where Arguments == Int {
  /// Not supported.
  @available(
    *, unavailable,
    message: "a tool's arguments can't be 'Int'; declare a '@Generable' struct for 'Arguments' instead"
  )
  public var parameters: GenerationSchema { Arguments.generationSchema }
}

extension Tool where Arguments == Double {
  /// Not supported.
  @available(
    *, unavailable,
    message: "a tool's arguments can't be 'Double'; declare a '@Generable' struct for 'Arguments' instead"
  )
  public var parameters: GenerationSchema { Arguments.generationSchema }
}

extension Tool where Arguments == Float {
  /// Not supported.
  @available(
    *, unavailable,
    message: "a tool's arguments can't be 'Float'; declare a '@Generable' struct for 'Arguments' instead"
  )
  public var parameters: GenerationSchema { Arguments.generationSchema }
}

extension Tool where Arguments == Decimal {
  /// Not supported.
  @available(
    *, unavailable,
    message: "a tool's arguments can't be 'Decimal'; declare a '@Generable' struct for 'Arguments' instead"
  )
  public var parameters: GenerationSchema { Arguments.generationSchema }
}

extension Tool where Arguments == Bool {
  /// Not supported.
  @available(
    *, unavailable,
    message: "a tool's arguments can't be 'Bool'; declare a '@Generable' struct for 'Arguments' instead"
  )
  public var parameters: GenerationSchema { Arguments.generationSchema }
}
