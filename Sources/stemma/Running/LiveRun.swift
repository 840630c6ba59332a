import Glibc
import Recordings
import Replays
import Scenarios
import ScriptedModel
import SessionEngine
import SessionRecorder
import Synchronization
import Tokenizers

/// A scenario's session that is being run and recorded.
///
/// It ends with `finish()` or its last reference: what is answered then is cancelled, and the recording is one closed file. A file
/// that was made without anybody naming it, and in which nothing was said, is removed.
final class LiveRun: Sendable {
  let name: String
  let recording: Recording
  let driver: ScenarioDriver
  private let recorder: SessionRecorder
  /// Named by us, not by a person.
  private let isUnasked: Bool
  private let onTrouble: Relay<RecordingError>
  private let onChange: Relay<Void>
  private let isFinished = Mutex(false)

  /// What the command line says of a run.
  struct Options {
    /// The recording to write; nil for a new file in the folder of recordings, or none at all (`inMemory`).
    var path: String?
    /// Whether a run without `path` is kept in memory only.
    var inMemory = false
    /// How many times faster than real time the models work; nil for a clock that takes no time.
    var speed: Int? = 1
    var inferenceLimit: Int?
    /// A model server in place of the embedded model. It takes its own time: `speed` is then 1.
    var backend: ModelBinding.Backend?
    var variables: [(name: String, value: String)] = []
    var availability: [(name: String, value: String)] = []
    var quotas: [(name: String, value: String)] = []
    var counter: any TokenCounter = BytePairTokenizer.stemma

    init() {}
  }

  /// Makes the session and its recording; nothing is sent yet.
  /// - Throws: `RecordingError`, `RunError`, or the `ScenarioRefusal` of a variable or model that the command line names.
  init(_ choice: ScenarioChoice, _ options: Options) throws {
    name = choice.name
    let trouble = Relay<RecordingError>()
    let change = Relay<Void>()
    isUnasked = options.path == nil
    if options.path == nil, options.inMemory {
      recording = try Recording.inMemory(tokenizer: options.counter.name)
    } else {
      let path = try options.path ?? RecordingPlace.free(choice.name)
      recording = try Recording.create(at: path, tokenizer: options.counter.name)
    }
    (onTrouble, onChange) = (trouble, change)
    recorder = try SessionRecorder(recording: recording, counter: options.counter) { trouble.call($0) }
    try ReplayNote.keep(name: choice.name, json5: choice.json5, in: recording)
    var driving = ScenarioDriver.Options()
    driving.observers = [recorder]
    driving.inferenceLimit = options.inferenceLimit
    driving.backend = options.backend
    Self.setClock(options.backend == nil ? options.speed : 1, &driving)
    driver = ScenarioDriver(choice.scenario, options: driving) { change.call(()) }
    do {
      for (name, value) in options.variables { try driver.set(name, to: value) }
      for (name, value) in options.availability { try driver.setAvailability(name, to: value) }
      for (name, value) in options.quotas { try driver.setQuota(name, to: value) }
    } catch {
      finish()
      remove()
      throw error
    }
  }

  deinit { finish() }

  /// The time of what is recorded is the models' time, so that rates are told as they are at any speed.
  static func setClock(_ speed: Int?, _ options: inout ScenarioDriver.Options) {
    var start = timespec()
    clock_gettime(CLOCK_REALTIME, &start)
    let began = Int64(start.tv_sec) * 1000 + Int64(start.tv_nsec) / 1_000_000
    func follow<Time: Clock>(_ clock: Time, since zero: Time.Instant) where Time.Duration == Duration {
      options.clock = clock
      options.now = {
        let (seconds, attoseconds) = zero.duration(to: clock.now).components
        return began + seconds * 1000 + attoseconds / 1_000_000_000_000_000
      }
    }
    switch speed {
    case nil:
      let clock = VirtualClock()
      follow(clock, since: clock.now)
    case 1?: break
    case let speed?:
      let clock = ScaledClock(speed: Double(speed))
      follow(clock, since: clock.now)
    }
  }

  /// Says whom to tell that the session changed, and that it cannot be recorded any further.
  func connect(
    change: @escaping @Sendable () -> Void, trouble: @escaping @Sendable (RecordingError) -> Void
  ) {
    onChange.connect { _ in change() }
    onTrouble.connect(trouble)
  }

  /// Why nothing is recorded any more; nil while all is well.
  var failure: RecordingError? { recorder.failure }

  /// The recording's path, when something was said in it.
  var kept: String? {
    guard let path = recording.path, access(path, F_OK) == 0 else { return nil }
    return path
  }

  /// Cancels what is being answered and closes the recording.
  func finish() {
    guard
      isFinished.withLock({ isFinished in
        defer { isFinished = true }
        return !isFinished
      })
    else { return }
    driver.cancel()
    let isEmpty = (try? recording.requests(limit: 1).isEmpty) ?? false
    recorder.close()
    if isUnasked, isEmpty { remove() }
  }

  private func remove() {
    guard let path = recording.path else { return }
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
  }
}
