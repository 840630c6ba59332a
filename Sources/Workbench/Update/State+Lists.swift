import Recordings
import Terminal
import Transcripts

// Moving in the panes and views, and what Enter does there.

extension State {
  /// Further than any list is long.
  static let far = 1 << 40

  /// Rows of a page for PageUp and PageDown.
  var pageHeight: Int {
    max(1, (view.kind == .main ? layout.entryRows : listHeight) - 1)
  }

  /// Rows of a list or a document in a view other than the main one.
  var listHeight: Int {
    max(1, layout.page.height - (view.kind == .picker ? 2 : 0))
  }

  mutating func moveVertically(by rows: Int) {
    switch view {
    case .main where pane == .entries:
      entries.move(by: rows, count: entryCount, height: layout.entryRows)
      inspectorTop = 0
    case .main:
      inspectorTop = scrolled(
        inspectorTop, by: rows, of: inspectorLines, height: layout.inspectorText?.height ?? 1)
    case .inspector:
      inspectorTop = scrolled(inspectorTop, by: rows, of: inspectorLines, height: listHeight)
    case .diff(var diff):
      diff.top = scrolled(diff.top, by: rows, of: viewLines, height: listHeight)
      replaceView(.diff(diff))
    case .budget(var budget):
      budget.top = scrolled(budget.top, by: rows, of: viewLines, height: listHeight)
      replaceView(.budget(budget))
    case .policies(var policies):
      policies.top = scrolled(policies.top, by: rows, of: viewLines, height: listHeight)
      replaceView(.policies(policies))
    case .help(var help):
      help.top = scrolled(help.top, by: rows, of: viewLines, height: listHeight)
      replaceView(.help(help))
    case .why(var why):
      why.position.move(by: rows, count: why.inferences.count, height: listHeight - 1)
      replaceView(.why(why))
    case .requests(var requests):
      requests.position.move(by: rows, count: requests.nodes.count, height: listHeight)
      replaceView(.requests(requests))
    case .replay: if rows != 0 { moveReplay(rows < 0 ? .stepBack : .stepForward) }
    case .control(var view):
      view.position.move(by: rows, count: control?.rows.count ?? 0, height: listHeight)
      replaceView(.control(view))
    case .picker(var picker):
      picker.position.move(by: rows, count: picker.found.count, height: listHeight)
      replaceView(.picker(picker))
    case .themes(var view):
      view.position.move(by: rows, count: themes.count, height: listHeight)
      themeIndex = view.position.selected
      replaceView(.themes(view))
    }
  }

  /// Scrolls the list on screen, where it has become too small for the row that is chosen in it.
  mutating func keepChosenRowShown() {
    entries.move(by: 0, count: entryCount, height: layout.entryRows)
    if view.kind != .main { moveVertically(by: 0) }
  }

  private func scrolled(_ top: Int, by rows: Int, of document: Document, height: Int) -> Int {
    min(max(0, top + rows), max(0, document.lines.count - height))
  }

  mutating func enter() -> [Effect] {
    switch view {
    case .main:
      views.append(.inspector)
      inspectorTop = 0
    case .why(let why):
      guard why.inferences.indices.contains(why.position.selected) else { return [] }
      views = [.main]
      moveCursor(to: Int(timeline.inferences[why.inferences[why.position.selected]].snapshot))
      show(.why)
    case .requests(let requests):
      guard requests.nodes.indices.contains(requests.position.selected) else { return [] }
      return go(to: requests.nodes[requests.position.selected])
    case .replay(let view):
      return goToReplayed(view)
    case .picker(let picker):
      guard picker.opening == nil, picker.found.indices.contains(picker.position.selected) else { return [] }
      return [.open(picker.found[picker.position.selected].path)]
    case .themes: views.removeLast()
    case .inspector, .diff, .budget, .policies, .control, .help: break
    }
    return []
  }

  private mutating func go(to node: RequestsView.Node) -> [Effect] {
    switch node {
    case .session(let index, _), .child(let index):
      if index != session {
        views = [.main]
        return chooseSession(index)
      }
    case .request(let request):
      views = [.main]
      if let snapshot = timeline.firstSnapshot(ofRequest: request) { moveCursor(to: snapshot) }
    case .inference(let inference), .tool(let inference, _):
      views = [.main]
      moveCursor(to: Int(timeline.inferences[inference].snapshot))
    }
    return []
  }

  // MARK: Opening views

  mutating func openDiff() -> [Effect] {
    guard let here = cursorID else { return [] }
    var other = spanStart.map { timeline.snapshotIDs[$0] } ?? mark
    if other == nil || other == here { other = cursor > 0 ? timeline.snapshotIDs[cursor - 1] : nil }
    guard let other else { return [] }
    return openDiff(min(other, here), max(other, here))
  }

  mutating func openDiff(_ older: SnapshotID, _ newer: SnapshotID) -> [Effect] {
    views.append(.diff(DiffView(older: older, newer: newer)))
    return [.readDiff(older: older, newer: newer)]
  }

  mutating func openWhy() { views.append(.why(WhyView(inferences: lossesWorstFirst))) }

  private var lossesWorstFirst: [Int] {
    let lost = timeline.inferences.indices.filter { timeline.inferences[$0].isLost }
    return lost.sorted {
      let (a, b) = (timeline.inferences[$0].lost, timeline.inferences[$1].lost)
      return a == b ? $0 < $1 : a > b
    }
  }

  mutating func openRequests() {
    var view = RequestsView()
    if let request = timeline.request(of: cursor) { view.unfolded = [request] }
    listNodes(&view)
    let here = timeline.inferenceRange(of: cursor).first
    let selected =
      view.nodes.firstIndex { $0 == .inference(here ?? -1) }
      ?? view.nodes.firstIndex { $0 == .request(timeline.request(of: cursor) ?? -1) } ?? 0
    view.position.select(selected, count: view.nodes.count, height: listHeight)
    views.append(.requests(view))
  }

