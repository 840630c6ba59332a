import ModelBackends
import Recordings
import SessionEngine
import Transcripts

/// What a recorded session was told and shown, ready to be done again: its prompts, what the app changed between them, what its tools
/// returned, and what its models answered.
public struct ReplayPlan: Sendable {
  /// One prompt and what stood before it.
  public struct Request: Sendable {
    /// What was asked, images among it.
    public var prompt: Prompt
    /// What the answer had to follow; nil for plain text.
    public var schema: GenerationSchema?
    /// Options of the call (P3).
    public var options: GenerationOptions
    /// How the prompt was put into the context.
    public var contextOptions: ContextOptions
    /// Session properties that were written since the request before, while none was being answered: name and value, in order.
    public var changes: [Change]
  }

  /// A session property that was written, or a model's state: `cloud.quota`.
  public struct Change: Sendable, Hashable {
    /// The property's name.
    public var name: String
    /// Its new value, as text.
    public var value: String
  }

  /// In the order of the session.
  public private(set) var requests: [Request] = []
  /// What the session began with, without its instructions; empty for a new one.
  public private(set) var history: [Transcript.Entry] = []
  /// Models' answers.
  public private(set) var script = PlaybackScript(inferences: [])
  /// Tools' outputs.
  public private(set) var outputs: [ToolOutputTape.Output] = []

  /// Reads a session.
  /// - Throws: `RecordingError`, where the recording cannot be read.
  public init(of session: SessionRow, in recording: Recording) throws(RecordingError) {
    var entries = EntryReader(recording)
    if let first = try recording.snapshots(of: session.id, limit: 1).first, first.cause == "restored" {
      history = try entries.read(recording.entryIDs(of: first.id))
      if case .instructions? = history.first { history.removeFirst() }
    }
    let rows = try recording.requests(of: session.id)
    let all = try recording.inferences(of: session.id)
    let byRequest = Dictionary(grouping: all, by: \.request)
    var changes = try Self.changes(session, recording)[...]
    let failures = try Self.failures(of: rows, session, recording)
    var calls = ToolOutputTape.Reader()
    for (index, row) in rows.enumerated() {
      let own = byRequest[row.id] ?? []
      var request = Request(
        prompt: Prompt(row.prompt), options: GenerationOptions(), contextOptions: ContextOptions(),
        changes: [])
      // Whatever was changed before the request's first inference began belongs to it.
      let first =
        own.first?.sequence
        ?? (rows.dropFirst(index + 1).lazy.compactMap { byRequest[$0.id]?.first }
          .first?.sequence ?? .max)
      while let change = changes.first, change.inference < first {
        request.changes.append(change.change)
        changes.removeFirst()
      }
      for (place, inference) in own.enumerated() {
        let list = try recording.entryIDs(of: inference.snapshot)
        if place == 0 { request.take(try entries.sincePrompt(list.prefix(inference.inputEntries))) }
        calls.read(try entries.unread(list))
        let answer = try entries.read(list.dropFirst(inference.inputEntries)).filter(\.kind.isModelOutput)
        let end = Self.end(of: inference, in: failures[row.id])
        var window: Int?
        if case .failed = end { window = try recording.profile(of: inference.id)?.window }
        script.inferences.append(
          PlaybackScript.Inference(
            request: index + 1, number: inference.sequence,
            sent: try entries.sincePrompt(recording.sent(by: inference)[...]), answer: answer, end: end,
            window: window))
      }
      requests.append(request)
    }
    if let last = try recording.latestSnapshots(of: session.id, limit: 1).last {
      calls.read(try entries.unread(recording.entryIDs(of: last.id)))
    }
    outputs = calls.outputs
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

  /// Writes of properties outside of requests, each with the inference that had begun last.
  private static func changes(
    _ session: SessionRow, _ recording: Recording
  ) throws(RecordingError) -> [(inference: Int, change: Change)] {
    try recording.events(of: session.id, kind: "property").compactMap { row in
      guard let place = LiveEvent.Place(row), place.request == nil,
        case .property(let name, let value)? = LiveEvent(row)
      else { return nil }
      return (place.inference, Change(name: name, value: value))
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
