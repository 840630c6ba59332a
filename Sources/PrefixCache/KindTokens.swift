import Transcripts

/// Tokens of one snapshot by what they are spent on: the bands of the Budget lane.
///
/// The two fixed costs (instructions text and tool definitions) both stand in entry 0 and are kept apart.
public struct KindTokens: Sendable, Hashable {
  public var instructions: Int32 = 0
  public var tools: Int32 = 0
  public var prompt: Int32 = 0
  public var response: Int32 = 0
  public var reasoning: Int32 = 0
  public var toolCalls: Int32 = 0
  public var toolOutput: Int32 = 0
  public var unknown: Int32 = 0

  public init() {}

  public var total: Int {
    let fixed = Int(instructions) + Int(tools)
    let said = Int(prompt) + Int(response) + Int(reasoning)
    return fixed + said + Int(toolCalls) + Int(toolOutput) + Int(unknown)
  }

  /// The bands from the bottom of the stack up, with the names that `stemma budget --json` prints.
  public var bands: [(name: String, tokens: Int)] {
    [
      ("instructions", Int(instructions)), ("tools", Int(tools)), ("prompt", Int(prompt)),
      ("response", Int(response)), ("reasoning", Int(reasoning)), ("toolCalls", Int(toolCalls)),
      ("toolOutput", Int(toolOutput)), ("unknown", Int(unknown)),
    ]
  }

  /// The tokens of one kind of entry; for instructions, without its tool definitions.
  public subscript(kind: EntryKind) -> Int32 {
    get {
      switch kind {
      case .instructions: instructions
      case .prompt: prompt
      case .response: response
      case .reasoning: reasoning
      case .toolCalls: toolCalls
      case .toolOutput: toolOutput
      case .unknown: unknown
      }
    }
    set {
      switch kind {
      case .instructions: instructions = newValue
      case .prompt: prompt = newValue
      case .response: response = newValue
      case .reasoning: reasoning = newValue
      case .toolCalls: toolCalls = newValue
      case .toolOutput: toolOutput = newValue
      case .unknown: unknown = newValue
      }
    }
  }

  public static func += (left: inout KindTokens, right: KindTokens) { left.add(right, sign: 1) }
  public static func -= (left: inout KindTokens, right: KindTokens) { left.add(right, sign: -1) }

  private mutating func add(_ other: KindTokens, sign: Int32) {
    instructions &+= sign &* other.instructions
    tools &+= sign &* other.tools
    prompt &+= sign &* other.prompt
    response &+= sign &* other.response
    reasoning &+= sign &* other.reasoning
    toolCalls &+= sign &* other.toolCalls
    toolOutput &+= sign &* other.toolOutput
    unknown &+= sign &* other.unknown
  }
}
