import Recordings
import Terminal

extension State {
  /// The first line: what is open, whether it grows, and where the cursor stands.
  func drawHeader(_ layout: Layout, _ frame: inout Frame) {
    let bar = theme.style(.bar)
    frame.fill(layout.header, style: bar)
    func on(_ role: Theme.Role) -> Style { theme.style(role).on(bar.background) }
    let right = helpHint
    let rightWidth = DisplayText.width(of: right)
    let end = size.width - rightWidth - 2
    var x = 1
    func put(_ text: String, _ style: Style, gap: Int = 2) {
      guard x < end, !text.isEmpty else { return }
      x += frame.put(text, x: x, y: 0, style: style, maxWidth: end - x, truncation: .ellipsis) + gap
    }
    put("stemma", on(.accent).bold)
    put(file.isEmpty ? "" : displayTitle, on(.text).bold)
    if let status { put(status.text, on(status.role)) }
    for fact in headerFacts {
      // A fact that does not fit whole is left out: half a number is a wrong one.
      guard x + DisplayText.width(of: fact.label) + DisplayText.width(of: fact.value) + 1 <= end else {
        break
      }
      put(fact.label, on(.dim), gap: 1)
      put(fact.value, on(.text), gap: 3)
    }
    frame.put(right, x: size.width - rightWidth - 1, y: 0, style: on(.faint))
  }

  private var helpHint: String {
    let back = view.kind == .main ? "q quit" : view.kind == .picker ? "Esc back" : "q back"
    return size.width >= 60 ? "F1 help  \(back)" : size.width >= 24 ? back : ""
  }

  private var displayTitle: String {
    // A session that is run has a name; what its recording is called is told when it ends.
    let running = control == nil ? nil : sessions.first?.title
    let name = running ?? file.split(separator: "/").last.map(String.init) ?? file
    guard sessions.count > 1, let row = sessionRow else { return name }
    let place = "(\(session + 1)/\(sessions.count))"
    return row.title == name ? "\(name) \(place)" : "\(name)  \(row.title) \(place)"
  }

  private var status: (text: String, role: Theme.Role)? {
    if let loading {
      return ("loading \(NumberText.percent(Double(loading.done) / Double(max(1, loading.total))))", .warning)
    }
    if endedAbruptly { return ("\(glyphs.cross) ended abruptly", .lost) }
    guard isLive else { return nil }
    guard hasWriter else { return ("ended", .dim) }
    return isFollowing
      ? ("\(glyphs.dot) live", .kept) : ("\(glyphs.verticalLine)\(glyphs.verticalLine) paused", .warning)
  }

  private var headerFacts: [(label: String, value: String)] {
    // The replay has a place of its own on its axis.
    guard view.kind != .picker, view.kind != .replay, !timeline.isEmpty else { return [] }
    var facts: [(String, String)] = []
    if let request = timeline.request(of: cursor), let last = timeline.requestSequences.last {
      let here = timeline.requestSequences[request]
      facts.append(("request", "\(NumberText.grouped(Int(here))) of \(NumberText.grouped(Int(last)))"))
    }
    facts.append(("snapshot", NumberText.grouped(number(of: cursor))))
    let running = isAtNewest ? streaming : nil
    if let profile = running?.profile {
      facts.append(("profile", profile))
    } else if let persona = persona(of: cursor), profile(of: cursor) != nil {
      facts.append(("profile", persona.label))
    }
    let inference = timeline.inferenceRange(of: cursor).last.map { timeline.inferences[$0] }
    if let model = running?.model ?? (inference ?? timeline.inferences.last).flatMap(timeline.model(of:)) {
      let size = isLive ? window.map { " \(NumberText.grouped($0))" } : nil
      facts.append(("model", model + (size ?? "")))
    }
    return facts
  }
}
