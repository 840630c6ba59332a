import PrefixCache
import Recordings
import Terminal

extension State {
  /// All losses of the session, worst first.
  func draw(_ view: WhyView, _ layout: Layout, _ frame: inout Frame) {
    let page = layout.page
    let cost = timeline.predictedPrefill(timeline.lostTokens).map { ", \(NumberText.milliseconds($0))" } ?? ""
    drawTitle(
      "Lost cache: \(NumberText.count(view.inferences.count, "time")), "
        + "\(NumberText.grouped(timeline.lostTokens)) tokens again\(cost)", layout, &frame)
    let columns = Columns(page)
    let faint = theme.style(.faint)
    frame.put("request", x: columns.request, y: page.y, style: faint)
    frame.put("snapshot", x: columns.snapshot, y: page.y, style: faint)
    frame.put("again", x: columns.tokensEnd - 5, y: page.y, style: faint)
    frame.put("cause", x: columns.cause, y: page.y, style: faint)
    let worst = view.inferences.first.map { timeline.inferences[$0].lost } ?? 0
    for row in 0..<max(0, page.height - 1) where view.position.top + row < view.inferences.count {
      let place = view.position.top + row
      let isSelected = place == view.position.selected
      draw(view.inferences[place], of: view, columns, worst: worst, y: page.y + 1 + row, &frame)
      if isSelected {
        select(Rect(x: page.x - 1, y: page.y + 1 + row, width: page.width + 2, height: 1), &frame)
      }
    }
  }

  private struct Columns {
    let request: Int
    let snapshot: Int
    let tokensEnd: Int
    let bar: Int
    let cause: Int
    let end: Int

    static let barWidth = 10

    init(_ page: Rect) {
      request = page.x
      snapshot = page.x + 9
      tokensEnd = page.x + 28
      bar = tokensEnd + 2
      cause = page.width >= 70 ? bar + Self.barWidth + 2 : tokensEnd + 2
      end = page.maxX
    }

    var hasBar: Bool { cause > bar }
  }

  private func draw(
    _ index: Int, of view: WhyView, _ columns: Columns, worst: Int32, y: Int, _ frame: inout Frame
  ) {
    let inference = timeline.inferences[index]
    let snapshot = Int(inference.snapshot)
    if Int(inference.request) < timeline.requestSequences.count {
      let request = NumberText.grouped(Int(timeline.requestSequences[Int(inference.request)]))
      frame.put(request, x: columns.request + 7 - request.utf8.count, y: y, style: theme.style(.dim))
    }
    let place = NumberText.grouped(number(of: snapshot))
    frame.put(place, x: columns.snapshot + 8 - place.utf8.count, y: y, style: theme.style(.text))
    let tokens = NumberText.grouped(Int(inference.lost))
    frame.put(tokens, x: columns.tokensEnd - tokens.utf8.count, y: y, style: theme.style(.text).bold)
    if columns.hasBar, worst > 0 {
      let bar = glyphs.bar(Double(inference.lost) / Double(worst), columns: Columns.barWidth)
      frame.put(bar, x: columns.bar, y: y, style: theme.style(.lost))
    }
    var x = columns.cause
    x +=
      frame.put(inference.cause.words, x: x, y: y, style: theme.style(.lost), maxWidth: columns.end - x) + 2
    let row = view.rows[timeline.snapshotIDs[snapshot]]?.first { $0.id == timeline.inferenceIDs[index] }
    guard let divergence = row?.divergence, x < columns.end - 8 else { return }
    let part = "\(divergence.part)  byte \(NumberText.grouped(divergence.byte))"
    x += frame.put(part, x: x, y: y, style: theme.style(.dim), maxWidth: columns.end - x) + 2
    let sides = Self.parting(
      EntryGlance.oneLine(divergence.before, 200), EntryGlance.oneLine(divergence.after, 200))
    let (was, now) = (DisplayText.revealing(sides.was), DisplayText.revealing(sides.now))
    guard x < columns.end - 12, !(was.isEmpty && now.isEmpty) else { return }
    let half = max(4, (columns.end - x - 3) / 2)
    x += frame.put(
      was.isEmpty ? "nothing" : was, x: x, y: y, style: theme.style(.diffRemoved), maxWidth: half,
      truncation: .ellipsis)
    x += frame.put(
      " \(glyphs.arrowRight) ", x: x, y: y, style: theme.style(.faint), maxWidth: columns.end - x)
    frame.put(
      now.isEmpty ? "nothing" : now, x: x, y: y, style: theme.style(.diffAdded), maxWidth: columns.end - x,
      truncation: .ellipsis)
  }

  /// Both texts from the word on in which they part: in few columns, what they share would hide what differs.
  static func parting(_ was: String, _ now: String) -> (was: String, now: String) {
    let shared = zip(was, now).prefix { $0 == $1 }.count
    // One may go on where the other ends; of a few words all are shown.
    let isLonger = shared == min(was.count, now.count) && shared > 16
    let word =
      was.prefix(shared).lastIndex(of: " ").map { was.distance(from: was.startIndex, to: $0) + 1 } ?? 0
    let start = isLonger ? shared : word
    guard start > 2 else { return (was, now) }
    func rest(_ text: String) -> String {
      let rest = text.dropFirst(start).drop { $0 == " " }
      return rest.isEmpty || rest == "…" ? "" : "…" + rest
    }
    return (rest(was), rest(now))
  }

  /// The ground of a chosen row, and a bar before it.
  func select(_ row: Rect, _ frame: inout Frame) {
    let ground = theme.color(.selection)
    frame.tint(row, background: ground)
    frame.put(String(glyphs.leftBar), x: row.x, y: row.y, style: theme.style(.accent).on(ground))
    if isMono { frame.add(.reverse, to: row) }
  }
}
