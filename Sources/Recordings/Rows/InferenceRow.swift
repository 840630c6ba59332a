import PrefixCache
import Transcripts

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
  /// The splice against the previous inference of the same model, as its cache sees it: entries before
  /// `position` are kept; `removed` entries held after it are lost; `inserted` entries were prefilled.
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
  /// Where this inference's context parts from the one before it; nil when nothing was lost.
  public var divergence: Divergence? {
    get { aside?.divergence }
    set { setAside { $0.divergence = newValue } }
  }
  /// What we predicted before the model told anything, in our tokens: of the request, and of these reused. Nil for a row
  /// that nothing was told for: its `input` and `reused` are the prediction.
  public var prediction: Prediction? {
    get { aside?.prediction }
    set { setAside { $0.prediction = newValue } }
  }
  /// What the backend said of its cache; nil for most.
  public var remark: CacheRemark? {
    get { aside?.remark }
    set { setAside { $0.remark = newValue } }
  }
  /// What prefill took in the model's server, as it measured itself; milliseconds. Nil where it was not told.
  public var prefillTime: Quantity? {
    get { aside?.content.prefillTime }
    set { setAside { $0.prefillTime = newValue } }
  }
  /// The same of decoding.
  public var decodeTime: Quantity? {
    get { aside?.content.decodeTime }
    set { setAside { $0.decodeTime = newValue } }
  }
  /// Few rows have these and they are large: kept aside, so that a hundred thousand rows stay small.
  private var aside: Aside?

  /// Tokens of a request as we count them, and how many of them its model's cache should hold.
  public struct Prediction: Sendable, Hashable {
    public var input: Int
    public var reused: Int

    public init(input: Int, reused: Int) {
      self.input = input
      self.reused = reused
    }
  }

  private mutating func setAside(_ change: (inout Aside.Content) -> Void) {
    var content = aside?.content ?? Aside.Content()
    change(&content)
    aside = content == Aside.Content() ? nil : Aside(content)
  }
  /// Names of the tools called by this inference, in order.
  public var calls: [String]
  public var finish: String?
  public var error: String?
  /// Tokens that had been held and were prefilled again: the cost of a lost cache. 0 when nothing was lost.
  public var lostTokens: Int = 0

  /// True for an answer that ended at a limit and not where the model wanted to end it.
  public var isCutOff: Bool { finish == "length" }

  /// Reused over input, 0…1; nil when either is unknown.
  public var hitRate: Double? {
    guard let input, let reused, input.value > 0 else { return nil }
    return Double(reused.value) / Double(input.value)
  }

  /// How the entry at `index` of the snapshot fared in the cache.
  public func fate(ofEntry index: Int) -> EntryFate {
    if index < position { return .kept }
    if index < min(inputEntries, position + removed) { return .lost }
    return .new
  }

  public init(
    id: InferenceID,
    request: RequestID,
    session: SessionID,
    sequence: Int,
    model: String? = nil,
    profile: String? = nil,
    snapshot: SnapshotID,
    inputEntries: Int,
    position: Int,
    removed: Int,
    inserted: Int,
    started: Timestamp? = nil,
    firstToken: Timestamp? = nil,
    finished: Timestamp? = nil,
    input: Quantity? = nil,
    reused: Quantity? = nil,
    prefilled: Quantity? = nil,
    output: Quantity? = nil,
    reasoning: Quantity? = nil,
    cause: CacheCause,
    divergence: Divergence? = nil,
    calls: [String] = [],
    finish: String? = nil,
    error: String? = nil,
    lostTokens: Int = 0
  ) {
    self.id = id
    self.request = request
    self.session = session
    self.sequence = sequence
    self.model = model
    self.profile = profile
    self.snapshot = snapshot
    self.inputEntries = inputEntries
    self.position = position
    self.removed = removed
    self.inserted = inserted
    self.started = started
    self.firstToken = firstToken
    self.finished = finished
    self.input = input
    self.reused = reused
    self.prefilled = prefilled
    self.output = output
    self.reasoning = reasoning
    self.cause = cause
    self.calls = calls
    self.finish = finish
    self.error = error
    self.lostTokens = lostTokens
    self.divergence = divergence
  }
}

private final class Aside: Sendable, Hashable {
  struct Content: Sendable, Hashable {
    var divergence: Divergence?
    var prediction: InferenceRow.Prediction?
    var remark: CacheRemark?
    var prefillTime: Quantity?
    var decodeTime: Quantity?
  }

  let content: Content

  init(_ content: Content) { self.content = content }

  var divergence: Divergence? { content.divergence }
  var prediction: InferenceRow.Prediction? { content.prediction }
  var remark: CacheRemark? { content.remark }

  static func == (a: Aside, b: Aside) -> Bool { a.content == b.content }
  func hash(into hasher: inout Hasher) { hasher.combine(content) }
}

/// The cache column of the entries list.
public enum EntryFate: String, Sendable, Hashable {
  case kept, lost, new
  case notSent = "not sent"
}
