import Observation
import Transcripts

/// A conversation with a language model: a transcript, and a profile that says before every inference which instructions, tools, model and
/// options come next (R1–R12; API §1).
///
/// A session answers one request at a time (R6). Everything may be called from any task; hooks, transforms and the profile's body are
/// only ever run by the one request that is running, tools of one inference run at once.
///
/// Sendable for these reasons: what changes is behind `state`'s lock, `properties` has its own, and the profile, which need not be Sendable, was
/// sent to the session and is evaluated by one task at a time (`ProfileSource`).
public final class LanguageModelSession: Observable, Sendable {
  /// What the session is called in events and recordings.
  public let identity: SessionIdentity
  /// What was current when the session was made.
  public let configuration: SessionConfiguration
  /// The session's variables (S1); `history` among them.
  public let properties: SessionPropertyValues

  let source: ProfileSource
  let executors = ExecutorStore()
  let announcer: Announcer
  let state: Locked<State>
  private let registrar = ObservationRegistrar()

  struct State: Sendable {
    var transcript: Transcript
    var policy: TranscriptErrorHandlingPolicy?
    var usage = Usage.zero
    var phase = Phase.idle
    /// The profile that was active last.
    var persona: RequestState.Persona?
    var requests = 0
    var inferences = 0
    /// Somebody assigned the transcript while a request was running (R6).
    var wasAssigned = false
    /// The running inference's, which an assignment ends.
    var channel: LanguageModelExecutorGenerationChannel?
    /// The leading instructions entry was rendered here, not brought along.
    var ownsInstructions = false
    /// Entries of the history, from its beginning, that were looked through for attachments and hold none.
    var plainEntries = 0
    /// The transcript before the running request.
    var revertPoint: RevertPoint?
    var prewarms = 0
    var prewarming: Prewarming?
  }

  enum Phase: Sendable {
    case idle
    /// The prefix is being rendered for a prewarm.
    case rendering
    case responding
  }

  /// What every initializer comes down to.
  ///
  /// - Parameter entries: The transcript to begin with; a leading instructions entry is brought up to date by the profile.
  init(source: ProfileSource, entries: Transcript) {
    let configuration = SessionConfiguration.current
    self.configuration = configuration
    let identity = SessionIdentity(
      id: configuration.makeID(), title: configuration.title, parent: RunningToolCall.parent)
    self.identity = identity
    self.source = source
    announcer = Announcer(identity: identity, now: configuration.now)
    state = Locked(State(transcript: entries))
    properties = SessionPropertyValues()
    properties.bind(to: self)
    // Observers begin with a transcript that has its instructions.
    renderInstructions()
    for observer in configuration.observers { addObserver(observer) }
  }

  deinit {
    let prewarming = state.withLock { $0.prewarming }
    prewarming?.telemetry.silence()
    prewarming?.handing.cancel()
    announcer.announce(.ended)
  }

  /// Adds somebody who hears what the session does, beginning with its transcript as it is now.
  public func addObserver(_ observer: any SessionObserver) {
    // No change comes between the transcript that the observer begins with and the changes that it hears of.
    state.withLock { announcer.add(observer, started: $0.transcript) }
    properties.announceWrites(to: announcer)
    announcer.deliver()
  }

  /// Everything that was said.
  ///
  /// Assigning it replaces all of it. While the session is responding an assignment is refused: the transcript stays as it was, and the
  /// running request ends by throwing `Error.transcriptMutationWhileResponding` (R6).
  public var transcript: Transcript {
    get {
      registrar.access(self, keyPath: \.transcript)
      return state.withLock { $0.transcript }
    }
    set { assign(newValue) }
    _modify {
      registrar.access(self, keyPath: \.transcript)
      var value = state.withLock { $0.transcript }
      defer { assign(value) }
      yield &value
    }
  }

  /// What becomes of the transcript when a request fails (R5). A profile's modifier wins over it; when both are nil, it is reverted.
  public var transcriptErrorHandlingPolicy: TranscriptErrorHandlingPolicy? {
    get { state.withLock { $0.policy } }
    set { state.withLock { $0.policy = newValue } }
  }

  /// True from a request's call to its end (R6).
  public var isResponding: Bool {
    registrar.access(self, keyPath: \.isResponding)
    return state.withLock { $0.phase == .responding }
  }

  /// Tokens of all inferences since the session began; it only grows (R11).
  public var usage: Usage {
    registrar.access(self, keyPath: \.usage)
    return state.withLock { $0.usage }
  }

  /// Lets those who observe properties of the session know of a change, around it. No lock may be held.
  func changing<Member, Result>(
    _ keyPath: KeyPath<LanguageModelSession, Member>, _ change: () throws -> Result
  ) rethrows -> Result {
    try registrar.withMutation(of: self, keyPath: keyPath, change)
  }
}

extension LanguageModelSession {
  /// Makes the session busy.
  ///
  /// - Throws: `Error.concurrentRequests` when it is.
  func begin() throws {
    let isFree = changing(\.isResponding) {
      state.withLock { state in
        guard state.phase != .responding else { return false }
        // A prewarm that is rendering holds the source's lock; the request waits for it there.
        state.phase = .responding
        state.wasAssigned = false
        return true
      }
    }
    guard isFree else { throw Error.concurrentRequests }
  }
}
