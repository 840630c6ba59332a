import Transcripts

/// What tools returned in a recorded session, to be returned again.
///
/// A call gets the output of the recorded call of the same tool with the same arguments; of several, the next one in order.
public final class ToolOutputTape: Sendable {
  /// One recorded call and what came of it.
  public struct Output: Sendable, Hashable {
    /// The tool's name.
    public var tool: String
    /// JSON.
    public var arguments: String
    /// What it returned.
    public var text: String
    /// The tool began a session for it.
    public var beganSession = false
  }

  private struct State {
    /// What is left, the next one first.
    var left: [Call: [Output]]
    var unknown: [Call] = []
  }

  /// A tool and its arguments.
  public struct Call: Sendable, Hashable, CustomStringConvertible {
    /// The tool's name.
    public var tool: String
    /// JSON, its keys sorted.
    public var arguments: String

    /// `lookUpFold({"fold":"square base"})`
    public var description: String { "\(tool)(\(arguments))" }
  }

  private let state: Locked<State>

  /// A tape of these outputs, none of which was returned.
  public init(_ outputs: [Output]) {
    var left: [Call: [Output]] = [:]
    for output in outputs {
      left[Call(tool: output.tool, arguments: output.arguments), default: []].append(output)
    }
    state = Locked(State(left: left))
  }

  /// The output of a call; nil for one that the recording does not have, or not so often.
  public func output(of tool: String, arguments: JSONValue) -> Output? {
    let call = Call(tool: tool, arguments: arguments.text(sortedKeys: true))
    return state.withLock { state in
      guard var outputs = state.left[call], !outputs.isEmpty else {
        state.unknown.append(call)
        return nil
      }
      let output = outputs.removeFirst()
      state.left[call] = outputs
      return output
    }
  }

  /// Calls that the recording does not know, in the order in which they were made.
  public var unknown: [Call] { state.withLock { $0.unknown } }

  /// Finds calls and their outputs in transcripts, each once.
  struct Reader {
    private(set) var outputs: [Output] = []
    private let beginningSessions: Set<String>
    private var calls: [String: Call] = [:]
    private var read: Set<String> = []

    /// - Parameter calls: Those that began a session.
    init(beginningSessions calls: Set<String>) { beginningSessions = calls }

    /// Goes to another session, which may have other calls of the same ids.
    mutating func turnOver() { (calls, read) = ([:], []) }

    mutating func read(_ entries: [Transcript.Entry]) {
      for entry in entries {
        switch entry {
        case .toolCalls(let found):
          for call in found where calls[call.id] == nil {
            calls[call.id] = Call(
              tool: call.toolName, arguments: call.arguments.json.text(sortedKeys: true))
          }
        case .toolOutput(let output):
          guard let call = calls[output.callID], read.insert(output.callID).inserted else { continue }
          outputs.append(
            Output(
              tool: call.tool, arguments: call.arguments, text: Self.text(output.segments),
              beganSession: beginningSessions.contains(output.callID)))
        default: break
        }
      }
    }

    private static func text(_ segments: [Transcript.Segment]) -> String {
      segments.compactMap { segment in
        switch segment {
        case .text(let text): text.content
        case .structure(let structure): structure.content.jsonString
        case .attachment, .unknown: nil
        }
      }.joined(separator: "\n")
    }
  }
}
