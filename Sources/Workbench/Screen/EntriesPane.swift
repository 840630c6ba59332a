import PrefixCache
import Recordings
import Terminal
import Transcripts

extension EntryKind {
  /// The theme's colour for the kind.
  var themeKind: Theme.Kind {
    switch self {
    case .instructions: .instructions
    case .prompt: .prompt
    case .response: .response
    case .reasoning: .reasoning
    case .toolCalls: .toolCalls
    case .toolOutput: .toolOutput
    case .unknown: .unknown
    }
  }
}

extension State {
  /// The entries of the snapshot under the cursor: number, kind, first words, tokens, cache.
  func drawEntries(_ layout: Layout, _ frame: inout Frame) {
    let pane = layout.entries
    guard pane.height > 0 else { return }
    let columns = EntryColumns(pane, largest: content?.entries.count ?? 0)
    drawHead(columns, y: pane.y, &frame)
    guard let content = currentContent else { return }
    let listed = listedEntries
    let growing = growing
    if listed.isEmpty, growing.isEmpty {
      let text = content.entries.isEmpty ? "no entries" : "no entry passes the filter"
      frame.put(
        text, x: columns.kind, y: pane.y + 1, style: theme.style(.faint), maxWidth: pane.maxX - columns.kind)
    }
    for row in 0..<layout.entryRows where entries.top + row < listed.count {
      let index = listed[entries.top + row]
      draw(
        index, of: content, columns, y: pane.y + 1 + row, isSelected: entries.top + row == entries.selected,
        &frame)
    }
    for (place, entry) in growing.enumerated() {
      let row = listed.count + place - entries.top
      guard row >= 0, row < layout.entryRows else { continue }
      draw(
        entry, number: content.entries.count + place, columns, y: pane.y + 1 + row,
        isSelected: listed.count + place == entries.selected, &frame)
    }
    let remarks = timeline.requestIDs.isEmpty && streaming == nil && control != nil ? welcome : aftermath
    var y = pane.y + listed.count + growing.count - entries.top + 2
    for remark in remarks {
      for line in DisplayText.wrap([Span(remark.0, theme.style(remark.1))], width: max(8, columns.width - 3))
      where y < pane.maxY {
        frame.put(line, x: columns.start + 2, y: y, maxWidth: columns.width - 2)
        y += 1
      }
    }
    let below = listed.count + growing.count - entries.top - layout.entryRows
    if below > 0 {
      let text = "\(NumberText.grouped(below)) more \(glyphs.arrowDown)"
      let width = DisplayText.width(of: text)
      frame.put(
        text, x: columns.words + max(0, columns.wordsWidth - width), y: pane.y, style: theme.style(.faint))
    }
  }

  /// What became of a request that left nothing behind, and how to go on; nothing for most snapshots.
  private var aftermath: [(String, Theme.Role)] {
    if endedAbruptly, isAtNewest {
      return [
        ("\(glyphs.cross) its program ended in mid-request", .lost), ("nothing more will come", .dim),
      ]
    }
    guard let takenBack = currentContent?.takenBack else { return [] }
    let isFailed = takenBack.outcome == .failed
    let reason = takenBack.error.map { ": \($0)" } ?? ""
    var lines: [(String, Theme.Role)] = [
      ("\(isFailed ? "\(glyphs.cross) " : "")\(takenBack.words)\(reason)", isFailed ? .lost : .warning),
      ("the transcript is again as it was before it", .dim),
    ]
    if control != nil, isAtNewest { lines.append(("i, then \(glyphs.arrowUp), asks it again", .dim)) }
    return lines
  }

  /// An entry that the model is writing: its last words.
  private func draw(
    _ entry: Streaming.Growing, number: Int, _ columns: EntryColumns, y: Int, isSelected: Bool,
    _ frame: inout Frame
  ) {
    drawLabel(entry.kind, number: number, mark: glyphs.dot, columns, y: y, isSelected: isSelected, &frame)
    let words =
      entry.text.isEmpty
      ? streaming?.words(within: columns.wordsWidth) ?? ""
      : EntryGlance.oneLine(String(entry.text.suffix(columns.wordsWidth)), 400)
    frame.put(
      words, x: columns.words, y: y,
      style: theme.style(entry.text.isEmpty ? streaming?.role ?? .dim : .dim),
      maxWidth: columns.wordsWidth)
    let isLast = number - (content?.entries.count ?? 0) == growing.count - 1
    if isLast, let decoded = streaming?.decoded, decoded > 0 {
      let tokens = NumberText.grouped(decoded)
      frame.put(
        tokens, x: columns.tokensEnd - DisplayText.width(of: tokens), y: y, style: theme.style(.decode))
    }
    if streaming?.isCut == true {
      frame.put("cut", x: columns.cache, y: y, style: theme.style(.lost))
    } else {
      frame.put("live", x: columns.cache, y: y, style: theme.style(.decode))
    }
    if isSelected { select(Rect(x: columns.start, y: y, width: columns.width, height: 1), columns, &frame) }
  }

