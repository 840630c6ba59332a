import FoundationEssentials
import Transcripts

/// Makes entries of what an executor sends, event by event (API §17): a function without a model.
///
/// An event that names no entry continues the last one, if that is of its kind, or opens a new one. Text without a segment's name goes to
/// the last text segment of its entry. Metadata and usage replace what was told before.
struct TranscriptAssembly {
  private let makeID: () -> String
  private var growing: [GrowingEntry] = []
  /// Tokens decoded so far, as the events tell.
  private(set) var decoded = 0
  /// Of these, on reasoning.
  private(set) var reasoned = 0
  /// What the executor told last.
  private(set) var usage: LanguageModelExecutorGenerationChannel.Usage?
  /// Something was generated, if only an empty text.
  var hasBegun: Bool { !growing.isEmpty }

  private typealias Channel = LanguageModelExecutorGenerationChannel

  private enum GrowingEntry {
    case response(Transcript.Response)
    case reasoning(Transcript.Reasoning)
    case calls(GrowingCalls)

    var kind: EntryKind {
      switch self {
      case .response: .response
      case .reasoning: .reasoning
      case .calls: .toolCalls
      }
    }

    var id: String {
      switch self {
      case .response(let entry): entry.id
      case .reasoning(let entry): entry.id
      case .calls(let entry): entry.id
      }
    }
  }

  private struct GrowingCalls {
    var id: String
    var calls: [GrowingCall] = []
    /// Entries of calls have no metadata of their own: it goes to every call that says nothing else under the same name.
    var metadata: [String: GeneratedContent] = [:]
  }

  private struct GrowingCall {
    var id: String
    var name: String
    var arguments = ""
    var metadata: [String: GeneratedContent] = [:]
  }

  init(makeID: @escaping () -> String) { self.makeID = makeID }

  mutating func receive(_ event: LanguageModelExecutorGenerationChannel.Event) {
    switch event.kind {
    case .response(let event): receive(event)
    case .reasoning(let event): receive(event)
    case .toolCalls(let event): receive(event)
    case .report: break
    }
  }

  private mutating func receive(_ event: LanguageModelExecutorGenerationChannel.Response) {
    if case .usage(let usage) = event.action.kind {
      self.usage = usage
      return
    }
    let place = place(of: event.entryID, kind: .response) {
      .response(Transcript.Response(id: $0, metadata: [:], segments: []))
    }
    guard case .response(var entry) = take(place) else { return }
    switch event.action.kind {
    case .appendText(let text):
      append(text, to: &entry.segments)
      decoded += text.tokenCount
    case .replaceText(let text):
      replace(text, in: &entry.segments)
      decoded += text.tokenCount
    case .addAttachment(let segment): entry.segments.append(.attachment(segment))
    case .removeAttachment(let id):
      entry.segments.removeAll { if case .attachment(let segment) = $0 { segment.id == id } else { false } }
    case .metadata(let metadata): entry.metadata = metadata.values
    case .usage: break
    }
    growing[place] = .response(entry)
  }

  private mutating func receive(_ event: LanguageModelExecutorGenerationChannel.Reasoning) {
    if case .usage(let usage) = event.action.kind {
      self.usage = usage
      return
    }
    let place = place(of: event.entryID, kind: .reasoning) {
      .reasoning(Transcript.Reasoning(id: $0, segments: []))
    }
    guard case .reasoning(var entry) = take(place) else { return }
    switch event.action.kind {
    case .appendText(let text):
      append(text, to: &entry.segments)
      decoded += text.tokenCount
      reasoned += text.tokenCount
    case .replaceText(let text):
      replace(text, in: &entry.segments)
      decoded += text.tokenCount
      reasoned += text.tokenCount
    case .signature(let signature):
      entry.signature = signature.signature
      decoded += signature.tokenCount
      reasoned += signature.tokenCount
    case .metadata(let metadata): entry.metadata = metadata.values
    case .usage: break
    }
    growing[place] = .reasoning(entry)
  }

  private mutating func receive(_ event: LanguageModelExecutorGenerationChannel.ToolCalls) {
    if case .usage(let usage) = event.action.kind {
      self.usage = usage
      return
    }
    let place = place(of: event.entryID, kind: .toolCalls) {
      .calls(GrowingCalls(id: $0))
    }
    guard case .calls(var entry) = take(place) else { return }
    switch event.action.kind {
    case .call(let event):
      let index = entry.calls.firstIndex { $0.id == event.id } ?? entry.calls.endIndex
      if index == entry.calls.endIndex {
        entry.calls.append(GrowingCall(id: event.id, name: event.name))
      }
      switch event.action.kind {
      case .appendArguments(let fragment):
        entry.calls[index].arguments += fragment.content
        decoded += fragment.tokenCount
      case .metadata(let metadata): entry.calls[index].metadata = metadata.values
      }
    case .remove(let id): entry.calls.removeAll { $0.id == id }
    case .metadata(let metadata): entry.metadata = metadata.values
    case .usage: break
    }
    growing[place] = .calls(entry)
  }

