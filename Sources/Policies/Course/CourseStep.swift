import PrefixCache
import Recordings
import Transcripts

/// One inference of a recorded session: what a policy has to choose from, and what the model answered.
public struct CourseStep: Sendable {
  /// The recorded inference; nil for a prewarm, which asks nothing.
  public var inference: InferenceRow?
  /// The model's name; empty where the recording does not tell.
  public var model: String
  /// The persona's name; nil for a session that was imported.
  public var profile: String?
  /// The model's window at that moment; nil when unknown.
  public var window: Int?
  /// What was sent, as recorded.
  public var sent: [CourseEntry]
  /// The leading instructions with the tools enabled; nil for a session without.
  public var instructions: CourseEntry?
  /// The same as words.
  public var words: Transcript.Instructions?
  /// The tool definitions alone, for a context that the instructions are not in: a model is told of its tools all the same.
  public var bareTools: CourseEntry?
  /// Everything the session has said so far but instructions, oldest first: what was taken out of the transcript or changed
  /// in it since is here as it was (`append-only`).
  public var history: [CourseEntry]
  /// What the model answered.
  public var answer: [CourseEntry]

  /// The whole context of a session that only grows.
  public var whole: [CourseEntry] { (instructions.map { [$0] } ?? []) + history }

  /// True when the inference is a request's first.
  public var opensRequest: Bool { history.last?.kind == .prompt }

  /// These entries as they reach the model: the tools come with the instructions, or without them.
  public func sending(_ entries: [CourseEntry]) -> Sending {
    guard entries.first?.kind != .instructions, let bareTools else {
      return Sending(model: model, entries: entries)
    }
    return Sending(model: model, entries: [bareTools] + entries)
  }
}

/// What one inference sends under a policy.
public struct Sending: Sendable {
  /// Whose cache is used: each model has its own (C5).
  public var model: String
  /// Oldest first, with the instructions in front.
  public var entries: [CourseEntry]

  var context: TokenContext { TokenContext(entries.map(\.block)) }
}
