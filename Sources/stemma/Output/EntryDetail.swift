import Recordings
import Terminal
import Transcripts

/// One entry as `show` prints it: for programs key by key, for people piece by piece.
struct EntryDetail {
  private let entry: Transcript.Entry

  init(_ record: EntryRecord) {
    // What a recording holds was written as JSON; should it be damaged, its text is shown as it is.
    let json =
      (try? JSONValue(parsing: record.json)) ?? .string(String(decoding: record.json, as: UTF8.self))
    entry = Transcript.Entry(json: json)
  }

  var id: String { entry.id }

  // MARK: For programs

  func write(to json: inout JSONOutput, index: Int, tokens: Quantity) {
    json.object { json in
      json.member("index", index)
      json.member("id", entry.id)
      json.member("kind", entry.kind.rawValue)
      json.member("tokens", tokens)
      switch entry {
      case .instructions(let instructions):
        json.member("text", entry.text)
        json.array("tools", instructions.toolDefinitions) { $0.string($1.name) }
      case .prompt(let prompt):
        json.member("text", entry.text)
        json.member("responseFormat", prompt.responseFormat?.name)
      case .toolCalls(let calls):
        json.array("calls", calls.calls) { json, call in
          json.object { json in
            json.member("id", call.id)
            json.member("name", call.toolName)
            json.member("arguments", call.arguments.json)
          }
        }
      case .toolOutput(let output):
        json.member("tool", output.toolName)
        json.member("callID", output.callID)
        json.member("text", entry.text)
      case .response, .reasoning:
        json.member("text", entry.text)
      case .unknown(let unknown):
        json.member("raw", unknown.json)
      }
      writeSegments(to: &json)
    }
  }

  /// What an entry holds besides text: structured content, images, segments of unknown types.
  private func writeSegments(to json: inout JSONOutput) {
    let structures = entry.segments.compactMap { segment -> Transcript.StructuredSegment? in
      if case .structure(let structure) = segment { structure } else { nil }
    }
    if !structures.isEmpty {
      json.array("structures", structures) { json, structure in
        json.object { json in
          json.member("name", structure.schemaName)
          json.member("content", structure.content.json)
        }
      }
    }
    let images = attachments
    if !images.isEmpty {
      json.array("attachments", images) { json, attachment in
        json.object { json in
          json.member("type", "image")
          json.member("label", attachment.label)
          json.member("mediaType", attachment.image.mediaType)
          json.member("bytes", attachment.image.byteCount)
          json.member("width", attachment.image.width)
          json.member("height", attachment.image.height)
        }
      }
    }
    let unknown = unknownSegments
    if !unknown.isEmpty { json.array("unknownSegments", unknown) { $0.value($1) } }
  }

  private var attachments: [Transcript.AttachmentSegment] {
    entry.segments.compactMap { segment in
      if case .attachment(let attachment) = segment { attachment } else { nil }
    }
  }

  private var unknownSegments: [JSONValue] {
    entry.segments.compactMap { segment in
      if case .unknown(let json) = segment { json } else { nil }
    }
  }

  // MARK: For people

  struct Piece {
    /// A line above the text: a tool's name, a structure's.
    var label: String?
    var text: String
    /// True for what is not said but told about the entry.
    var isAside = false
  }

  /// `tool output  searchRecipes`
  var title: String {
    switch entry {
    case .toolOutput(let output): "\(entry.kind.words)  \(output.toolName)"
    case .toolCalls(let calls): "\(entry.kind.words)  " + calls.calls.map(\.toolName).joined(separator: ", ")
    default: entry.kind.words
    }
  }

  var pieces: [Piece] {
    var pieces: [Piece] = []
    for segment in entry.segments {
      switch segment {
      case .text(let text): pieces.append(Piece(text: text.content))
      case .structure(let structure):
        pieces.append(Piece(label: structure.schemaName, text: structure.content.jsonString))
      case .attachment(let attachment):
        let label = attachment.label.map { "\($0): " } ?? ""
        pieces.append(Piece(text: "[\(label)\(attachment.image.words)]", isAside: true))
      case .unknown(let json): pieces.append(Piece(label: "a segment of an unknown type", text: json.text()))
      }
    }
    switch entry {
    case .instructions(let instructions):
      for tool in instructions.toolDefinitions {
        let schema = tool.parameters.json.text()
        pieces.append(
          Piece(
            label: "tool \(tool.name)", text: [tool.description, schema].joined(separator: "\n"),
            isAside: true))
      }
    case .prompt(let prompt):
      if let format = prompt.responseFormat {
        pieces.append(Piece(text: "answers as \(format.name)", isAside: true))
      }
    case .toolCalls(let calls):
      for call in calls.calls {
        let text = call.hasValidArguments ? call.arguments.jsonString : call.argumentsText
        pieces.append(Piece(label: call.toolName, text: text))
      }
    case .unknown(let unknown): pieces.append(Piece(text: unknown.json.text(), isAside: true))
    case .toolOutput, .response, .reasoning: break
    }
    return pieces
  }

  /// The beginning of what the entry says, on one line.
  var excerpt: String {
    let text = pieces.map { $0.label.map { "\($0) " } ?? "" + String($0.text.prefix(400)) }.joined(
      separator: " ")
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

extension Theme.Kind {
  init(_ kind: EntryKind) { self = Theme.Kind(rawValue: kind.rawValue) ?? .unknown }
}
