import PrefixCache
import Recordings
import Terminal

/// One inference in one line: `#138  instructions  byte 3,053  token ~704   was "…10:15"  now "…10:16"`.
struct LossText {
  private let inference: InferenceRow
  private let switches: Switches
  private let paint: Paint

  init(_ inference: InferenceRow, _ switches: Switches, _ paint: Paint) {
    self.inference = inference
    self.switches = switches
    self.paint = paint
  }

  static let columns: [Table.Alignment] = [.right, .left, .left, .left]

  /// The number of the snapshot, the place, the offsets; then what happened and what it cost.
  func cells(number: Int, cost: String) -> [Table.Cell] {
    var last = what
    if !cost.isEmpty { last += [Span(last.isEmpty ? "" : "   ", .plain), paint.span(cost, .warning)] }
    return [
      [paint.span("#\(number)", .accent)], [paint.span(place, inference.cause.isLoss ? .lost : .kept)],
      [paint.span(offsets, .dim)], last,
    ]
  }

  private var place: String {
    guard let divergence = inference.divergence else { return inference.cause.words }
    if divergence.part.hasPrefix("tool:") { return "tool \(divergence.part.dropFirst(5))" }
    switch inference.cause {
    case .instructionsEdited:
      return divergence.part == "text" ? "instructions" : "instructions \(divergence.part)"
    default:
      let part = divergence.part == "text" ? "" : " \(divergence.part)"
      return "entry \(divergence.entry)\(part)"
    }
  }

  private var offsets: String {
    guard let divergence = inference.divergence else { return "" }
    let token = "token ~\(Words.grouped(divergence.token))"
    return tellsByte ? "byte \(Words.grouped(divergence.byte))  \(token)" : token
  }

  /// Whether the difference lies within a text; else whole entries or tools came, went or changed places.
  private var tellsByte: Bool {
    switch inference.cause {
    case .instructionsEdited, .toolChanged, .entryEdited, .transform, .profileSwitch, .unknown: true
    default: false
    }
  }

  private var what: [Span] {
    guard let divergence = inference.divergence else {
      guard let reused = inference.reused, let input = inference.input, !inference.cause.isLoss else {
        return switches[inference].map { [paint.span($0, .text)] } ?? []
      }
      return [paint.span("\(Words.quantity(reused)) of \(Words.quantity(input)) kept", .dim)]
    }
    if let detail = divergence.detail, !detail.hasPrefix("U+") {
      return [paint.span("\(inference.cause.words): \(Self.note(detail))", .text)]
    }
    if !tellsByte {
      let excerpt = divergence.before.isEmpty ? divergence.after : divergence.before
      return [
        paint.span(inference.cause.words, .text),
        paint.span("  “\(Self.shortened(excerpt, from: 0, to: 40))”", .dim),
      ]
    }
    let (before, after) = Self.excerpts(divergence)
    var line: [Span] = []
    if switches[inference] != nil {
      line.append(paint.span("\(switches.cause(of: inference))  ", .text))
    }
    line += [
      paint.span("was ", .dim), paint.span("“\(before)”", .diffRemoved), paint.span("  now ", .dim),
      paint.span("“\(after)”", .diffAdded),
    ]
    if let detail = divergence.detail { line.append(paint.span("  \(Self.note(detail))", .warning)) }
    return line
  }

  // MARK: Words

  /// What a divergence's detail says: `only the order of keys`, `moved to entry 36`.
  static func note(_ detail: String) -> String {
    if detail == "key-order-only" { return "only the order of keys differs" }
    let parts = detail.split(separator: ":", maxSplits: 1)
    switch (parts.first, parts.last) {
    case ("moved-to", let place?): return "moved to entry \(place)"
    case ("swapped-with", let place?): return "swapped with tool \(place)"
    default: return detail
    }
  }

  /// The text on one line, with what cannot be seen, or not told apart, spelled out.
  static func revealed(_ text: String) -> String {
    DisplayText.revealing(
      text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).joined(separator: "⏎"))
  }

  /// Both sides cut down to what lies around the difference.
  private static func excerpts(_ divergence: Divergence) -> (before: String, after: String) {
    let before = Array(divergence.before)
    let after = Array(divergence.after)
    var common = 0
    while common < before.count, common < after.count, before[common] == after[common] { common += 1 }
    let start = max(0, common - 12)
    return (
      shortened(divergence.before, from: start, to: common + 16),
      shortened(divergence.after, from: start, to: common + 16)
    )
  }

  private static func shortened(_ text: String, from start: Int, to end: Int) -> String {
    let characters = Array(text)
    let lower = min(start, characters.count)
    let upper = min(end, characters.count)
    let piece = revealed(String(characters[lower..<upper]))
    let cutBefore = lower > 0 && !piece.hasPrefix("…")
    let cutAfter = upper < characters.count && !piece.hasSuffix("…")
    return (cutBefore ? "…" : "") + piece + (cutAfter ? "…" : "")
  }
}
