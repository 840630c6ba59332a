import Policies
import PrefixCache
import Recordings
import Terminal
import Tokenizers
import Transcripts

/// The state with a recording behind it: takes events, does the effects that read, and keeps those for the terminal.
///
/// Everything happens on the thread that owns it. What takes long is done in slices: `work()` does one, as long as
/// `hasWork`.
struct Engine {
  private(set) var state: State
  private(set) var source: WorkbenchSource?
  /// Effects for the terminal and for other threads, in order.
  private(set) var outbox: [Effect] = []
  private let counter: (any TokenCounter)?
  private let folders: [WorkbenchOptions.Folder]
  private let offers: [PickerItem]
  private var loader: TimelineLoader?
  private var finder: Finder?
  private var policyWork: PolicyWork?
  private var hasGrown = false
  private var lastEvent: Int64?
  private var running = RunningInference()
  /// Set by every event; cleared by whoever draws.
  var needsFrame = true

  /// So many of the newest inferences are read again when a recording grows: they may have finished since.
  private static let revisited: Int64 = 16
  /// Reads that ask for more reads, at most so deep.
  private static let deepest = 12

  init(size: Size, options: WorkbenchOptions) {
    let themes = options.themes.isEmpty ? [Theme.dark] : options.themes
    state = State(size: size, themes: themes)
    state.themeIndex = themes.firstIndex { $0.name == options.theme } ?? 0
    state.glyphs = options.glyphs
    state.isMono = options.depth == .mono
    state.isMouseOn = options.mouse
    state.utcOffset = options.utcOffset
    counter = options.counter
    folders = options.folders
    offers = options.offers
  }

  var hasWork: Bool { loader != nil || finder != nil || policyWork != nil || (hasGrown && loader == nil) }
  /// Nothing to do and nothing new to show, until something happens.
  var isIdle: Bool { !hasWork && !needsFrame && outbox.isEmpty }

  mutating func takeOutbox() -> [Effect] {
    defer { outbox = [] }
    return outbox
  }

  // MARK: Events

  mutating func handle(_ event: Event) {
    needsFrame = true
    var effects = state.update(event)
    for _ in 0..<Self.deepest where !effects.isEmpty {
      var loaded: [Loaded] = []
      for effect in unique(effects) { loaded += perform(effect) }
      effects = loaded.flatMap { state.update(.loaded($0)) }
    }
  }

  private func unique(_ effects: [Effect]) -> [Effect] {
    var seen: Set<Effect> = []
    return effects.filter { seen.insert($0).inserted }
  }

  /// The recording has changed.
  mutating func grow() { hasGrown = true }

  mutating func open(_ source: WorkbenchSource) {
    self.source = source
    finder = nil
    policyWork = nil
    loader = nil
    lastEvent = nil
    do {
      let sessions = try source.recording.sessions()
      let session = try Self.mainSession(sessions, source.recording)
      let name = sessions.indices.contains(session) ? sessions[session].title : ""
      handle(
        .loaded(
          .opened(
            Loaded.Opened(
              file: source.file, title: name, sessions: sessions, session: session, isLive: source.isLive,
              control: source.control?.state, comparison: source.comparison))))
      if sessions.indices.contains(session) { load(sessions[session].id) }
      if !source.isLive, source.recording.access == .reading, source.recording.hasWriter {
        let word = State.shellWord(source.file)
        handle(.loaded(.notice("a program is recording this: “stemma watch \(word)” goes with it")))
      }
      if let number = source.snapshot, let place = state.timeline.place(ofNumber: number) { go(to: place) }
    } catch {
      handle(.loaded(.trouble(String(describing: error))))
    }
  }

  private mutating func go(to place: Int) {
    state.moveCursor(to: place)
    handle(.terminal(.woken))
  }

  /// The session that was written last, or the one from which it was started.
  private static func mainSession(_ sessions: [SessionRow], _ recording: Recording) throws(RecordingError)
    -> Int
  {
    guard let newest = try recording.latestSnapshots(limit: 1).first else { return 0 }
    var session = newest.session
    for _ in sessions {
      guard let parent = sessions.first(where: { $0.id == session })?.parent else { break }
      session = parent
    }
    return sessions.firstIndex { $0.id == session } ?? 0
  }

  private mutating func load(_ session: SessionID) {
    guard let recording = source?.recording else { return }
    do throws(RecordingError) {
      let counts = try recording.counts()
      let total = counts.snapshots + counts.requests + counts.inferences
      var loader = TimelineLoader(session: session, total: total)
      // What was running when the recording was last written is read with what has grown since.
      hasGrown = true
      if counts.snapshots <= TimelineLoader.newest {
        var timeline: Timeline?
        while timeline == nil { timeline = try loader.step(recording) }
        self.loader = nil
        if let timeline { handle(.loaded(.timeline(timeline))) }
      } else {
        handle(.loaded(.loading(done: 0, total: total)))
        handle(.loaded(.timeline(try TimelineLoader.newest(of: session, recording))))
        self.loader = loader
      }
      lastEvent = try Self.lastEvent(
        recording.events(of: session, kind: "warning"), recording.events(of: session, kind: "prewarm-ended"))
    } catch {
      handle(.loaded(.trouble(error.description)))
    }
  }

