import PrefixCache
import Recordings
import SessionEngine
import SessionRecorder
import Testing
import Tokenizers
import Transcripts

/// One token a word, words being what blanks separate: sums that a person can do.
struct WordCounter: TokenCounter {
  var name: String { "words/1" }

  func count(utf8: UnsafeBufferPointer<UInt8>) -> Int {
    utf8.split(whereSeparator: { $0 == 0x20 || $0 == 0x0A }).count
  }
}

extension Transcript.Entry {
  /// Ids follow from the content.
  static func instructions(_ text: String) -> Self {
    .instructions(.init(id: "I-\(text)", segments: [.plain(text)], toolDefinitions: []))
  }

  static func prompt(_ text: String) -> Self { .prompt(.init(id: "P-\(text)", segments: [.plain(text)])) }
  static func response(_ text: String) -> Self {
    .response(.init(id: "R-\(text)", segments: [.plain(text)]))
  }
  static func reasoning(_ text: String) -> Self {
    .reasoning(.init(id: "T-\(text)", segments: [.plain(text)]))
  }
}

extension Transcript.Segment {
  static func plain(_ text: String) -> Self { .text(.init(id: "s", content: text)) }
}

/// A session that does what a test tells it, announcing it to a recorder as the engine would.
struct ToldSession {
  let recorder: SessionRecorder
  let identity: SessionIdentity
  private(set) var transcript: [Transcript.Entry]
  /// Milliseconds; each event takes one.
  var now: Int64
  var profile = "planner"
  var model = "scripted"
  var options: [ResolvedOption] = []
  var transform: @Sendable ([Transcript.Entry]) -> [Transcript.Entry] = { $0 }
  private var requests = 0
  private(set) var inferences = 0

  init(
    _ recorder: SessionRecorder, _ id: String = "s", parent: SessionIdentity.Parent? = nil, at: Int64 = 1000,
    startingWith transcript: [Transcript.Entry] = []
  ) {
    self.recorder = recorder
    self.transcript = transcript
    identity = SessionIdentity(id: id, title: id, parent: parent)
    now = at
    tell(.started(Transcript(entries: transcript)))
  }

  mutating func tell(_ kind: SessionEvent.Kind) {
    now += 1
    recorder.observe(SessionEvent(at: now, kind: kind), of: identity)
  }

  mutating func change(
    _ cause: TranscriptChange.Cause, at position: Int? = nil, removing removed: Int = 0,
    _ inserted: [Transcript.Entry]
  ) {
    let position = position ?? transcript.count
    transcript.replaceSubrange(position..<position + removed, with: inserted)
    tell(
      .transcript(
        TranscriptChange(
          cause: cause, position: position, removed: removed, inserted: inserted, count: transcript.count)))
  }

  mutating func prompt(_ text: String) {
    let entry = Transcript.Entry.prompt(text)
    change(.prompt, [entry])
    guard case .prompt(let prompt) = entry else { return }
    requests += 1
    tell(.requestStarted(RequestStart(number: requests, prompt: prompt)))
  }

  mutating func begin() {
    inferences += 1
    tell(
      .inferenceStarted(
        InferenceStart(
          number: inferences, request: requests, model: model, contextSize: 4096, profile: profile,
          sent: transform(transcript), transcriptCount: transcript.count, tools: [], options: options)))
  }

  mutating func end(_ end: InferenceEnd? = nil) {
    tell(.inferenceEnded(end ?? InferenceEnd(inference: inferences, finish: "stop")))
  }

  mutating func endRequest(_ outcome: RequestEnd.Outcome = .completed) {
    tell(.requestEnded(RequestEnd(number: requests, outcome: outcome)))
  }

  /// A whole request with one inference.
  mutating func turn(_ prompt: String, _ answer: String) {
    self.prompt(prompt)
    begin()
    change(.response, [.response(answer)])
    end()
    endRequest()
  }
}

extension Recording {
  static func told() throws -> (recording: Recording, recorder: SessionRecorder) {
    let recording = try Recording.inMemory(tokenizer: "words/1")
    return (recording, try SessionRecorder(recording: recording, counter: WordCounter()))
  }

  /// The texts of a snapshot's entries.
  func texts(_ snapshot: SnapshotID) throws -> [String] { try texts(entryIDs(of: snapshot)) }

  func texts(_ ids: [EntryID]) throws -> [String] {
    try entries(ids).map { record in
      try Transcript.Entry(json: JSONValue(parsing: record.json)).text
    }
  }
}