  /// The beginning of every row: number, mark, kind.
  private func drawLabel(
    _ kind: EntryKind, number: Int, mark: Character, _ columns: EntryColumns, y: Int, isSelected: Bool,
    _ frame: inout Frame
  ) {
    let text = NumberText.grouped(number)
    frame.put(text, x: columns.numberEnd - text.utf8.count, y: y, style: theme.style(.faint))
    frame.put(String(mark), x: columns.mark, y: y, style: theme.kind(kind.themeKind))
    let style = theme.style(.text)
    frame.put(
      kind.words, x: columns.kind, y: y, style: isSelected ? style.bold : style, maxWidth: columns.kindWidth,
      truncation: .ellipsis)
  }

  private func drawHead(_ columns: EntryColumns, y: Int, _ frame: inout Frame) {
    let faint = theme.style(.faint)
    frame.put("#", x: columns.numberEnd - 1, y: y, style: faint)
    frame.put("entry", x: columns.kind, y: y, style: faint)
    frame.put("tokens", x: columns.tokensEnd - 6, y: y, style: faint)
    frame.put("cache", x: columns.cache, y: y, style: faint)
  }

  private func draw(
    _ index: Int, of content: SnapshotContent, _ columns: EntryColumns, y: Int, isSelected: Bool,
    _ frame: inout Frame
  ) {
    let entry = content.entries[index]
    drawLabel(entry.kind, number: index, mark: glyphs.square, columns, y: y, isSelected: isSelected, &frame)
    let words = glances[entry.id]?.words ?? ""
    var spans = [Span(String(words.prefix(columns.wordsWidth + 1)), theme.style(.dim))]
    if let search { spans = spans.flatMap { $0.marking(search, background: theme.color(.match)) } }
    if columns.wordsWidth > 0, DisplayText.width(of: words) > columns.wordsWidth {
      frame.put(spans, x: columns.words, y: y, maxWidth: columns.wordsWidth - 1)
      frame.put(
        String(glyphs.ellipsis), x: columns.words + columns.wordsWidth - 1, y: y, style: theme.style(.faint))
    } else {
      frame.put(spans, x: columns.words, y: y, maxWidth: columns.wordsWidth)
    }
    let tokens = tokensText(entry)
    frame.put(tokens, x: columns.tokensEnd - DisplayText.width(of: tokens), y: y, style: theme.style(.text))
    if let fate = content.fate(index) {
      let (text, style) = cacheText(fate)
      frame.put(text, x: columns.cache, y: y, style: style)
    } else {
      frame.put("–", x: columns.cache, y: y, style: theme.style(.faint))
    }
    if isSelected { select(Rect(x: columns.start, y: y, width: columns.width, height: 1), columns, &frame) }
  }

  private func select(_ row: Rect, _ columns: EntryColumns, _ frame: inout Frame) {
    frame.tint(row, background: theme.color(.selection))
    if pane == .entries {
      frame.put(
        String(glyphs.leftBar), x: columns.start, y: row.y,
        style: theme.style(.accent).on(theme.color(.selection)))
    }
    if isMono { frame.add(.reverse, to: row) }
  }

  /// An entry's tokens: a count of ours, unless there is nothing of it to count.
  private func tokensText(_ entry: EntrySummary) -> String {
    entry.kind == .unknown && entry.tokens == 0 ? "?" : NumberText.counted(Int(entry.tokens))
  }

  private func cacheText(_ fate: EntryFate) -> (String, Style) {
    switch fate {
    case .kept: ("kept", theme.style(.dim))
    case .lost: ("LOST", theme.style(.lost).bold)
    case .new: ("new", theme.style(.kept))
    case .notSent: ("–", theme.style(.faint))
    }
  }
}

/// Where the columns of the entries list stand in a pane.
struct EntryColumns {
  let start: Int
  let width: Int
  /// Just past the number.
  let numberEnd: Int
  let mark: Int
  let kind: Int
  let kindWidth: Int
  let words: Int
  let wordsWidth: Int
  /// Just past the tokens.
  let tokensEnd: Int
  let cache: Int

  init(_ pane: Rect, largest: Int) {
    start = pane.x
    width = max(0, pane.width - 1)
    let digits = max(3, NumberText.grouped(max(0, largest - 1)).utf8.count)
    numberEnd = pane.x + 1 + digits
    mark = numberEnd + 1
    kind = mark + 2
    kindWidth = pane.width >= 44 ? 12 : 11
    words = kind + kindWidth + 1
    cache = pane.x + width - 5
    tokensEnd = cache - 2
    wordsWidth = max(0, tokensEnd - 9 - words)
  }
}
