import Recordings
import Terminal

extension State {
  /// Takes an event: changes the state and returns what is to be done for it.
  mutating func update(_ event: Event) -> [Effect] {
    var effects: [Effect] = []
    switch event {
    case .terminal(let event): effects = take(event)
    case .loaded(let loaded): effects = take(loaded)
    }
    return effects + settle()
  }

  private mutating func take(_ event: TerminalEvent) -> [Effect] {
    switch event {
    case .key(let key): return press(key)
    case .mouse(let mouse): return isMouseOn ? point(mouse) : []
    case .paste(let text): return paste(text)
    case .resized(let size):
      self.size = size
      // What was chosen stays on screen.
      keepChosenRowShown()
      return []
    case .woken, .resumed: return []
    case .interrupted, .terminated: return [.quit]
    }
  }

  private mutating func press(_ key: Key) -> [Effect] {
    notice = nil
    if prompt != nil { return type(key) }
    if case .picker = view, let effects = typeInPicker(key) { return effects }
    guard let binding = KeyTable.binding(for: key, in: view.kind) else { return [] }
    guard holds(binding.when) else {
      notice = Notice(text: binding.when.complaint)
      return []
    }
    return perform(binding.action)
  }

  private mutating func paste(_ text: String) -> [Effect] {
    if prompt != nil { return typeText(text) }
    guard case .picker(var picker) = view else { return [] }
    picker.search.insert(text)
    picker.position = ListPosition()
    replaceView(.picker(picker))
    return []
  }

  mutating func replaceView(_ view: View) {
    if views.isEmpty { views = [view] } else { views[views.count - 1] = view }
  }

  // MARK: Actions

  mutating func perform(_ action: Action) -> [Effect] {
    switch action {
    case .stepBack, .stepForward, .requestBack, .requestForward, .oldest, .newest, .nextLoss, .previousLoss,
      .up, .down, .pageUp, .pageDown, .top, .bottom:
      if view.kind == .replay { moveReplay(action) } else { move(action) }
    case .nextSession where view.kind == .replay, .previousSession where view.kind == .replay,
      .childSession where view.kind == .replay, .parentSession where view.kind == .replay:
      chooseReplay(action)
    case .childSession: return goToChild()
    case .parentSession: return goToParent()
    case .say, .cancel, .nextStep, .runScript, .approve, .decline, .control, .nextChoice, .previousChoice:
      return performLive(action)
    case .pause:
      isFollowing.toggle()
      if isFollowing { moveCursor(to: timeline.count - 1, follows: true) }
    case .zoomIn, .zoomOut, .fit, .scale: zoom(action)
    case .nextPane, .previousPane:
      if layout.inspector != nil {
        pane = pane == .entries ? .inspector : .entries
      } else {
        return perform(.enter)
      }
    case .tab(let tab): show(tab)
    case .nextTab: show(InspectorTab(rawValue: (tab.rawValue + 1) % InspectorTab.allCases.count) ?? .text)
    case .previousTab:
      let count = InspectorTab.allCases.count
      show(InspectorTab(rawValue: (tab.rawValue + count - 1) % count) ?? .text)
    case .mark:
      mark = cursorID
      notice = Notice(
        text: "snapshot \(number(of: cursor)) is marked: d compares with it, ' comes back to it")
    case .jumpToMark: if let mark { moveCursor(to: timeline.index(atOrBefore: mark)) }
    case .diff: return openDiff()
    case .why: openWhy()
    case .budget: views.append(.budget(BudgetView()))
    case .policies:
      guard let sessionRow else { break }
      views.append(.policies(PoliciesView()))
      return [.weighPolicies(sessionRow)]
    case .requests: openRequests()
    case .replay: openReplay()
    case .open:
      views.append(.picker(PickerView()))
      return [.listRecordings]
    case .themes:
      views.append(.themes(ThemesView(position: ListPosition(selected: themeIndex), original: themeIndex)))
    case .nextTheme:
      themeIndex = (themeIndex + 1) % themes.count
      notice = Notice(text: "theme \(theme.name)")
    case .find: prompt = Prompt(kind: .find, origin: (cursor, selectedEntry ?? 0))
    case .findNext: return findAgain(forward: true)
    case .findPrevious: return findAgain(forward: false)
    case .filter: prompt = Prompt(kind: .filter, input: LineInput(filter.source))
    case .command: prompt = Prompt(kind: .command)
    case .copy: return copy()
    case .pager: return textOfPane.map { [.page($0)] } ?? []
    case .enter: return enter()
    case .unfold: unfold()
    case .fold: fold()
    case .mouse:
      isMouseOn.toggle()
      notice = Notice(text: isMouseOn ? "the mouse is used here" : "the mouse is left to the terminal")
      return [.useMouse(isMouseOn)]
    case .nextSession: return chooseSession((session + 1) % max(1, sessions.count))
    case .previousSession: return chooseSession((session + sessions.count - 1) % max(1, sessions.count))
    case .help: views.append(.help(HelpView(of: view.kind)))
    case .redraw: return [.redraw]
    case .suspend: return [.suspend]
    case .back: return goBack()
    case .quit: return [.quit]
    }
    return []
  }

  /// Moves along the axis, in a pane or in a list.
  private mutating func move(_ action: Action) {
    switch action {
    case .stepBack: step(by: -1)
    case .stepForward: step(by: 1)
    case .requestBack: stepRequest(by: -1)
    case .requestForward: stepRequest(by: 1)
    case .oldest: moveCursor(to: firstMatching(from: 0, by: 1) ?? 0)
    case .newest:
      moveCursor(to: timeline.count - 1)
      isFollowing = true
    case .nextLoss: stepLoss(by: 1)
    case .previousLoss: stepLoss(by: -1)
    case .up: moveVertically(by: -1)
    case .down: moveVertically(by: 1)
    case .pageUp: moveVertically(by: -pageHeight)
    case .pageDown: moveVertically(by: pageHeight)
    case .top: moveVertically(by: -Self.far)
    case .bottom: moveVertically(by: Self.far)
    default: break
    }
  }

  private mutating func goBack() -> [Effect] {
    if views.count > 1 {
      if case .themes(let view) = view { themeIndex = view.original }
      views.removeLast()
      return []
    }
    if searching != nil {
      searching = nil
      return [.stopFinding]
    }
    if spanStart != nil {
      spanStart = nil
    } else if !filter.isEmpty {
      filter = Filter(source: "", terms: [])
    } else {
      search = nil
    }
    return []
  }

  mutating func show(_ tab: InspectorTab) {
    self.tab = tab
    inspectorTop = 0
  }

  mutating func chooseSession(_ index: Int) -> [Effect] {
    guard sessions.indices.contains(index), index != session else { return [] }
    if let id = sessionRow?.id { places[id] = isFollowing ? nil : cursorID }
    session = index
    views = [.main]
    forgetSession()
    return [.chooseSession(sessions[index].id)]
  }

  /// Forgets what belongs to the session that was on screen.
  mutating func forgetSession() {
    timeline = Timeline()
    lanes = nil
    content = nil
    streaming = nil
    facts = nil
    inspected = nil
    instructions = nil
    loading = nil
    cursor = 0
    zoom = 0
    laneOffset = 0
    spanStart = nil
    mark = nil
    searching = nil
    entries = ListPosition()
    inspectorTop = 0
    isFollowing = true
  }
}
