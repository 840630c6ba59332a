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
  /// Who hears what a session does, from its beginning.
  public var observers: [any SessionObserver] = []

  /// The framework's behaviour, with nobody listening.
  public init() {}

  /// When another persona takes over: before the next inference, or when the request has ended.
  public enum ProfileSwitchTiming: Sendable { case nextInference, nextRequest }
  /// When `onPrompt` runs: before every inference, or once for each prompt.
  public enum PromptHookTiming: Sendable { case everyInference, oncePerPrompt }
}
