import Transcripts

/// What a session would have cost under one policy: a row of the table. Predicted, all of it.
public struct PolicyCost: Sendable, Hashable {
  /// The policy's.
  public var name: String
  public var about: String
  /// Why there are no numbers; nil when there are.
  public var obstacle: String?
  /// Inferences that were sent.
  public var inferences = 0
  /// Tokens sent; of these, reused from a cache, and prefilled.
  public var input = 0
  public var reused = 0
  public var prefilled: Int { input - reused }
  /// Tokens that prewarms prefilled, ahead of the requests: they are in no other sum.
  public var warmed = 0
  /// Tokens of the answers.
  public var output = 0
  /// The largest context, answer not counted; one that did not fit is among them.
  public var peak = 0
  /// Inferences whose context, or whose answer, did not fit into the window. One whose context did not fit is not sent.
  public var overflows = 0
  /// The time that all of it takes.
  public var milliseconds = 0.0

  public init(name: String, about: String) {
    self.name = name
    self.about = about
  }

  /// Reused over input, 0…1; nil when nothing was sent.
  public var hitRate: Double? { input > 0 ? Double(reused) / Double(input) : nil }
}
