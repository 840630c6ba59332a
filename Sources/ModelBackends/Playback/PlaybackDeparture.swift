import SessionEngine

/// Where a replay left the recorded path: an inference that the recording has no answer to.
public struct PlaybackDeparture: Error, Sendable, Hashable, CustomStringConvertible {
  /// The recorded request that it belongs to or is nearest to, from 1.
  public var request: Int
  /// The inference of the replay, from 1.
  public var inference: Int
  /// What differs, in words: `lookUpFold returned “…”`.
  public var difference: String

  /// A departure with these parts.
  public init(request: Int, inference: Int, difference: String) {
    self.request = request
    self.inference = inference
    self.difference = difference
  }

  /// One line.
  public var description: String {
    "the recording has no answer to inference \(inference) (request \(request)): \(difference)"
  }
}

/// What is done with an inference that the recording has no answer to.
public enum DepartureAction: Sendable {
  /// The request fails with the `PlaybackDeparture`.
  case stop
  /// The model's own script or its built-in behaviour answers, out of the same cache.
  case scripted
  /// Another model answers, with a cache of its own.
  case backend(any LanguageModel)
}

/// What a recorded inference failed with, said again, where it was none of the typed errors.
public struct RecordedFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The recorded words.
  public var description: String

  /// A failure with the recorded words.
  public init(description: String) { self.description = description }
}
