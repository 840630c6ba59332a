import Transcripts

/// What is known of an inference while it runs: how far prefill and decode have come, and the entries as far
/// as they are.
///
/// The row of a session is replaced some thirty times a second while a model answers, and gone when it has.
public struct StreamingRow: Sendable, Hashable {
  public var session: SessionID
  /// The inference; its own row is there from its start, `finished` being nil.
  public var inference: InferenceID
  /// Tokens of the whole request, once the model has told them; of these, reused from the cache.
  public var input: Quantity?
  public var reused: Quantity?
  /// Tokens prefilled so far, without the reused ones, and decoded so far.
  public var prefilled: Int
  public var decoded: Int
  /// The entries that are growing.
  public var entries: [Entry]
  public var at: Timestamp?

  /// An entry that is not finished, and so not in the `entry` table.
  public struct Entry: Sendable, Hashable {
    public var kind: EntryKind
    /// In the public JSON form, as far as it has come.
    public var json: [UInt8]

    public init(kind: EntryKind, json: [UInt8]) {
      self.kind = kind
      self.json = json
    }
  }

  public init(
    session: SessionID, inference: InferenceID, input: Quantity? = nil, reused: Quantity? = nil,
    prefilled: Int = 0, decoded: Int = 0, entries: [Entry] = [], at: Timestamp? = nil
  ) {
    self.session = session
    self.inference = inference
    self.input = input
    self.reused = reused
    self.prefilled = prefilled
    self.decoded = decoded
    self.entries = entries
    self.at = at
  }
}
