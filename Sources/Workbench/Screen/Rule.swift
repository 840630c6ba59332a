import PrefixCache
import Recordings
import Terminal

extension State {
  /// The line under the lanes that names where the cursor stands.
  func drawRule(_ layout: Layout, _ frame: inout Frame) {
    let y = layout.rule
    frame.fill(
      Rect(x: 0, y: y, width: size.width, height: 1), glyphs.horizontalLine, style: theme.style(.line))
    let text = " " + DisplayText.truncated(ruleText, to: max(0, size.width - 6)) + " "
    let width = DisplayText.width(of: text)
    let preferred = layout.axis.x - 1
    let x = max(2, min(preferred, size.width - width - 2))
    frame.put(text, x: x, y: y, style: theme.style(.accent), maxWidth: size.width - x)
  }

  private var ruleText: String {
    if let spanStart { return spanText(min(spanStart, cursor), max(spanStart, cursor)) }
    var parts: [String] = []
    if let request = timeline.request(of: cursor) {
      parts.append("request \(NumberText.grouped(Int(timeline.requestSequences[request])))")
    }
    parts.append("snapshot \(NumberText.grouped(number(of: cursor)))")
    if let source = currentContent?.snapshot.source { parts.append(source) }
    if timeline.times.indices.contains(cursor), let time = timeline.times[cursor] {
      parts.append(NumberText.clock(time, utcOffset: utcOffset))
    }
    parts.append(story)
    if mark != nil, mark == cursorID { parts.append("marked") }
    return parts.joined(separator: " · ")
  }

  /// What happened to the cache, in a few words.
  private var story: String {
    let inferences = timeline.inferenceRange(of: cursor).map { timeline.inferences[$0] }
    guard let inference = inferences.filter(\.isLost).max(by: { $0.lost < $1.lost }) ?? inferences.last else {
      return currentContent?.snapshot.cause ?? ""
    }
    var words = inference.cause.words
    if inference.cause == .profileSwitch, let before = profileBefore(cursor), let now = profile(of: cursor) {
      words = "the pass: \(before) \(glyphs.arrowRight) \(now)"
    }
    if inference.isLost, inference.lost > 0 {
      words += ", \(NumberText.grouped(Int(inference.lost))) tokens again"
    }
    return words
  }

  private func profileBefore(_ snapshot: Int) -> String? {
    let place = timeline.inferenceRange(of: snapshot).lowerBound - 1
    return place >= 0 ? timeline.profile(of: timeline.inferences[place]) : nil
  }

  private func spanText(_ first: Int, _ last: Int) -> String {
    var losses = 0
    var lost = 0
    for snapshot in first...last {
      for index in timeline.inferenceRange(of: snapshot) where timeline.inferences[index].isLost {
        losses += 1
        lost += Int(timeline.inferences[index].lost)
      }
    }
    let range = "snapshots \(NumberText.grouped(number(of: first)))–\(NumberText.grouped(number(of: last)))"
    let tokens = timeline.tokens[last].total - timeline.tokens[first].total
    var parts = [range, "\(tokens < 0 ? "" : "+")\(NumberText.grouped(tokens)) tokens"]
    parts.append(
      losses == 0
        ? "nothing lost"
        : "\(NumberText.count(losses, "lost cache")), \(NumberText.grouped(lost)) tokens again")
    parts.append("d compares the ends")
    return parts.joined(separator: " · ")
  }
}
