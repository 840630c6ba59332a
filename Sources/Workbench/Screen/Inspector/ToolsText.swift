import Terminal
import Transcripts

/// The Tools tab: the tools that the model was told of, with what each costs.
struct ToolsText {
  private(set) var lines: [[Span]] = []

  init(_ instructions: InspectedEntry?, width: Int, theme: Theme) {
    guard let instructions, case .instructions(let entry) = instructions.entry else {
      lines = [[Span("this snapshot begins without instructions, so it names no tools", theme.style(.faint))]]
      return
    }
    guard !entry.toolDefinitions.isEmpty else {
      lines = [[Span("no tools", theme.style(.faint))]]
      return
    }
    let total = Int(instructions.record.toolTokens)
    lines.append([
      Span(NumberText.count(entry.toolDefinitions.count, "tool"), theme.style(.text).bold),
      Span("  \(NumberText.counted(total)) tokens in every request", theme.style(.dim)),
    ])
    for (index, tool) in entry.toolDefinitions.enumerated() {
      lines.append([])
      let tokens = instructions.toolTokens.indices.contains(index) ? instructions.toolTokens[index] : nil
      lines.append([
        Span(tool.name, theme.style(.text).bold),
        Span("  " + (tokens.map(NumberText.counted) ?? "?"), theme.style(.dim)),
      ])
      if !tool.description.isEmpty {
        lines += DisplayText.wrap([Span(tool.description, theme.style(.dim))], width: width)
      }
      for parameter in Self.parameters(of: tool) {
        let mark = parameter.isRequired ? "" : "?"
        lines += DisplayText.wrap(
          [
            Span("  \(parameter.name)\(mark)", theme.style(.accent)),
            Span("  \(parameter.type)", theme.style(.text)),
            Span(parameter.description.isEmpty ? "" : "  \(parameter.description)", theme.style(.dim)),
          ], width: width)
      }
    }
  }

  private struct Parameter {
    var name: String
    var type: String
    var description: String
    var isRequired: Bool
  }

  private static func parameters(of tool: Transcript.ToolDefinition) -> [Parameter] {
    let schema = tool.parameters.json
    let required = Set((schema["required"]?.arrayValue ?? []).compactMap(\.stringValue))
    return (schema["properties"]?.objectValue ?? []).map { member in
      let choices = (member.value["enum"]?.arrayValue ?? []).compactMap(\.stringValue)
      return Parameter(
        name: member.key,
        type: choices.isEmpty ? type(of: member.value) : choices.joined(separator: " | "),
        description: member.value["description"]?.stringValue ?? "", isRequired: required.contains(member.key)
      )
    }
  }

  private static func type(of schema: JSONValue) -> String {
    if let reference = schema["$ref"]?.stringValue {
      return String(reference.split(separator: "/").last ?? "")
    }
    let type = schema["type"]?.stringValue ?? "any"
    if type == "array", let items = schema["items"] { return "[\(self.type(of: items))]" }
    return type
  }
}
