import PrefixCache
import Recordings
import Tokenizers
import Transcripts

/// Four characters are a token: easy to work out by hand.
struct FourCharacters: TokenCounter {
  var name: String { "four" }
  func count(utf8: UnsafeBufferPointer<UInt8>) -> Int { (utf8.count + 3) / 4 }
}

/// Writes a session into a recording in memory the way a person would tell it: say, answer, call.
final class RecordedSession {
  let recording: Recording
  private(set) var session = SessionID(0)
  private(set) var entries: [EntryID] = []
  private var records: [EntryID: EntryRecord] = [:]
  private var parent: SnapshotID?
  private var request = RequestID(0)
  private var previous: [EntryID] = []
  private var inferenceCount = 0
  private(set) var clock: Int64 = 43_200_000
  private var nextID = 1
  /// Milliseconds a thousand tokens take; nil for a recording without times.
  var prefillSpeed: Int64? = 6000
  var profile: String?
  var model: String? = "scripted"

  init(title: String = "craft", window: Int? = 4096, on recording: Recording? = nil) throws {
    self.recording = try recording ?? Recording.inMemory(tokenizer: "four")
    session = try self.recording.write { writer in
      try writer.insertSession(
        uuid: "uuid-\(title)", title: title, origin: "test", window: window.map { .reported($0) })
    }
  }

  // MARK: What is said

  static func json(_ text: String) -> String { JSONValue.string(text).text() }

  private func id() -> String {
    defer { nextID += 1 }
    return "\"id\":\"e\(nextID)\""
  }

  private func segments(_ text: String) -> String {
    "\"contents\":[{\"id\":\"s\",\"text\":\(Self.json(text)),\"type\":\"text\"}]"
  }

  private func intern(_ json: String) throws -> EntryID {
    var scanner = EntryScanner()
    let bytes = Array(json.utf8)
    _ = try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in try scanner.scan(buffer, at: 0) }
    let counted = EntryTokens.count(scanner.parts, counter: FourCharacters())
    let record = scanner.record(tokens: counted.all, toolTokens: counted.tools)
    let id = try recording.write { try $0.intern(record) }
    records[id] = record
    return id
  }

  func instructions(_ text: String, tools: [String] = []) throws {
    let definitions = tools.map {
      "{\"type\":\"function\",\"function\":{\"name\":\(Self.json($0)),\"description\":\(Self.json("Does \($0) for the person.")),"
        + "\"parameters\":{\"type\":\"object\",\"properties\":{\"craft\":{\"type\":\"string\","
        + "\"description\":\"Which craft\"}},\"required\":[\"craft\"]}}}"
    }
    let entry = try intern(
      "{\(id()),\"role\":\"instructions\",\(segments(text)),\"tools\":[\(definitions.joined(separator: ","))]}"
    )
    if entries.isEmpty { entries = [entry] } else { entries[0] = entry }
  }

  /// A prompt begins a request.
  func prompt(_ text: String) throws {
    entries.append(try intern("{\(id()),\"role\":\"user\",\(segments(text)),\"options\":{}}"))
    let (session, clock) = (session, clock)
    request = try recording.write { writer in
      try writer.insertRequest(
        session: session, prompt: text, started: Timestamp(milliseconds: clock), outcome: .completed)
    }
  }

  func output(_ tool: String, _ text: String) throws {
    let entry = try intern(
      "{\(id()),\"role\":\"tool\",\"toolName\":\(Self.json(tool)),\"toolCallID\":\"c\",\(segments(text))}")
    entries.append(entry)
  }

  func entry(json: String) throws { entries.append(try intern(json)) }

  func replace(_ index: Int, prompt text: String) throws {
    entries[index] = try intern("{\(id()),\"role\":\"user\",\(segments(text)),\"options\":{}}")
  }

  func drop(_ range: Range<Int>) { entries.removeSubrange(range) }

  // MARK: What the model does

  @discardableResult
  func answer(_ text: String, _ cause: CacheCause = .appended, divergence: Divergence? = nil) throws
    -> SnapshotID
  {
    try infer("{\(id()),\"role\":\"response\",\"assets\":[],\(segments(text))}", [], cause, divergence)
  }

  @discardableResult
  func call(
    _ tools: [String], _ arguments: String, _ cause: CacheCause = .appended, divergence: Divergence? = nil
  ) throws -> SnapshotID {
    let calls = tools.map { "{\"id\":\"c\",\"name\":\(Self.json($0)),\"arguments\":\(Self.json(arguments))}" }
    let json = "{\(id()),\"role\":\"response\",\"assets\":[],\"toolCalls\":[\(calls.joined(separator: ","))]}"
    return try infer(json, tools, cause, divergence)
  }

  private func tokens(_ ids: some Sequence<EntryID>) -> Int {
    ids.reduce(0) { $0 + Int(records[$1]?.tokens ?? 0) }
  }

  private func infer(
    _ json: String, _ calls: [String], _ cause: CacheCause, _ divergence: Divergence?
  ) throws -> SnapshotID {
    let sent = entries
    let made = try intern(json)
    entries.append(made)
    var kept = 0
    while kept < previous.count, kept < sent.count, previous[kept] == sent[kept] { kept += 1 }
    let reused = divergence?.token ?? tokens(sent[..<kept])
    let input = tokens(sent)
    let output = tokens([made])
    let lost = cause.isLoss ? max(0, min(tokens(previous), input) - reused) : 0
    let started = clock
    var firstToken: Int64?
    if let prefillSpeed {
      firstToken = started + Int64(input - reused) * prefillSpeed / 1000
      clock = (firstToken ?? started) + Int64(output) * 26
    }
    let finished = clock
    clock += 4_000
    let snapshot = try snapshot(cause: "response")
    inferenceCount += 1
    let row = InferenceRow(
      id: InferenceID(0), request: request, session: session, sequence: inferenceCount, model: model,
      profile: profile, snapshot: snapshot, inputEntries: sent.count, position: kept,
      removed: previous.count - kept, inserted: sent.count - kept,
      started: prefillSpeed == nil ? nil : Timestamp(milliseconds: started),
      firstToken: firstToken.map { Timestamp(milliseconds: $0) },
      finished: prefillSpeed == nil ? nil : Timestamp(milliseconds: finished), input: .counted(input),
      reused: .predicted(reused), prefilled: .predicted(input - reused), output: .counted(output),
      reasoning: nil, cause: cause, divergence: divergence, calls: calls, finish: nil, error: nil,
      lostTokens: lost)
    _ = try recording.write { try $0.insertInference(row) }
    previous = entries
    return snapshot
  }

  private var stored: [EntryID] = []

  @discardableResult
  func snapshot(cause: String) throws -> SnapshotID {
    var kinds = KindTokens()
    for id in entries {
      guard let record = records[id] else { continue }
      kinds.add(
        ContextEntry(
          kind: record.kind, content: record.content, tokens: record.tokens, toolTokens: record.toolTokens))
    }
    let splice = Splice.between(stored, entries)
    let first = entries.first.flatMap { records[$0]?.kind == .instructions ? $0 : nil }
    let (session, parent, clock) = (session, parent, clock)
    let snapshot = try recording.write { writer in
      try writer.insertSnapshot(
        session: session, parent: parent, at: Timestamp(milliseconds: clock), cause: cause, splice: splice,
        instructions: first, tokens: kinds)
    }
    self.parent = snapshot
    stored = entries
    return snapshot
  }
}