  /// Where the entry stands that an event belongs to; opened if it is not there.
  private mutating func place(
    of id: String?, kind: EntryKind, opening open: (String) -> GrowingEntry
  ) -> Int {
    if let id {
      if let place = growing.firstIndex(where: { $0.id == id && $0.kind == kind }) { return place }
    } else if growing.last?.kind == kind {
      return growing.count - 1
    }
    growing.append(open(id ?? makeID()))
    return growing.count - 1
  }

  /// Takes an entry out of its place to be changed and put back, so that its text grows where it is.
  private mutating func take(_ place: Int) -> GrowingEntry {
    let entry = growing[place]
    growing[place] = .calls(GrowingCalls(id: entry.id))
    return entry
  }

  private func append(_ text: Channel.TextFragment, to segments: inout [Transcript.Segment]) {
    guard let index = textSegment(text.segmentID, in: segments), case .text(var segment) = segments[index]
    else {
      segments.append(
        .text(Transcript.TextSegment(id: text.segmentID ?? makeID(), content: text.content)))
      return
    }
    segments[index] = .text(Transcript.TextSegment(id: "", content: ""))
    segment.content += text.content
    segments[index] = .text(segment)
  }

  private func replace(_ text: Channel.TextSegmentReplacement, in segments: inout [Transcript.Segment]) {
    guard let index = textSegment(text.segmentID, in: segments), case .text(var segment) = segments[index]
    else {
      segments.append(
        .text(Transcript.TextSegment(id: text.segmentID ?? makeID(), content: text.content)))
      return
    }
    segment.content = text.content
    segments[index] = .text(segment)
  }

  private func textSegment(_ id: String?, in segments: [Transcript.Segment]) -> Int? {
    segments.lastIndex { if case .text(let text) = $0 { id == nil || text.id == id } else { false } }
  }
}

extension TranscriptAssembly {
  /// The entries when the executor is done. What holds nothing is left out.
  func finished() -> [Transcript.Entry] {
    growing.compactMap { entry in
      switch entry {
      case .response(let entry): entry.segments.isEmpty && entry.metadata.isEmpty ? nil : .response(entry)
      case .reasoning(let entry): entry.segments.isEmpty && entry.signature == nil ? nil : .reasoning(entry)
      case .calls(let entry):
        entry.calls.isEmpty
          ? nil : .toolCalls(Transcript.ToolCalls(id: entry.id, entry.calls.map { call(of: $0, in: entry) }))
      }
    }
  }

  /// The entries of an inference that did not come to its end: the last is marked with `partial: true` in its metadata (R5).
  func partial() -> [Transcript.Entry] {
    var entries = finished()
    let mark = GeneratedContent(true)
    switch entries.last {
    case .response(var entry):
      entry.metadata["partial"] = mark
      entries[entries.count - 1] = .response(entry)
    case .reasoning(var entry):
      entry.metadata["partial"] = mark
      entries[entries.count - 1] = .reasoning(entry)
    case .toolCalls(let entry):
      var calls = Array(entry)
      calls[calls.count - 1].metadata["partial"] = mark
      entries[entries.count - 1] = .toolCalls(Transcript.ToolCalls(id: entry.id, calls))
    default: break
    }
    return entries
  }

  /// The text of all responses so far.
  var text: String {
    growing.reduce(into: "") { text, entry in
      if case .response(let response) = entry { text += response.text }
    }
  }

  private func call(of call: GrowingCall, in entry: GrowingCalls) -> Transcript.ToolCall {
    var finished = Transcript.ToolCall(
      id: call.id, toolName: call.name, argumentsText: call.arguments.isEmpty ? "{}" : call.arguments)
    finished.metadata = entry.metadata.merging(call.metadata) { $1 }
    return finished
  }
}

extension Transcript.Response {
  /// The text of its text segments, one after the other; structured content as JSON.
  var text: String {
    segments.reduce(into: "") { text, segment in
      switch segment {
      case .text(let segment): text += segment.content
      case .structure(let segment): text += segment.content.jsonString
      default: break
      }
    }
  }
}
