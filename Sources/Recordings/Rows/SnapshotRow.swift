import PrefixCache

/// One state of a session's transcript, stored as a splice of its parent.
public struct SnapshotRow: Sendable, Hashable, Identifiable {
  public var id: SnapshotID
  public var session: SessionID
  /// 0-based within the session.
  public var sequence: Int
  public var at: Timestamp?
  /// What made it: `imported`, `prompt`, `response`, `edit` …
  public var cause: String
  public var parent: SnapshotID?
  /// The splice against the parent: at entry `position`, `removed` entries gone and `inserted` put in.
  public var position: Int
  public var removed: Int
  public var inserted: Int
  /// Entries in this snapshot.
  public var count: Int
  /// The leading instructions entry, if there is one: equal ids are equal instructions and tools.
  public var instructions: EntryID?
  /// Counted tokens by kind, of the whole snapshot.
  public var tokens: KindTokens
  /// The file a dump was read from, relative to the folder; nil elsewhere.
  public var source: String?

  public init(
    id: SnapshotID,
    session: SessionID,
    sequence: Int,
    at: Timestamp? = nil,
    cause: String,
    parent: SnapshotID? = nil,
    position: Int,
    removed: Int,
    inserted: Int,
    count: Int,
    instructions: EntryID? = nil,
    tokens: KindTokens = KindTokens(),
    source: String? = nil
  ) {
    self.id = id
    self.session = session
    self.sequence = sequence
    self.at = at
    self.cause = cause
    self.parent = parent
    self.position = position
    self.removed = removed
    self.inserted = inserted
    self.count = count
    self.instructions = instructions
    self.tokens = tokens
    self.source = source
  }
}
