import FoundationEssentials
import Transcripts

extension LanguageModelSession {
  /// Misuse of a session that is busy (API §1, R6).
  public enum Error: LocalizedError, Equatable, Hashable {
    /// A second request while one is running. The running one goes on.
    case concurrentRequests
    /// The transcript was assigned while a request was running. The assignment is refused, and the request ends with this error.
    case transcriptMutationWhileResponding
  }

  /// A tool call that came to nothing (API §1): the tool threw, its arguments could not be read, an `onToolCall` hook refused it, or there is
  /// no such tool.
  public struct ToolCallError: Swift.Error, LocalizedError {
    /// The tool that was called; for a tool that was never declared, a stand-in with its name (U5).
    public var tool: any Tool
    /// Why: what the tool or the hook threw, or what could not be read.
    public var underlyingError: any Swift.Error

    /// The failure of a call of `tool`.
    public init(tool: any Tool, underlyingError: any Swift.Error) {
      self.tool = tool
      self.underlyingError = underlyingError
    }
  }
}

/// A limit that the program or Stemma, not the framework, set for a session.
public enum SessionLimitError: Swift.Error, LocalizedError, Equatable {
  /// One request took `limit` inferences and asked for another (R3): most often tools are required and nothing ends that.
  case inferenceLimitReached(limit: Int)
  /// The bodies of the session's profile, its modifiers and its instructions lie more than `limit` deep within each other: most often one holds
  /// itself. `type` is the type of the innermost one.
  case profileTooDeep(type: String, limit: Int)
}

/// A session's profile belongs to an actor that the session does not know of: to another one than the main actor and the one that the
/// session was made on. Make the session on the profile's actor.
public struct ProfileIsolationError: Swift.Error, LocalizedError, Equatable {
  /// The type whose body can't be evaluated: a profile, a modifier or instructions.
  public var type: String

  /// The body of `type` belongs to somebody else.
  public init(type: String) { self.type = type }
}

/// A model called a tool that was not enabled for the inference (U5). It comes as `ToolCallError.underlyingError`.
public struct UndeclaredToolError: Swift.Error, LocalizedError, Equatable {
  /// The name that the model called.
  public var name: String
  /// The names that it could have called.
  public var enabled: [String]

  /// A call of `name`, when only `enabled` could be called.
  public init(name: String, enabled: [String]) {
    self.name = name
    self.enabled = enabled
  }
}
