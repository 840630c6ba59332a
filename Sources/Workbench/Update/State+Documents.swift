import Recordings
import Terminal
import Transcripts

// Texts laid out in lines, made again only when what they show, their width or the theme changes.

extension State {
  mutating func refreshDocuments() {
    refreshInspector()
    refreshView()
  }

  private var inspectorWidth: Int {
    view.kind == .inspector ? layout.page.width : layout.inspectorText?.width ?? layout.page.width
  }

  private mutating func refreshInspector() {
    guard let content = currentContent else {
      if timeline.isEmpty { inspectorLines = Document() }
      return
    }
    let width = inspectorWidth
    if refreshLive(content, width: width) { return }
    let searched = tab == .text ? search?.lowered ?? "" : ""
    let entry = inspected?.id == wantedEntry ? inspected : nil
    let facts = facts?.snapshot == content.snapshot.id ? facts : nil
    let subject =
      "\(tab) \(content.snapshot.id.rawValue) \(entry?.id.rawValue ?? 0) \(instructions?.id.rawValue ?? 0)"
      + " \(content.inferences.hashValue) \(timeline.timedPrefill.tokens) \(facts.hashValue) \(searched)"
    let key = Document.Key(subject: subject, width: width, theme: theme.name)
    guard inspectorLines.key != key else { return }
    inspectorLines = Document(key: key, lines: inspectorLines(content, entry, facts, width: width))
  }

  /// Lays out what belongs to the running inference, where that is what is looked at.
  private mutating func refreshLive(_ content: SnapshotContent, width: Int) -> Bool {
    if content.entries.isEmpty, growing.isEmpty, control != nil {
      let lines = welcome.flatMap { line in
        DisplayText.wrap([Span(line.0, theme.style(line.1))], width: width)
      }
      inspectorLines = Document(lines: lines)
      return true
    }
    guard let streaming, let place = selectedGrowing, tab == .text || tab == .json || tab == .usage else {
      return false
    }
    if tab == .usage {
      inspectorLines = Document(
        lines: UsageText(streaming, theme: theme, width: width, glyphs: glyphs, isMono: isMono).lines)
      return true
    }
    let entry = growing[place]
    let key = Document.Key(
      subject: "growing \(place) \(entry.text.utf8.count) \(streaming.words)", width: width,
      theme: theme.name)
    guard inspectorLines.key != key else { return true }
    var lines = [[Span(streaming.words, theme.style(streaming.role))], []]
    lines += DisplayText.wrap([Span(entry.text, theme.style(.text))], width: max(8, width))
    inspectorLines = Document(key: key, lines: lines)
    return true
  }

  private func inspectorLines(
    _ content: SnapshotContent, _ entry: InspectedEntry?, _ facts: InferenceFacts?, width: Int
  ) -> [[Span]] {
    switch tab {
    case .text:
      guard let entry else { return [] }
      return EntryText(entry.entry, width: width, theme: theme, search: search).lines
    case .json:
      guard let entry else { return [] }
      let value = try? JSONValue(parsing: entry.record.json)
      let lines =
        value.map { JSONLines($0, theme: theme).lines }
        ?? [[Span(String(decoding: entry.record.json.prefix(4096), as: UTF8.self), theme.style(.text))]]
      return lines.flatMap { DisplayText.wrap($0, width: width) }
    case .sent: return SentText(facts, width: width, theme: theme, glyphs: glyphs).lines
    case .options: return OptionsText(facts, width: width, theme: theme, glyphs: glyphs).lines
    case .usage:
      return UsageText(
        content.inferences, content.partings, theme: theme, width: width, glyphs: glyphs, isMono: isMono
      ).lines
    case .tools:
      let known = instructions?.id == wantedInstructions ? instructions : nil
      return ToolsText(known, width: width, theme: theme).lines
    case .why:
      return WhyText(
        content, predicted: timeline.predictedPrefill, command: "stemma why \(place)", width: width,
        theme: theme,
        glyphs: glyphs, isMono: isMono
      ).lines
    }
  }

  private mutating func refreshView() {
    let width = layout.page.width
    var subject = ""
    switch view {
    case .diff(let diff):
      subject = "diff \(diff.older.rawValue) \(diff.newer.rawValue) \(diff.content != nil)"
    case .budget:
      subject = "budget \(cursor) \(timeline.version) \(currentContent != nil) \(glances.count)"
    case .policies(let policies):
      subject = "policies \(session) \(policies.progress.done) \(policies.table != nil)"
    case .help(let help): subject = "help \(help.of)"
    default:
      viewLines = Document()
      return
    }
    let key = Document.Key(subject: subject, width: width, theme: theme.name)
    guard viewLines.key != key else { return }
    let lines: [[Span]]
    switch view {
    case .diff(let diff): lines = diff.lines(width: width, theme: theme)
    case .budget: lines = budgetLines(width: width)
    case .policies(let policies):
      lines = PoliciesText(policies, width: width, theme: theme, glyphs: glyphs).lines
    case .help(let help): lines = help.lines(width: width, theme: theme) { holds($0.when) }
    default: lines = []
    }
    viewLines = Document(key: key, lines: lines)
  }
}
