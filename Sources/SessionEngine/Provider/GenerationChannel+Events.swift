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

  /// What happened to a response entry.
  public struct Response: Sendable {
    /// The entry it belongs to; nil for the last of its kind, or a new one.
    public var entryID: String?
    /// What happened.
    public var action: Action

    /// Made by the functions below; the session reads it.
    public struct Action: Sendable {
      enum Kind: Sendable {
        case appendText(TextFragment)
        case replaceText(TextSegmentReplacement)
        case addAttachment(Transcript.AttachmentSegment)
        case removeAttachment(id: String)
        case metadata(Metadata)
        case usage(Usage)
      }

      let kind: Kind

      /// Text added at the end. `tokenCount`: tokens that the model decoded for it.
      public static func appendText(_ text: String, segmentID: String? = nil, tokenCount: Int) -> Action {
        Action(
          kind: .appendText(TextFragment(content: text, segmentID: segmentID, tokenCount: tokenCount)))
      }

      /// Text in place of all that a segment holds.
      public static func replaceTextSegment(_ text: String, segmentID: String? = nil, tokenCount: Int)
        -> Action
      {
        Action(
          kind: .replaceText(
            TextSegmentReplacement(content: text, segmentID: segmentID, tokenCount: tokenCount)))
      }

      /// An image, after what is there.
      public static func addAttachmentSegment(_ segment: Transcript.AttachmentSegment) -> Action {
        Action(kind: .addAttachment(segment))
      }

      /// The image with this id goes.
      public static func removeAttachmentSegment(id: String) -> Action {
        Action(kind: .removeAttachment(id: id))
      }

      /// Metadata of a response, in place of what it had.
      public static func updateMetadata(_ values: [String: any ConvertibleToGeneratedContent]) -> Action {
        Action(kind: .metadata(Metadata(values)))
      }

      /// Tokens of the inference so far, in place of what was told before.
      public static func updateUsage(
        input: Usage.Input, output: Usage.Output,
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
      ) -> Action {
        Action(kind: .usage(Usage(input: input, output: output, metadata: metadata)))
      }
    }
  }

  /// What happened to a reasoning entry.
  public struct Reasoning: Sendable {
    /// The entry it belongs to; nil for the last of its kind, or a new one.
    public var entryID: String?
    /// What happened.
    public var action: Action

    /// Made by the functions below; the session reads it.
    public struct Action: Sendable {
      enum Kind: Sendable {
        case appendText(TextFragment)
        case replaceText(TextSegmentReplacement)
        case signature(ReasoningSignature)
        case metadata(Metadata)
        case usage(Usage)
      }

      let kind: Kind

      /// Text added at the end. `tokenCount`: tokens that the model decoded for it.
      public static func appendText(_ text: String, segmentID: String? = nil, tokenCount: Int) -> Action {
        Action(
          kind: .appendText(TextFragment(content: text, segmentID: segmentID, tokenCount: tokenCount)))
      }

      /// Text in place of all that a segment holds.
      public static func replaceTextSegment(_ text: String, segmentID: String? = nil, tokenCount: Int)
        -> Action
      {
        Action(
          kind: .replaceText(
            TextSegmentReplacement(content: text, segmentID: segmentID, tokenCount: tokenCount)))
      }

      /// The bytes by which the provider recognises this reasoning.
      public static func updateSignature(_ signature: Data, tokenCount: Int) -> Action {
        Action(kind: .signature(ReasoningSignature(signature: signature, tokenCount: tokenCount)))
      }

      /// Metadata of a reasoning entry, in place of what it had.
      public static func updateMetadata(_ values: [String: any ConvertibleToGeneratedContent]) -> Action {
        Action(kind: .metadata(Metadata(values)))
      }

      /// Tokens of the inference so far, in place of what was told before.
      public static func updateUsage(
        input: Usage.Input, output: Usage.Output,
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
      ) -> Action {
        Action(kind: .usage(Usage(input: input, output: output, metadata: metadata)))
      }
    }
  }

  /// What happened to an entry of tool calls.
  public struct ToolCalls: Sendable {
    /// The entry it belongs to; nil for the last of its kind, or a new one.
    public var entryID: String?
    /// What happened.
    public var action: Action

    /// Made by the functions below; the session reads it.
    public struct Action: Sendable {
      enum Kind: Sendable {
        case call(ToolCall)
        case remove(id: String)
        case metadata(Metadata)
        case usage(Usage)
      }

      let kind: Kind

      /// Something happened to one call; the first event of a call opens it.
      public static func toolCall(id: String, name: String, action: ToolCall.Action) -> Action {
        Action(kind: .call(ToolCall(id: id, name: name, action: action)))
      }

      /// The call with this id is taken back.
      public static func removeToolCall(id: String) -> Action { Action(kind: .remove(id: id)) }

      /// Metadata of an entry of tool calls, in place of what it had.
      public static func updateMetadata(_ values: [String: any ConvertibleToGeneratedContent]) -> Action {
        Action(kind: .metadata(Metadata(values)))
      }

      /// Tokens of the inference so far, in place of what was told before.
      public static func updateUsage(
        input: Usage.Input, output: Usage.Output,
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
      ) -> Action {
        Action(kind: .usage(Usage(input: input, output: output, metadata: metadata)))
      }
    }

    /// What happened to one call. Every event tells the call's id and name.
    public struct ToolCall: Sendable {
      /// Unique within the transcript.
      public var id: String
      /// The tool's name.
      public var name: String
      /// What happened.
      public var action: Action

      /// Made by the functions below; the session reads it.
      public struct Action: Sendable {
        enum Kind: Sendable {
          case appendArguments(ArgumentsFragment)
          case metadata(Metadata)
        }

        let kind: Kind

        /// More of the arguments, which are JSON in the end.
        public static func appendArguments(_ content: String, tokenCount: Int) -> Action {
          Action(kind: .appendArguments(ArgumentsFragment(content: content, tokenCount: tokenCount)))
        }

        /// Metadata of a call, in place of what it had.
        public static func updateMetadata(_ values: [String: any ConvertibleToGeneratedContent]) -> Action {
          Action(kind: .metadata(Metadata(values)))
        }
      }

      /// Text added at the end of a call's arguments, which are JSON.
      public struct ArgumentsFragment: Sendable {
        /// The text.
        public var content: String
        /// Tokens that the model decoded for it.
        public var tokenCount: Int
      }
    }
  }
}
