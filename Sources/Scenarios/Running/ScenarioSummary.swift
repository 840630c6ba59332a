import SessionEngine
import Transcripts

/// What a run came to, over all its sessions.
public struct ScenarioSummary: Sendable, Hashable {
  /// Sessions, those that tools made among them.
  public var sessions = 0
  /// Requests of all sessions, and the inferences that they took.
  public var requests = 0
  /// Passes of a model.
  public var inferences = 0
  /// Tool calls that ran.
  public var toolCalls = 0
  /// Changes from one persona to another, in order, as `brainstorm → tutorial`; the first activation of a
  /// session is none.
  public var switches: [String] = []
  /// Tokens, summed over the inferences that told them.
  public var input = 0
  /// Of `input`, reused from a prefix cache.
  public var reused = 0
  /// Of `input`, read anew.
  public var prefilled = 0
  /// Decoded.
  public var output = 0
  /// Milliseconds by the session's clock, from the first event to the last.
  public var milliseconds: Int64 = 0
  /// The words of what failed, request by request; cancelled requests and those that were to fail are not among them.
  public var failures: [String] = []
  /// The words of what failed as the script says.
  public var expectedFailures: [String] = []
  /// Requests that were cancelled.
  public var cancelled = 0

  public init() {}

  /// Reused over input, 0…1; nil before anything was sent.
  public var hitRate: Double? { input > 0 ? Double(reused) / Double(input) : nil }
}
