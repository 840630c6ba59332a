import Transcripts

extension LanguageModelSession {
  /// Tokens that were used: by a response, by a response so far, or by a session since it began (R11; API §1).
  public struct Usage: Sendable {
    /// Tokens of the requests.
    public var input: Input
    /// Tokens of the answers.
    public var output: Output
    /// What the model told beside the numbers; of several inferences, the last that told it.
    public var metadata: [String: GeneratedContent]

    /// The numbers as they are.
    public init(
      input: Input, output: Output, metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) {
      self.input = input
      self.output = output
      self.metadata = metadata.mapValues(\.generatedContent)
    }

    /// Input and output together.
    public var totalTokenCount: Int { input.totalTokenCount + output.totalTokenCount }

    /// Tokens of the requests, each inference's whole context counted.
    public struct Input: Sendable {
      /// All of them.
      public var totalTokenCount: Int
      /// Of these, reused from the prefix cache.
      public var cachedTokenCount: Int

      /// The numbers as they are.
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

      /// The numbers as they are.
      public init(totalTokenCount: Int, reasoningTokenCount: Int) {
        self.totalTokenCount = totalTokenCount
        self.reasoningTokenCount = reasoningTokenCount
      }
    }

    static var zero: Usage {
      Usage(
        input: Input(totalTokenCount: 0, cachedTokenCount: 0),
        output: Output(totalTokenCount: 0, reasoningTokenCount: 0))
    }

    /// Both together, as of two inferences one after the other.
    static func + (left: Usage, right: Usage) -> Usage {
      var sum = left
      sum.input.totalTokenCount += right.input.totalTokenCount
      sum.input.cachedTokenCount += right.input.cachedTokenCount
      sum.output.totalTokenCount += right.output.totalTokenCount
      sum.output.reasoningTokenCount += right.output.reasoningTokenCount
      sum.metadata.merge(right.metadata) { $1 }
      return sum
    }
  }
}
