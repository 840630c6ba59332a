import PrefixCache
import Recordings
import Terminal

extension State {
  /// The line under the lanes that names where the cursor stands.
  func drawRule(_ layout: Layout, _ frame: inout Frame) {
    let y = layout.rule
    frame.fill(
      Rect(x: 0, y: y, width: size.width, height: 1), glyphs.horizontalLine, style: theme.style(.line))
    var parts = ruleParts
    let room = max(0, size.width - 6)
    // Where not all fits, the least telling goes first: whole facts, never half a number.
    while parts.count > 1, DisplayText.width(of: Self.joined(parts)) > room {
      let least = parts.indices.min { parts[$0].weight < parts[$1].weight } ?? 0
      parts.remove(at: least)
    }
    let text = " " + DisplayText.truncated(Self.joined(parts), to: room) + " "
    let width = DisplayText.width(of: text)
    let preferred = layout.axis.x - 1
    let x = max(2, min(preferred, size.width - width - 2))
    frame.put(text, x: x, y: y, style: theme.style(.accent), maxWidth: size.width - x)
  }

  private static func joined(_ parts: [RulePart]) -> String { parts.map(\.text).joined(separator: " · ") }

  /// The facts of the rule, in order; those of more weight stay longer.
  private var ruleParts: [RulePart] {
    if let spanStart { return spanParts(min(spanStart, cursor), max(spanStart, cursor)) }
    var parts: [RulePart] = []
    if let request = timeline.request(of: cursor) {
      let sequence = NumberText.grouped(Int(timeline.requestSequences[request]))
      parts.append(RulePart("request \(sequence)", weight: 4))
    }
    parts.append(RulePart("snapshot \(NumberText.grouped(number(of: cursor)))", weight: 3))
    if let source = currentContent?.snapshot.source { parts.append(RulePart(source, weight: 2)) }
    if timeline.times.indices.contains(cursor), let time = timeline.times[cursor] {
      parts.append(RulePart(NumberText.clock(time, utcOffset: utcOffset), weight: 0))
    }
    if !story.isEmpty { parts.append(RulePart(story, weight: 5)) }
    if mark != nil, mark == cursorID { parts.append(RulePart("marked", weight: 1)) }
    return parts
  }

  /// What happened to the cache, in a few words.
  private var story: String {
    if isAtNewest, let streaming {
      return [streaming.loss, streaming.words].compactMap { $0 }.joined(separator: " · ")
    }
    if let takenBack = currentContent?.takenBack { return "\(takenBack.words), taken back" }
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

  private func spanParts(_ first: Int, _ last: Int) -> [RulePart] {
    var losses = 0
    var lost = 0
    for snapshot in first...last {
      for index in timeline.inferenceRange(of: snapshot) where timeline.inferences[index].isLost {
        losses += 1
        lost += Int(timeline.inferences[index].lost)
      }
    }
    let tokens = timeline.tokens[last].total - timeline.tokens[first].total
    let cost =
      losses == 0
      ? "nothing lost" : "\(NumberText.count(losses, "lost cache")), \(NumberText.grouped(lost)) tokens again"
    return [
      RulePart(
        "snapshots \(NumberText.grouped(number(of: first)))–\(NumberText.grouped(number(of: last)))",
        weight: 3),
      RulePart("\(tokens < 0 ? "" : "+")\(NumberText.grouped(tokens)) tokens", weight: 1),
      RulePart(cost, weight: 2), RulePart("d compares the ends", weight: 0),
    ]
  }
}

/// A fact on the rule, and how much it weighs where not all fit.
private struct RulePart {
  var text: String
  var weight: Int

  init(_ text: String, weight: Int) {
    self.text = text
    self.weight = weight
  }
}
