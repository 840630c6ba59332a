import Recordings
import Terminal
import Tokenizers
import Transcripts

/// A recording, a transcript file or a folder of dumps, opened for reading, and the session in it that a command is about.
struct OpenedSource {
  /// As it was given on the command line.
  let path: String
  let recording: Recording
  let sessions: [SessionRow]
  /// The number of the session, from 1.
  let sessionNumber: Int
  /// The counter that the recording's counts come from, where it is at hand.
  let counter: (any TokenCounter)?
  /// The window that the command line or the configuration names.
  private let settings: Settings

  /// - Throws: `ImportError`, `RecordingError`, `TokenizerError` or `ReadingError`.
  init(_ path: String, _ invocation: Invocation, _ settings: Settings) throws {
    self.path = path
    self.settings = settings
    let isRecording = Recording.isRecording(path)
    if isRecording {
      let stored = try Recording.open(path)
      if invocation.value(.tokenizer) != nil, try settings.counter().name != stored.tokenizer {
        let counter = try settings.counter()
        let options = ImportOptions(counter: counter, window: settings.commandLineWindow)
        guard let recounted = try Source.recounted(stored, options: options) else {
          throw ReadingError.countedOtherwise(path: path, tokenizer: stored.tokenizer)
        }
        recording = recounted
        self.counter = counter
      } else {
        recording = stored
        counter = try settings.counter(named: stored.tokenizer)
      }
    } else {
      let counter = try settings.counter()
      let bar = ProgressBar()
      defer { bar.finish() }
      recording = try Source.open(
        path, options: ImportOptions(counter: counter, window: settings.window), report: { bar.report($0) })
      self.counter = counter
    }
    sessions = try recording.sessions()
    let number = invocation.number(.session) ?? 1
    guard !sessions.isEmpty || number == 1 else {
      throw ReadingError.noSuchSession(path: path, number, count: sessions.count)
    }
    guard sessions.isEmpty || sessions.indices.contains(number - 1) else {
      throw ReadingError.noSuchSession(path: path, number, count: sessions.count)
    }
    sessionNumber = number
  }

  /// - Throws: `ReadingError.noSnapshots` when the recording is still empty.
  var session: SessionRow {
    get throws(ReadingError) {
      guard !sessions.isEmpty else { throw .noSnapshots(path: path) }
      return sessions[sessionNumber - 1]
    }
  }

  /// The model's window: as told on the command line, else as the session tells it, else as the configuration does.
  func window(of session: SessionRow) -> Quantity? {
    if let told = settings.commandLineWindow { return .reported(told) }
    return session.window ?? settings.window.map(Quantity.reported)
  }

  /// How many snapshots a session has.
  func snapshotCount(_ session: SessionRow) throws -> Int {
    try recording.latestSnapshots(of: session.id, limit: 1).last.map { $0.sequence + 1 } ?? 0
  }

  /// The snapshot that a reference names, and how many there are.
  func snapshot(_ reference: SnapshotReference) throws -> (row: SnapshotRow, count: Int) {
    let session = try session
    guard let last = try recording.latestSnapshots(of: session.id, limit: 1).last else {
      throw ReadingError.noSnapshots(path: path)
    }
    let count = last.sequence + 1
    let wanted = try reference.resolved(among: count)
    if wanted == last.sequence { return (last, count) }
    // Of a session that was recorded alone, ids run like numbers.
    let guess = SnapshotID(last.id.rawValue - Int64(last.sequence - wanted))
    if let row = try recording.snapshot(guess), row.session == session.id, row.sequence == wanted {
      return (row, count)
    }
    guard let row = try recording.snapshots(of: session.id, limit: wanted + 1).last else {
      throw ReadingError.noSuchSnapshot(path: path, wanted, count: count)
    }
    return (row, count)
  }

  /// The number, from 1, of a session of this recording.
  func number(of id: SessionID) -> Int? { sessions.firstIndex { $0.id == id }.map { $0 + 1 } }
}
