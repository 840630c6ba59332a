import Transcripts

extension LanguageModelExecutorGenerationChannel {
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
