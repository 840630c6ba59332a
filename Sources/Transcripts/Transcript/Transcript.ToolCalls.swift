import FoundationEssentials

extension Transcript {
  /// A batch of calls that a model made in one step (API §6).
  public struct ToolCalls: Sendable, Identifiable, Equatable {
    public var id: String
    /// The calls in the model's order. (Stemma's addition: a batch is a collection of them.)
    public var calls: [ToolCall]
    var kept = KeptKeys()

    public init<S: Sequence>(id: String = UUID().uuidString, _ calls: S) where S.Element == ToolCall {
      self.id = id
      self.calls = Array(calls)
    }
  }

  /// One call of a tool (API §6).
  public struct ToolCall: Sendable, Identifiable, Equatable {
    public var id: String
    public var toolName: String
    public var metadata: [String: GeneratedContent] { didSet { metadataSpelling.value = nil } }
    private var written: Arguments
    var metadataSpelling = Spelling<JSONValue>()
    var kept = KeptKeys()

    /// Arguments stand in a file as text, which is kept letter by letter; hand-made files have a value there.
    private enum Arguments: Sendable {
      case text(String)
      case content(GeneratedContent)
      case value(GeneratedContent)
    }

    public init(id: String, toolName: String, arguments: GeneratedContent) {
      self.init(id: id, metadata: [:], toolName: toolName, arguments: arguments)
    }

    public init(
      id: String, metadata: [String: any ConvertibleToGeneratedContent], toolName: String,
      arguments: GeneratedContent
    ) {
      self.id = id
      self.toolName = toolName
      self.metadata = metadata.mapValues(\.generatedContent)
      written = .content(arguments)
    }

    /// A call whose arguments are this text, be it JSON or not. (Stemma's addition.)
    public init(id: String, toolName: String, argumentsText: String) {
      self.id = id
      self.toolName = toolName
      metadata = [:]
      written = .text(argumentsText)
    }

    init(id: String, toolName: String, argumentsValue: JSONValue) {
      self.init(id: id, toolName: toolName, argumentsText: "")
      written = .value(GeneratedContent(json: argumentsValue))
    }

    /// The arguments as a value. Text of a model that is not JSON is a text here, marked as not complete (see `hasValidArguments`).
    public var arguments: GeneratedContent {
      get {
        switch written {
        case .content(let content), .value(let content): content
        case .text(let text):
          (try? GeneratedContent(json: text)) ?? GeneratedContent(json: .string(text)).unfinished
        }
      }
      set {
        if case .value = written { written = .value(newValue) } else { written = .content(newValue) }
      }
    }

    /// The arguments exactly as the model wrote them, normally JSON. (Stemma's addition.)
    public var argumentsText: String {
      switch written {
      case .text(let text): text
      case .content(let content), .value(let content): content.jsonString
      }
    }

    /// False when the model's text is not JSON. (Stemma's addition.)
    public var hasValidArguments: Bool {
      guard case .text(let text) = written else { return true }
      return (try? JSONValue(parsing: text.utf8)) != nil
    }

    /// True for arguments that stand in the file as a value, not as text.
    var hasArgumentsAsValue: Bool {
      guard case .value = written else { return false }
      return true
    }

    /// Arguments as text are compared as text, since a model sees the text; arguments as a value are compared as values.
    public static func == (left: ToolCall, right: ToolCall) -> Bool {
      guard
        left.id == right.id, left.toolName == right.toolName, left.metadata == right.metadata,
        left.kept == right.kept
      else { return false }
      switch (left.written, right.written) {
      case (.value(let a), .value(let b)): return a == b
      case (.value, _), (_, .value): return false
      default: return left.argumentsText == right.argumentsText
      }
    }
  }

  /// What a tool answered to one call (API §6). Its id is the call's id.
  public struct ToolOutput: Sendable, Identifiable, Equatable {
    public var id: String
    /// The id of the call; that of the entry unless a file says otherwise. (Stemma's addition.)
    public var callID: String
    public var toolName: String
    public var segments: [Segment]
    var kept = KeptKeys()

    public init(id: String, toolName: String, segments: [Segment]) {
      self.id = id
      callID = id
      self.toolName = toolName
      self.segments = segments
    }
  }
}

extension Transcript.ToolCalls: RandomAccessCollection {
  public typealias Element = Transcript.ToolCall
  public typealias Index = Int
  public typealias SubSequence = Slice<Transcript.ToolCalls>

  public var startIndex: Int { calls.startIndex }
  public var endIndex: Int { calls.endIndex }

  public subscript(position: Int) -> Transcript.ToolCall { calls[position] }
}
