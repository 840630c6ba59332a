import Transcripts

/// One conversation: a live session, an imported transcript, or the dumps of one title in a folder.
public struct SessionRow: Sendable, Hashable, Identifiable {
  public var id: SessionID
  /// Stable across copies of the recording.
  public var uuid: String
  public var parent: SessionID?
  /// The id of the parent's tool call that started this session.
  public var parentCall: String?
  public var title: String
  /// Where it came from, for people: a file's path, `live`, …
  public var origin: String
  /// The format it was read from: `foundation-models/1.1`; nil for a session recorded live.
  public var sourceFormat: String?
  /// The model's context window in tokens, where the source tells it.
  public var window: Quantity?
  public var started: Timestamp?
  public var ended: Timestamp?

  /// Whether it was recorded while it ran.
  public var isRecordedLive: Bool { origin == "live" }

  public init(
    id: SessionID,
    uuid: String,
    parent: SessionID? = nil,
    parentCall: String? = nil,
    title: String,
    origin: String,
    sourceFormat: String? = nil,
    window: Quantity? = nil,
    started: Timestamp? = nil,
    ended: Timestamp? = nil
  ) {
    self.id = id
    self.uuid = uuid
    self.parent = parent
    self.parentCall = parentCall
    self.title = title
    self.origin = origin
    self.sourceFormat = sourceFormat
    self.window = window
    self.started = started
    self.ended = ended
  }
}
