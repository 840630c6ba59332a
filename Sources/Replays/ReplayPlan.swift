import ModelBackends
import Recordings
import SessionEngine
import Transcripts

/// What recorded sessions were told and shown, ready to be done again: their prompts, what the app changed between them, what their tools
/// returned, and what their models answered.
public struct ReplayPlan: Sendable {
  /// One prompt and what stood before it.
  public struct Request: Sendable {
    /// What was asked, images among it.
    public var prompt: Prompt
    /// Its beginning, in one line.
    public var words: String
    /// What the answer had to follow; nil for plain text.
    public var schema: GenerationSchema?
    /// Options of the call (P3).
    public var options: GenerationOptions
    /// How the prompt was put into the context.
    public var contextOptions: ContextOptions
    /// What was done since the request before, while none was being answered, in order.
    public var preparations: [Preparation]
  }

  /// Something that was done between two requests.
  public enum Preparation: Sendable, Hashable {
    /// A session property was written.
    case change(Change)
    /// A model was handed the beginning of the next request.
    case prewarm(Prewarm)
  }

  /// A prewarm that was asked for.
  public struct Prewarm: Sendable, Hashable {
    /// The beginning of the prompt; nil where none was given.
    public var promptPrefix: String?
    /// It came to its end before the request did.
    public var isFinished: Bool
  }

  /// A session property that was written, or a model's state: `cloud.quota`.
  public struct Change: Sendable, Hashable {
    /// The property's name.
    public var name: String
    /// Its new value, as text.
    public var value: String
  }

  /// A session that somebody began; those that its tools begin belong to it.
  public struct Session: Sendable {
    /// In order.
    public var requests: [Request] = []
    /// What it began with, without its instructions; empty for a new one.
    public var history: [Transcript.Entry] = []
  }

  /// In the order of the recording.
  public private(set) var sessions: [Session] = []
  /// Models' answers.
  public private(set) var script = PlaybackScript(inferences: [])
  /// Tools' outputs.
  public private(set) var outputs: [ToolOutputTape.Output] = []

  /// How many prompts there are.
  public var requestCount: Int { sessions.reduce(0) { $0 + $1.requests.count } }

  /// Reads sessions that no tool began, and with them those that their tools began.
  /// - Throws: `RecordingError`, where the recording cannot be read.
  public init(of roots: [SessionRow], in recording: Recording) throws(RecordingError) {
    let all = try recording.sessions()
    var entries = EntryReader(recording)
    var calls = ToolOutputTape.Reader(beginningSessions: Set(all.compactMap(\.parentCall)))
    for (number, root) in roots.enumerated() {
      var session = Session()
      if let first = try recording.snapshots(of: root.id, limit: 1).first, first.cause == "restored" {
        session.history = try entries.read(recording.entryIDs(of: first.id))
        if case .instructions? = session.history.first { session.history.removeFirst() }
      }
      var played: [(id: InferenceID, inference: PlaybackScript.Inference)] = []
      session.requests = try read(root, number, recording, &entries, &calls, &played)
      // A session stands behind the one that began it.
      var family: Set = [root.id]
      for child in all where child.parent.map(family.contains) == true && child.id > root.id {
        family.insert(child.id)
        _ = try read(child, number, recording, &entries, &calls, &played)
      }
      // Stable: what never came to a model stands before the inference after it.
      script.inferences += played.enumerated()
        .sorted { ($0.element.id, $0.offset) < ($1.element.id, $1.offset) }.map(\.element.inference)
      sessions.append(session)
    }
    outputs = calls.outputs
  }

