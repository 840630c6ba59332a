import FoundationEssentials

/// What the framework leaves open and Stemma lets a program choose: limits, time, identifiers, who listens.
///
/// A session takes the configuration that is current in its task when it is made, and keeps it. A session made while a tool runs
/// also becomes the child of that tool call.
public struct SessionConfiguration: Sendable {
  /// The configuration for sessions made in this task.
  @TaskLocal public static var current = SessionConfiguration()

  /// The most inferences one request may take; nil for no limit, as in the framework (R3). Reaching it throws
  /// `SessionLimitError.inferenceLimitReached`.
  public var maximumInferencesPerRequest: Int?
  /// When a change of persona lands (P6).
  public var profileSwitchTiming = ProfileSwitchTiming.nextInference
  /// When `onPrompt` runs (U3).
  public var promptHookTiming = PromptHookTiming.everyInference
  /// What the session is called in a recording.
  public var title = "session"
  /// Time, for events.
  public var now: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1000) }
  /// Makes the ids of entries, segments, requests and sessions.
  public var makeID: @Sendable () -> String = { UUID().uuidString }
  public var observers: [any SessionObserver] = []

  public init() {}

  public enum ProfileSwitchTiming: Sendable { case nextInference, nextRequest }
  public enum PromptHookTiming: Sendable { case everyInference, oncePerPrompt }
}
