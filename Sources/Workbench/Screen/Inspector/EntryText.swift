import Recordings
import Terminal
import Transcripts

/// The Text tab: what an entry says, as text.
struct EntryText {
  let theme: Theme
  let width: Int
  private(set) var lines: [[Span]] = []

  /// Text beyond so many characters is left to the pager.
  static let longest = 60_000

  init(_ entry: Transcript.Entry, width: Int, theme: Theme, search: TextSearch?) {
    self.theme = theme
    self.width = max(8, width)
    switch entry {
    case .instructions(let instructions):
      add(instructions.segments)
      addTools(instructions.toolDefinitions)
    case .prompt(let prompt):
      add(prompt.segments)
      if let format = prompt.responseFormat { add(format) }
    case .response(let response): add(response.segments)
    case .reasoning(let reasoning):
      label("what the model thought")
      add(reasoning.segments)
      if reasoning.signature != nil { note("signed by the provider") }
    case .toolCalls(let calls):
      for (index, call) in calls.calls.enumerated() {
        if index > 0 { blank() }
        add(call)
      }
    case .toolOutput(let output):
      label("\(output.toolName) answered", id: output.callID)
      add(output.segments)
    case .unknown(let unknown):
      label("an entry of an unknown kind, kept as it was read")
      lines += JSONLines(unknown.json, theme: theme).lines.flatMap { DisplayText.wrap($0, width: self.width) }
    }
    if lines.isEmpty { note("empty") }
    if let search { mark(search) }
  }

  private mutating func add(_ segments: [Transcript.Segment]) {
    for (index, segment) in segments.enumerated() {
      if index > 0 { blank() }
      switch segment {
      case .text(let text): add(text.content)
      case .structure(let structure):
        label(structure.schemaName)
        add(structure.content.json)
      case .attachment(let attachment):
        let name = attachment.label.map { " “\($0)”" } ?? ""
        wrap([Span("image\(name)  ", theme.style(.dim)), Span(attachment.image.words, theme.style(.text))])
      case .unknown(let json):
        label("a segment of an unknown type")
        add(json)
      }
    }
  }

  private mutating func add(_ call: Transcript.ToolCall) {
    wrap([
      Span(call.toolName, theme.style(.text).bold),
      Span(call.id.isEmpty ? "" : "  \(call.id)", theme.style(.faint)),
    ])
    if call.hasValidArguments {
      add(call.arguments.json, indent: 2)
    } else {
      note("the arguments are not JSON")
      add(call.argumentsText)
    }
  }

  private mutating func add(_ format: Transcript.ResponseFormat) {
    blank()
    label("answers as \(format.name)")
    if let schema = format.schema { add(schema.json, indent: 2) }
  }

  private mutating func addTools(_ tools: [Transcript.ToolDefinition]) {
    guard !tools.isEmpty else { return }
    blank()
    label(NumberText.count(tools.count, "tool"))
    wrap([Span(tools.map(\.name).joined(separator: "  "), theme.style(.dim))])
  }

  private mutating func add(_ json: JSONValue, indent: Int = 0) {
    lines += JSONLines(json, theme: theme, indent: indent).lines.flatMap {
      DisplayText.wrap($0, width: width)
    }
  }

  private mutating func add(_ text: String) {
    let shown = text.utf8.count > Self.longest ? String(text.prefix(Self.longest)) : text
    lines += DisplayText.wrap([Span(shown, theme.style(.text))], width: width)
    if shown.utf8.count < text.utf8.count {
      note("… \(NumberText.bytes(text.utf8.count - shown.utf8.count)) more; E opens it in the pager")
    }
  }

  private mutating func label(_ text: String, id: String = "") {
    wrap([Span(text, theme.style(.dim)), Span(id.isEmpty ? "" : "  \(id)", theme.style(.faint))])
  }

  private mutating func note(_ text: String) { wrap([Span(text, theme.style(.faint))]) }
  private mutating func blank() { lines.append([]) }
  private mutating func wrap(_ spans: [Span]) { lines += DisplayText.wrap(spans, width: width) }

  /// Puts the match colour behind what is searched for.
  private mutating func mark(_ search: TextSearch) {
    for index in lines.indices where lines[index].contains(where: { search.isIn($0.text) }) {
      lines[index] = lines[index].flatMap { $0.marking(search, background: theme.color(.match)) }
    }
  }
}

extension Span {
  /// The span in pieces, those that a search finds on another ground.
  func marking(_ search: TextSearch, background: Color) -> [Span] {
    let ranges = search.ranges(in: text)
    guard !ranges.isEmpty else { return [self] }
    let characters = Array(text)
    var spans: [Span] = []
    var at = 0
    for range in ranges {
      if at < range.lowerBound { spans.append(Span(String(characters[at..<range.lowerBound]), style)) }
      spans.append(Span(String(characters[range]), style.on(background).bold))
      at = range.upperBound
    }
    if at < characters.count { spans.append(Span(String(characters[at...]), style)) }
    return spans
  }
}
