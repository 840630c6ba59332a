import Terminal
import Transcripts

/// JSON in lines, two blanks a level, lightly coloured. Images and other long data URLs are told of, not printed.
struct JSONLines {
  let theme: Theme
  private(set) var lines: [[Span]] = []
  private var line: [Span] = []

  /// Texts longer than this are cut, with a word about the rest.
  private static let longestText = 100_000

  init(_ value: JSONValue, theme: Theme, indent: Int = 0) {
    self.theme = theme
    if indent > 0 { line.append(Span(String(repeating: " ", count: indent), theme.style(.text))) }
    write(value, indent: indent)
    lines.append(line)
    line = []
  }

  private mutating func write(_ value: JSONValue, indent: Int) {
    switch value {
    case .null: line.append(Span("null", theme.style(.note)))
    case .bool(let bool): line.append(Span(bool ? "true" : "false", theme.style(.note)))
    case .number(let text): line.append(Span(text, theme.style(.note)))
    case .string(let text): line.append(Span(Self.shown(text), theme.style(.text)))
    case .array(let elements) where elements.isEmpty: line.append(Span("[]", theme.style(.faint)))
    case .array(let elements):
      block("[", "]", elements, indent) { element, lines in lines.write(element, indent: indent + 2) }
    case .object(let members) where members.isEmpty: line.append(Span("{}", theme.style(.faint)))
    case .object(let members):
      block("{", "}", members, indent) { member, lines in
        lines.line.append(Span(Self.quoted(member.key), lines.theme.style(.dim)))
        lines.line.append(Span(": ", lines.theme.style(.faint)))
        lines.write(member.value, indent: indent + 2)
      }
    }
  }

  private mutating func block<Element>(
    _ opening: String, _ closing: String, _ elements: [Element], _ indent: Int,
    _ body: (Element, inout JSONLines) -> Void
  ) {
    let faint = theme.style(.faint)
    line.append(Span(opening, faint))
    for (index, element) in elements.enumerated() {
      breakLine(indent + 2)
      body(element, &self)
      if index + 1 < elements.count { line.append(Span(",", faint)) }
    }
    breakLine(indent)
    line.append(Span(closing, faint))
  }

  private mutating func breakLine(_ indent: Int) {
    lines.append(line)
    line = indent > 0 ? [Span(String(repeating: " ", count: indent), theme.style(.text))] : []
  }

  private static func shown(_ text: String) -> String {
    if text.hasPrefix("data:"), text.utf8.count > 120 {
      let facts = ImageFacts(dataURL: text)
      return "\"data:\(facts.mediaType);…\"  (\(facts.words))"
    }
    guard text.utf8.count > longestText else { return quoted(text) }
    return quoted(String(text.prefix(longestText)))
      + " … \(NumberText.bytes(text.utf8.count - longestText)) more"
  }

  /// As JSON writes it, so that a line stays a line.
  private static func quoted(_ text: String) -> String { JSONValue.string(text).text() }
}
