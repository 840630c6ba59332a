import Terminal
import Transcripts

/// The Sent tab: what the model saw, after the transforms, entry by entry.
struct SentText {
  private(set) var lines: [[Span]] = []

  init(_ facts: InferenceFacts?, width: Int, theme: Theme, glyphs: Glyphs) {
    guard let facts else { return }
    guard let sent = facts.sent else {
      lines = DisplayText.wrap(
        [Span("no inference ended here, so nothing was sent", theme.style(.faint))], width: width)
      return
    }
    let tokens = sent.reduce(0) { $0 + $1.tokens }
    lines.append([
      Span(NumberText.count(sent.count, "entry", plural: "entries"), theme.style(.text).bold),
      Span("  \(NumberText.counted(tokens)) tokens", theme.style(.dim)),
    ])
    let story = Self.story(facts, sent)
    lines += DisplayText.wrap([Span(story.text, theme.style(story.role))], width: width)
    lines.append([])
    let wordsWidth = max(0, width - 6 - 2 - 14 - 9)
    for (index, entry) in sent.enumerated() {
      let number = entry.place.map { NumberText.grouped($0) } ?? "made"
      let words = DisplayText.truncated(entry.words, to: wordsWidth)
      lines.append([
        Span(number.padded(to: 5, right: true) + " ", theme.style(entry.place == nil ? .accent : .faint)),
        Span("\(glyphs.square) ", theme.kind(entry.kind.themeKind)),
        Span(entry.kind.words.padded(to: 13), theme.style(.text)),
        Span(words.padded(to: wordsWidth), theme.style(.dim)),
        Span(NumberText.counted(entry.tokens).padded(to: 9, right: true), theme.style(.text)),
      ])
      let next = index + 1 < sent.count ? sent[index + 1].place : nil
      if let here = entry.place, let next, next > here + 1 {
        let gap = NumberText.count(next - here - 1, "entry", plural: "entries")
        lines.append([Span("      \(glyphs.ellipsis) \(gap) not sent", theme.style(.warning))])
      }
    }
  }

  private static func story(
    _ facts: InferenceFacts, _ sent: [InferenceFacts.Sent]
  ) -> (text: String, role: Theme.Role) {
    guard facts.isRecorded else {
      return ("not recorded: what stood before the answer", .faint)
    }
    let made = sent.filter { $0.place == nil }.count
    let left = facts.transcriptCount - (sent.count - made)
    if made == 0, left <= 0 { return ("the whole transcript, as it stands", .kept) }
    var words: [String] = []
    if left > 0 {
      words.append(
        "\(NumberText.grouped(left)) of \(NumberText.count(facts.transcriptCount, "entry", plural: "entries")) left out"
      )
    }
    if made > 0 { words.append("\(NumberText.grouped(made)) made or changed by a transform") }
    return (words.joined(separator: ", "), .warning)
  }
}