extension RecordedSession {
  /// The session of the mock-up: three profiles pass a conversation on, and the cache is lost with each pass.
  static func craft(timed: Bool = true, window: Int? = 1536, profiles: Bool = true) throws -> RecordedSession
  {
    let session = try RecordedSession(window: window)
    session.prefillSpeed = timed ? 6000 : nil
    func enter(_ profile: String) { session.profile = profiles ? profile : nil }
    enter("brainstorm")
    try session.instructions(
      "You are a warm and friendly expert crafting companion. Propose three ideas and ask which one to make.",
      tools: ["title", "switchToTutorialMode"])
    try session.prompt("ideas for a paper gift that a child can make")
    try session.answer(long("Three ideas: a crane, a pinwheel, a star.", 9), .cold)
    try session.prompt("a title for the crane")
    try session.call(["title"], "{\"craft\":\"paper crane\",\"mood\":\"calm\"}")
    try session.output("title", "A Crane for a Quiet Afternoon")
    try session.answer(long("How about “A Crane for a Quiet Afternoon”?", 3))
    try session.prompt("and how do I fold it?")
    try session.call(["switchToTutorialMode"], "{\"craft\":\"paper crane\"}")
    enter("tutorial")
    try session.output("switchToTutorialMode", "Tutorial mode.")
    try session.instructions(
      "You are an expert craft tutorial writer. Number every step and name the tools.",
      tools: ["convertMeasurement", "title", "coach"])
    try session.answer(
      long("1. Start with the white side up. 2. Fold in half.", 16), .profileSwitch,
      divergence: Divergence(
        token: 3, entry: 0, part: "text", byte: 9, before: "a warm and friendly expert crafting…",
        after: "an expert craft tutorial writer…"))
    try session.prompt("how wide is the square in inches?")
    try session.call(
      ["convertMeasurement", "convertMeasurement"], "{\"value\":15,\"from\":\"cm\",\"to\":\"in\"}")
    try session.output("convertMeasurement", "5.9 in")
    try session.output("convertMeasurement", "5.9 in")
    try session.answer(long("A square of 5.9 inches.", 4))
    try session.prompt("what does “valley fold” mean?")
    try session.answer(long("A valley fold is one whose crease points away.", 8))
    try session.prompt("show me")
    try session.answer(long("Lay the paper flat, lift one edge to the other.", 10))
    enter("coach")
    try session.instructions(
      "You are a patient coach. Praise what went well first.", tools: ["coach", "showPicture"])
    try session.prompt("mine looks crooked")
    try session.answer(
      long("That happens to everyone who folds a crane.", 12), .profileSwitch,
      divergence: Divergence(
        token: 3, entry: 0, part: "text", byte: 8, before: "an expert craft tutorial writer…",
        after: "a patient coach…"))
    try session.prompt("better?")
    try session.answer(long("Much better: the wings are even.", 6))
    try session.replace(1, prompt: "ideas for a paper gift that a child can make\u{A0}alone")
    try session.prompt("and now the tail")
    try session.answer(
      long("Pull the tail gently outwards.", 20), .entryEdited,
      divergence: Divergence(
        token: 70, entry: 1, part: "text", byte: 44, before: "make", after: "make\u{A0}alone",
        detail: "U+00A0 for U+0020"))
    try session.prompt("thank you")
    try session.answer(long("You are welcome. Come back with the next craft.", 2))
    return session
  }

  static func long(_ text: String, _ times: Int) -> String {
    Array(repeating: text, count: times).joined(separator: " ")
  }
}