  // MARK: Work in slices

  mutating func work() {
    guard let recording = source?.recording else { return }
    do {
      if var loader {
        let timeline = try loader.step(recording)
        self.loader = timeline == nil ? loader : nil
        let (done, total) = loader.progress
        handle(.loaded(.loading(done: timeline == nil ? done : total, total: total)))
        if let timeline { handle(.loaded(.timeline(timeline))) }
      } else if hasGrown {
        hasGrown = false
        try readGrowth(recording)
      } else if var finder {
        let step = try finder.step(recording)
        self.finder = finder
        switch step {
        case .found(let snapshot, let entry):
          self.finder = nil
          handle(.loaded(.found(snapshot: snapshot, entry: entry)))
        case .looking(let count): handle(.loaded(.searching(count)))
        case .nothing:
          self.finder = nil
          handle(.loaded(.searching(nil)))
        }
      } else if let policyWork {
        try weigh(policyWork)
      }
    } catch {
      loader = nil
      finder = nil
      policyWork = nil
      handle(.loaded(.trouble(String(describing: error))))
    }
  }

  /// Does so much of the policies' work that a key is not kept waiting; none once nobody looks at it any more.
  private mutating func weigh(_ policyWork: PolicyWork) throws {
    guard case .policies = state.view else {
      self.policyWork = nil
      return
    }
    var work = policyWork
    self.policyWork = nil
    let start = ContinuousClock.now
    repeat {
      if let table = try work.step() {
        handle(.loaded(.policies(table)))
        return
      }
    } while ContinuousClock.now - start < .milliseconds(10)
    self.policyWork = work
    handle(.loaded(.weighing(done: work.done, total: work.total)))
  }

  private static func lastEvent(_ rows: [EventRow]...) -> Int64? { rows.compactMap { $0.last?.id }.max() }

  private mutating func readGrowth(_ recording: Recording) throws {
    let timeline = state.timeline
    let (session, last) = (state.sessionRow?.id, lastEvent)
    let row = state.sessionRow
    let known = timeline.inferenceIDs.last.map { InferenceID(max(0, $0.rawValue - Self.revisited)) }
    let growth = try recording.read {
      var growth = Loaded.Growth(sessions: try recording.sessions())
      guard let session else { return growth }
      growth.snapshots = try recording.snapshots(of: session, after: timeline.snapshotIDs.last)
      growth.requests = try recording.requests(of: session, after: timeline.requestIDs.last)
      growth.inferences = try recording.inferences(of: session, after: known)
      growth.warnings = try recording.events(of: session, after: last, kind: "warning")
      growth.prewarms = try recording.events(of: session, after: last, kind: "prewarm-ended")
      growth.hasWriter = recording.hasWriter
      growth.endedAbruptly = try row.flatMap(recording.requestCutOff(in:)) != nil
      if let row = growth.inferences.last, row.isRunning {
        growth.inferences.removeLast()
        growth.running = running.streaming(row, try recording.streaming(of: session))
        growth.running?.isCut = growth.endedAbruptly
      }
      return growth
    }
    if session == nil, !growth.sessions.isEmpty, let source { return open(source) }
    lastEvent = Self.lastEvent(growth.warnings, growth.prewarms) ?? lastEvent
    // What changed elsewhere in the recording changes nothing on this screen.
    let (isFramed, before) = (
      needsFrame,
      (
        version: timeline.version, sessions: state.sessions, streaming: state.streaming,
        hasWriter: state.hasWriter, endedAbruptly: state.endedAbruptly
      )
    )
    handle(.loaded(.grown(growth)))
    if state.timeline.version == before.version, state.sessions == before.sessions,
      state.streaming == before.streaming, state.hasWriter == before.hasWriter,
      state.endedAbruptly == before.endedAbruptly
    {
      needsFrame = isFramed
    }
  }

  // MARK: Effects

  private mutating func perform(_ effect: Effect) -> [Loaded] {
    switch effect {
    case .chooseSession(let session):
      finder = nil
      loader = nil
      load(session)
      return []
    case .weighPolicies(let session):
      guard let recording = source?.recording else { return [] }
      do {
        policyWork = try PolicyWork(
          recording, session, tokenizer: counter as? BytePairTokenizer ?? .stemma)
      } catch {
        return [.trouble(String(describing: error))]
      }
      // A short session is there with the key that asked for it.
      work()
      return []
    case .find(let search, let from, let entry, let forward):
      finder = Finder(
        search, from: from, entry: entry, forward: forward, snapshots: state.timeline.snapshotIDs)
      // The first slice at once: a find in the snapshot on screen is seen with the key that asked for it.
      work()
      return []
    case .stopFinding:
      finder = nil
      return []
    case .listRecordings:
      return [.recordings(offers.prefix(1) + RecordingListing.items(folders) + offers.dropFirst())]
    case .open, .copy, .page, .control, .useMouse, .suspend, .redraw, .quit:
      outbox.append(effect)
      return []
    default:
      guard let recording = source?.recording else { return [] }
      return RecordingReader(recording: recording, counter: counter).perform(effect)
    }
  }
}
