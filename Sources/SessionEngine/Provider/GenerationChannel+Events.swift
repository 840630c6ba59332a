import FoundationEssentials
import Transcripts

extension LanguageModelExecutorGenerationChannel {
  /// One thing that an executor generated.
  ///
  /// An event names the entry it belongs to. Without a name it continues the last entry, when that is of the same kind, or
  /// opens a new one (API §17).
  public struct Event: Sendable {
    enum Kind: Sendable {
      case response(Response)
      case reasoning(Reasoning)
      case toolCalls(ToolCalls)
      case report(InferenceTelemetry.Report)
    }

    let kind: Kind

    /// Something happened to a response.
    public static func response(entryID: String? = nil, action: Response.Action) -> Event {
      Event(kind: .response(Response(entryID: entryID, action: action)))
    }

    /// Something happened to a reasoning entry.
    public static func reasoning(entryID: String? = nil, action: Reasoning.Action) -> Event {
      Event(kind: .reasoning(Reasoning(entryID: entryID, action: action)))
    }

    /// Something happened to an entry of tool calls.
    public static func toolCalls(entryID: String? = nil, action: ToolCalls.Action) -> Event {
      Event(kind: .toolCalls(ToolCalls(entryID: entryID, action: action)))
    }
  }

  /// Text added at the end of a segment. A nil `segmentID` is the entry's last text segment, or a new one.
  public struct TextFragment: Sendable {
    /// The text.
    public var content: String
    /// Nil for the last text segment of the entry, or a new one.
    public var segmentID: String?
    /// Tokens that the model decoded for it.
    public var tokenCount: Int
  }

  /// Text in place of all that a segment held.
  public struct TextSegmentReplacement: Sendable {
    /// The text.
    public var content: String
    /// Nil for the last text segment of the entry, or a new one.
    public var segmentID: String?
    /// Tokens that the model decoded for it.
    public var tokenCount: Int
  }

  /// Opaque bytes by which a provider recognises its own reasoning.
  public struct ReasoningSignature: Sendable {
    /// The bytes.
    public var signature: Data
    /// Tokens that the model decoded for it.
    public var tokenCount: Int
  }

  /// Values about an entry or a call, in place of those it had.
  public struct Metadata: Sendable {
    /// By name.
    public var values: [String: GeneratedContent]

    init(_ values: [String: any ConvertibleToGeneratedContent]) {
      self.values = values.mapValues(\.generatedContent)
    }
  }

  /// Tokens of the inference so far, in place of what was told before.
  public struct Usage: Sendable {
    /// Tokens of the request.
    public var input: Input
    /// Tokens of the answer.
    public var output: Output
    /// What the model tells beside the numbers.
    public var metadata: [String: GeneratedContent]

    /// The numbers as they stand.
    public init(input: Input, output: Output, metadata: [String: any ConvertibleToGeneratedContent] = [:]) {
      self.input = input
      self.output = output
      self.metadata = metadata.mapValues(\.generatedContent)
    }

    /// Tokens of the request.
    public struct Input: Sendable {
      /// All of them.
      public var totalTokenCount: Int
      /// Of these, reused from the prefix cache.
      public var cachedTokenCount: Int

      /// The numbers as they stand.
      public init(totalTokenCount: Int, cachedTokenCount: Int) {
        self.totalTokenCount = totalTokenCount
        self.cachedTokenCount = cachedTokenCount
      }
    }

    /// Tokens decoded.
    public struct Output: Sendable {
      /// All of them.
      public var totalTokenCount: Int
      /// Of these, spent on reasoning.
      public var reasoningTokenCount: Int

      /// The numbers as they stand.
      public init(totalTokenCount: Int, reasoningTokenCount: Int) {
        self.totalTokenCount = totalTokenCount
        self.reasoningTokenCount = reasoningTokenCount
      }
    }
  }
}