  /// A session's requests; its inferences and its tools' outputs are added to the others.
  private func read(
    _ session: SessionRow, _ number: Int, _ recording: Recording, _ entries: inout EntryReader,
    _ calls: inout ToolOutputTape.Reader,
    _ played: inout [(id: InferenceID, inference: PlaybackScript.Inference)]
  ) throws(RecordingError) -> [Request] {
    calls.turnOver()
    let rows = try recording.requests(of: session.id)
    let byRequest = Dictionary(grouping: try recording.inferences(of: session.id), by: \.request)
    var preparations = try Self.preparations(session, recording)[...]
    let failures = try Self.failures(of: rows, session, recording)
    var requests: [Request] = []
    // Where the prompts of requests without inferences stand: they may have been taken back since.
    let isSilent = rows.contains { byRequest[$0.id] == nil }
    let prompts = isSilent ? try recording.snapshots(of: session.id).filter { $0.cause == "prompt" } : []
    for (index, row) in rows.enumerated() {
      let own = byRequest[row.id] ?? []
      var request = Request(
        prompt: Prompt(row.prompt), words: row.prompt, options: GenerationOptions(),
        contextOptions: ContextOptions(),
        preparations: [])
      // Whatever was done before the request's first inference began belongs to it.
      let first =
        own.first?.sequence
        ?? (rows.dropFirst(index + 1).lazy.compactMap { byRequest[$0.id]?.first }
          .first?.sequence ?? .max)
      while let next = preparations.first, next.inference < first {
        request.preparations.append(next.preparation)
        preparations.removeFirst()
      }
      if own.isEmpty, prompts.count == rows.count {
        let asked = try entries.sincePrompt(recording.entryIDs(of: prompts[index].id)[...])
        request.take(asked)
        if let failure = failures[row.id] {
          var made = PlaybackScript.Inference(
            request: index + 1, number: 0, sent: asked, answer: [], end: .unsent(failure.words))
          made.session = number
          // It stands before whatever came next.
          let next = rows.dropFirst(index + 1).lazy.compactMap { byRequest[$0.id]?.first?.id }.first
          played.append((next ?? InferenceID(.max), made))
        }
      }
      for (place, inference) in own.enumerated() {
        let list = try recording.entryIDs(of: inference.snapshot)
        if place == 0 { request.take(try entries.sincePrompt(list.prefix(inference.inputEntries))) }
        calls.read(try entries.unread(list))
        let answer = try entries.read(list.dropFirst(inference.inputEntries)).filter(\.kind.isModelOutput)
        let end = Self.end(of: inference, in: failures[row.id])
        var window: Int?
        if case .failed = end { window = try recording.profile(of: inference.id)?.window }
        var made = PlaybackScript.Inference(
          request: index + 1, number: inference.sequence,
          sent: try entries.sincePrompt(recording.sent(by: inference)[...]), answer: answer, end: end,
          window: window)
        made.session = number
        played.append((inference.id, made))
      }
      requests.append(request)
    }
    if let last = try recording.latestSnapshots(of: session.id, limit: 1).last {
      calls.read(try entries.unread(recording.entryIDs(of: last.id)))
    }
    return requests
  }

  /// A request fails with what its inference failed with, and its event tells more of it.
  private static func end(of inference: InferenceRow, in failure: RequestFailure?) -> PlaybackScript.End {
    if inference.finish == "cancelled" { return .cancelled }
    guard let words = inference.error else { return .answered }
    if let failure, failure.words == words { return .failed(failure) }
    return .failed(RequestFailure(words))
  }

  /// What each failed request failed with: its event is written with its end, so that they are in one order. An engine's number of a
  /// request is not the recording's where recording began in the middle of a session.
  private static func failures(
    of rows: [RequestRow], _ session: SessionRow, _ recording: Recording
  ) throws(RecordingError) -> [RequestID: RequestFailure] {
    let told = try recording.events(of: session.id, kind: "request-failed").compactMap { row in
      if case .requestFailed(_, let failure)? = LiveEvent(row) { failure } else { nil }
    }
    return Dictionary(
      zip(rows.filter { $0.outcome == .failed }.map(\.id), told), uniquingKeysWith: { first, _ in first })
  }

  /// Writes of properties and prewarms, outside of requests, each with the inference that had begun last.
  private static func preparations(
    _ session: SessionRow, _ recording: Recording
  ) throws(RecordingError) -> [(inference: Int, preparation: Preparation)] {
    let prewarms = try recording.prewarms(of: session.id)
    let rows =
      try recording.events(of: session.id, kind: "property")
      + recording.events(of: session.id, kind: "prewarm")
    return rows.sorted { $0.id < $1.id }.compactMap { row in
      guard let place = LiveEvent.Place(row), place.request == nil else { return nil }
      switch LiveEvent(row) {
      case .property(let name, let value):
        return (place.inference, .change(Change(name: name, value: value)))
      case .prewarm(let started):
        let end = prewarms.first { $0.row.number == started.number }?.end
        return (
          place.inference,
          .prewarm(Prewarm(promptPrefix: started.promptPrefix, isFinished: end?.finish == .finished))
        )
      default: return nil
      }
    }
  }
}

extension ReplayPlan.Request {
  /// The prompt as it stands in the transcript, whole and with its options.
  fileprivate mutating func take(_ transcript: some BidirectionalCollection<Transcript.Entry>) {
    for entry in transcript.reversed() {
      guard case .prompt(let prompt) = entry else { continue }
      self.prompt = Prompt(prompt.segments.compactMap(Self.part))
      schema = prompt.responseFormat?.schema
      options = prompt.options
      contextOptions = prompt.contextOptions
      return
    }
  }

  private static func part(_ segment: Transcript.Segment) -> Prompt? {
    switch segment {
    case .text(let text): return Prompt(text.content)
    case .structure(let structure): return Prompt(structure.content)
    case .attachment(let attachment):
      guard case .image(let image) = attachment.content else { return nil }
      let made = Attachment(image)
      return Prompt(attachment.label.map { made.label($0) } ?? made)
    case .unknown: return nil
    }
  }
}
