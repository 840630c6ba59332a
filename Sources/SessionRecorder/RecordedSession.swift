import PrefixCache
import Recordings
import SessionEngine
import Tokenizers
import Transcripts

/// One session while it is recorded: its transcript as the recording has it, and what the caches of its
/// models hold.
///
/// How this works: the transcript is kept beside the ids of its entries, so that a change reads, counts and
/// stores only what it brings. What an inference is sent is matched against it entry by entry; for each model
/// the list sent last, with its answer, is what the cache holds, and the comparison of the next one with it
/// tells the reuse. An answer is whatever the model adds to the end of the transcript from the start of an
/// inference to the start of the next.
struct RecordedSession {
  let id: SessionID
  var recorder: EntryRecorder
  var entries = RecordedTranscript()
  var tokens = KindTokens()
  var snapshot: SnapshotID?
  /// How often the transcript was changed anywhere but at its end.
  var rewrites = 0
  /// Entries that the session began with, its instructions among them, when it had a history.
  var restored = 0
  var window: Int?

  var request: (number: Int, id: RequestID)?
  /// The inference that runs, or ran last.
  var inference: LiveInference?
  var models: [String: HeldContext] = [:]
  /// The prewarm that runs, and what its model holds once it is done.
  var prewarm: (number: Int, model: String, held: HeldContext)?
  var variants: [String: RecordedEntry] = [:]
  private var toolStarts: [String: Int64] = [:]
  var lastStreamed: Int64?

  init(
    _ identity: SessionIdentity, parent: SessionID?, startingWith transcript: [Transcript.Entry], at: Int64,
    counter: any TokenCounter, _ writer: inout RecordingWriter
  ) throws {
    recorder = EntryRecorder(counter: counter)
    id = try writer.insertSession(
      uuid: identity.id, title: identity.title, origin: "live", started: Timestamp(milliseconds: at),
      parent: parent, parentCall: identity.parent?.toolCall)
    guard !transcript.isEmpty else { return }
    let hasHistory = transcript.contains { $0.kind != .instructions }
    restored = hasHistory ? transcript.count : 0
    try splice(0, removing: 0, transcript, cause: hasHistory ? "restored" : "instructions", at, &writer)
  }

  // MARK: - Events

  /// True for a moment of an inference that comes too soon after the one that was written last.
  func ignores(_ event: SessionEvent) -> Bool {
    guard case .inferenceProgressed = event.kind, let last = lastStreamed else { return false }
    // Thirty times a second, by the session's own clock; a clock that was turned back counts as another one.
    return event.at >= last && event.at - last < 33
  }

  mutating func record(_ event: SessionEvent, _ writer: inout RecordingWriter) throws {
    let at = event.at
    switch event.kind {
    case .started: break
    case .transcript(let change):
      try splice(
        change.position, removing: change.removed, change.inserted, cause: change.cause.rawValue, at, &writer)
    case .requestStarted(let start):
      let prompt = try recorder.firstWords(of: start.prompt)
      let id = try writer.insertRequest(
        session: self.id, prompt: prompt, started: Timestamp(milliseconds: at))
      request = (start.number, id)
    case .requestEnded(let end): try endRequest(end, at, &writer)
    case .prewarmStarted(let start): try startPrewarm(start, at, &writer)
    case .prewarmEnded(let end): try endPrewarm(end, at, &writer)
    case .profileActivated(let activation):
      try note(.profile(name: activation.name, previous: activation.previous), at, &writer)
    case .inferenceStarted(let start): try startInference(start, at, &writer)
    case .inferenceProgressed(let progress): try stream(progress, at, &writer)
    case .inferenceEnded(let end): try endInference(end, at, &writer)
    case .hook(let run):
      try note(.hook(name: run.name, profile: run.profile, error: run.error), at, &writer)
    case .toolStarted(let call):
      toolStarts[call.id] = at
      try note(.toolStarted(call: call.id, tool: call.toolName), at, &writer)
    case .toolEnded(let end):
      let milliseconds = toolStarts.removeValue(forKey: end.call.id).map { Int(clamping: at - $0) }
      try note(
        .toolEnded(
          call: end.call.id, tool: end.call.toolName, milliseconds: milliseconds, error: end.error), at,
        &writer)
    case .property(let change): try note(.property(name: change.name, value: change.value), at, &writer)
    case .ended:
      try writer.endStreaming(of: id)
      try writer.endSession(id, at: Timestamp(milliseconds: at))
    }
  }

  func note(_ event: LiveEvent, _ at: Int64, _ writer: inout RecordingWriter) throws {
    let place = LiveEvent.Place(request: request?.number, inference: inference?.number ?? 0)
    try writer.insertEvent(
      session: id, snapshot: snapshot, at: Timestamp(milliseconds: at), kind: event.kind,
      json: event.json(at: place))
  }

  // MARK: - Requests

  private mutating func endRequest(
    _ end: RequestEnd, _ at: Int64, _ writer: inout RecordingWriter
  ) throws {
    guard let open = request, open.number == end.number else { return }
    let outcome: RequestRow.Outcome
    switch end.outcome {
    case .completed: outcome = .completed
    case .cancelled: outcome = .cancelled
    case .failed(let failure):
      outcome = .failed
      try note(.requestFailed(request: end.number, failure), at, &writer)
    }
    try writer.updateRequest(open.id, ended: Timestamp(milliseconds: at), outcome: outcome)
    request = nil
  }
}
