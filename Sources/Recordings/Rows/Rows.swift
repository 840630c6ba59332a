import PrefixCache
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
}

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
}

/// One prompt and everything that was done to answer it.
public struct RequestRow: Sendable, Hashable, Identifiable {
  public var id: RequestID
  public var session: SessionID
  /// 1-based within the session.
  public var sequence: Int
  /// The beginning of the prompt's text, one line, at most 200 characters.
  public var prompt: String
  public var started: Timestamp?
  public var ended: Timestamp?
  public var outcome: Outcome

  public enum Outcome: String, Sendable, Hashable {
    /// An answer followed the prompt.
    case completed
    /// The recording ends before an answer.
    case open
    case failed, cancelled
  }
}

/// One pass of a model over one context: what it was sent, what the cache held of it, what it produced.
public struct InferenceRow: Sendable, Hashable, Identifiable {
  public var id: InferenceID
  public var request: RequestID
  public var session: SessionID
  /// 1-based within the session.
  public var sequence: Int
  public var model: String?
  public var profile: String?
  /// The snapshot that holds this inference's output.
  public var snapshot: SnapshotID
  /// Entries of the session's transcript that were sent: the first `inputEntries` of the snapshot.
  public var inputEntries: Int
  /// The splice against the previous inference of the same model, as its cache sees it: entries before `position` are
  /// kept; `removed` entries held after it are lost; `inserted` entries were prefilled.
  public var position: Int
  public var removed: Int
  public var inserted: Int
  public var started: Timestamp?
  public var firstToken: Timestamp?
  public var finished: Timestamp?
  /// Tokens sent; of these, reused from the cache and prefilled; nil when unknown.
  public var input: Quantity?
  public var reused: Quantity?
  public var prefilled: Quantity?
  /// Tokens produced; of these, reasoning.
  public var output: Quantity?
  public var reasoning: Quantity?
  public var cause: CacheCause
  public var divergence: Divergence?
  /// Names of the tools called by this inference, in order.
  public var calls: [String]
  public var finish: String?
  public var error: String?

  /// Reused over input, 0…1; nil when either is unknown.
  public var hitRate: Double? {
    guard let input, let reused, input.value > 0 else { return nil }
    return Double(reused.value) / Double(input.value)
  }

  /// Tokens that had been held and were prefilled again: the cost of a lost cache. 0 when nothing was lost.
  public var lostTokens: Int = 0

  /// How the entry at `index` of the snapshot fared in the cache.
  public func fate(ofEntry index: Int) -> EntryFate {
    if index < position { return .kept }
    if index < min(inputEntries, position + removed) { return .lost }
    return .new
  }
}

/// The cache column of the entries list.
public enum EntryFate: String, Sendable, Hashable {
  case kept, lost, new
  case notSent = "not sent"
}

/// Something that happened, with a JSON payload: `warning` events carry `{"entry":3,"message":"…"}`.
public struct EventRow: Sendable, Hashable, Identifiable {
  public var id: Int64
  public var session: SessionID
  public var snapshot: SnapshotID?
  public var at: Timestamp?
  public var kind: String
  public var json: String
}