  /// Brings the views that hold places in the timeline up to date with it. After a timeline of other places
  /// (`isReplaced`) what was unfolded and chosen is forgotten.
  mutating func refreshPlaces(isReplaced: Bool) {
    for index in views.indices {
      switch views[index] {
      case .why(var view):
        view.inferences = lossesWorstFirst
        if isReplaced { view.position = ListPosition() }
        views[index] = .why(view)
      case .requests(var view):
        if isReplaced {
          view.unfolded = []
          view.position = ListPosition()
        }
        listNodes(&view)
        views[index] = .requests(view)
      default: break
      }
    }
  }

  mutating func unfold() {
    guard case .requests(var view) = view, view.nodes.indices.contains(view.position.selected) else { return }
    if case .request(let request) = view.nodes[view.position.selected], !view.unfolded.contains(request) {
      view.unfolded.insert(request)
      listNodes(&view)
      replaceView(.requests(view))
    } else {
      moveVertically(by: 1)
    }
  }

  mutating func fold() {
    guard case .requests(var view) = view, view.nodes.indices.contains(view.position.selected) else { return }
    let request: Int
    switch view.nodes[view.position.selected] {
    case .session, .child: return
    case .request(let index): request = index
    case .inference(let inference), .tool(let inference, _):
      request = Int(timeline.inferences[inference].request)
    }
    view.unfolded.remove(request)
    listNodes(&view)
    let place = view.nodes.firstIndex(of: .request(request)) ?? 0
    view.position.select(place, count: view.nodes.count, height: listHeight)
    replaceView(.requests(view))
  }

  /// Lists the tree's rows: every session that no tool began, with those that its tools began below it; under the one on
  /// screen, its requests and what is unfolded of them, each child session below its tool call.
  func listNodes(_ view: inout RequestsView) {
    view.nodes = []
    let ids = Set(sessions.map(\.id))
    for index in sessions.indices where sessions[index].parent.map({ !ids.contains($0) }) ?? true {
      listSession(index, depth: 0, &view)
    }
  }

  private func listSession(_ index: Int, depth: Int, _ view: inout RequestsView) {
    view.nodes.append(.session(index, depth: depth))
    var placed: Set<Int> = []
    if index == session {
      let children = children
      for request in timeline.requestIDs.indices {
        view.nodes.append(.request(request))
        guard view.unfolded.contains(request) else { continue }
        for inference in timeline.inferences(ofRequest: request) {
          view.nodes.append(.inference(inference))
          let snapshot = timeline.snapshotIDs[Int(timeline.inferences[inference].snapshot)]
          let ids = view.callIDs[snapshot] ?? []
          for call in 0..<Int(timeline.inferences[inference].calls) {
            view.nodes.append(.tool(inference: inference, call: call))
            guard ids.indices.contains(call) else { continue }
            for child in children
            where sessions[child].parentCall == ids[call] && placed.insert(child).inserted {
              view.nodes.append(.child(child))
            }
          }
        }
      }
    }
    guard depth < sessions.count else { return }
    for child in children(of: index) where !placed.contains(child) {
      listSession(child, depth: depth + 1, &view)
    }
  }

  /// Keys in the picker: letters are searched for; nil for keys that the table knows.
  mutating func typeInPicker(_ key: Key) -> [Effect]? {
    guard case .picker(var picker) = view, key.modifiers.isEmpty || key.modifiers == .control else {
      return nil
    }
    switch (key.code, key.modifiers) {
    case (.character(let character), []): picker.search.insert(String(character))
    case (.backspace, []) where !picker.search.isEmpty: picker.search.deleteBackward()
    case (.character("u"), .control): picker.search.deleteToStart()
    case (.character("w"), .control): picker.search.deleteWord()
    default: return nil
    }
    picker.position = ListPosition()
    replaceView(.picker(picker))
    return []
  }

  // MARK: Copying

  mutating func copy() -> [Effect] {
    if let command = viewCommand, view.kind != .main, view.kind != .inspector {
      notice = Notice(text: "copied: \(command)")
      return [.copy(command)]
    }
    guard let text = textOfPane else { return [] }
    notice = Notice(text: "copied \(NumberText.bytes(text.utf8.count))")
    return [.copy(text)]
  }

  /// What the inspector shows, as plain text.
  var textOfPane: String? {
    switch tab {
    case .json: return inspected.map { String(decoding: $0.record.json, as: UTF8.self) }
    case .text where inspected != nil:
      return inspected.map { ScannedEntry($0.record).searched }
    case .text, .sent, .tools, .usage, .options, .why:
      let lines = inspectorLines.lines.map { line in line.map(\.text).joined() }
      return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }
  }

  /// The command that prints what the view shows.
  var viewCommand: String? {
    switch view {
    case .main, .inspector: file.isEmpty ? nil : "stemma show \(place)"
    case .diff(let diff):
      "stemma diff \(Self.shellWord(file))@\(number(of: diff.older)) \(Self.shellWord(file))@\(number(of: diff.newer))"
    case .why: "stemma why \(Self.shellWord(file))"
    case .budget: "stemma budget \(place)"
    case .policies: "stemma policies \(Self.shellWord(file))"
    case .requests: "stemma log \(Self.shellWord(file))"
    case .themes: "stemma themes"
    case .picker, .control, .replay, .help: nil
    }
  }

  func number(of snapshot: SnapshotID) -> Int { number(of: timeline.index(atOrBefore: snapshot)) }
}
