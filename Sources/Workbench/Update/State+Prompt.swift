import Recordings
import Terminal

// Typing at the foot: what to find, a filter, a command.

extension State {
  mutating func type(_ key: Key) -> [Effect] {
    guard var prompt else { return [] }
    let before = prompt.input.text
    switch (key.code, key.modifiers) {
    case (.escape, _), (.character("c"), .control), (.character("g"), .control): return leavePrompt()
    case (.enter, _): return submit(prompt)
    case (.tab, _): complete(&prompt, by: 1)
    case (.backTab, _): complete(&prompt, by: -1)
    case (.up, _): recall(&prompt, by: 1)
    case (.down, _): recall(&prompt, by: -1)
    case (.left, _): prompt.input.move(by: -1)
    case (.right, _): prompt.input.move(by: 1)
    case (.home, _), (.character("a"), .control): prompt.input.moveToStart()
    case (.end, _), (.character("e"), .control): prompt.input.moveToEnd()
    case (.backspace, _):
      if prompt.input.isEmpty { return leavePrompt() }
      prompt.input.deleteBackward()
    case (.delete, _), (.character("d"), .control): prompt.input.deleteForward()
    case (.character("w"), .control): prompt.input.deleteWord()
    case (.character("u"), .control): prompt.input.deleteToStart()
    case (.character(let character), []): prompt.input.insert(String(character))
    default: return []
    }
    return edited(prompt, from: before, keepsCompletions: key.code == .tab || key.code == .backTab)
  }

  mutating func typeText(_ text: String) -> [Effect] {
    guard var prompt else { return [] }
    let before = prompt.input.text
    prompt.input.insert(text)
    return edited(prompt, from: before, keepsCompletions: false)
  }

  private mutating func edited(_ edited: Prompt, from before: String, keepsCompletions: Bool) -> [Effect] {
    var prompt = edited
    let isChanged = prompt.input.text != before
    if isChanged, !keepsCompletions {
      prompt.completions = []
      prompt.completion = nil
    }
    prompt.complaint = isChanged ? nil : prompt.complaint
    self.prompt = prompt
    return isChanged && prompt.kind == .find ? findTyped(prompt) : []
  }

  private mutating func leavePrompt() -> [Effect] {
    guard let prompt else { return [] }
    self.prompt = nil
    guard prompt.kind == .find, let origin = prompt.origin else { return [] }
    search = nil
    searching = nil
    moveCursor(to: origin.snapshot)
    selectEntry(origin.entry)
    return [.stopFinding]
  }

  private mutating func submit(_ prompt: Prompt) -> [Effect] {
    var prompt = prompt
    let text = prompt.input.text
    history.add(text, to: prompt.kind)
    switch prompt.kind {
    case .say: return say(prompt)
    case .value(let name):
      self.prompt = nil
      return [.control(.set(variable: name, value: text))]
    case .find:
      self.prompt = nil
      if text.isEmpty { search = nil }
      // What was typed has found its place already, or none: then it is said now that the line is free for it.
      return text.isEmpty || searching != nil
        ? [] : find(TextSearch(text), forward: true, includesHere: true)
    case .filter:
      do throws(FilterError) {
        try apply(filter: text)
        self.prompt = nil
      } catch {
        prompt.complaint = error.description
        self.prompt = prompt
      }
      return []
    case .command:
      self.prompt = nil
      guard !text.allSatisfy(\.isWhitespace) else { return [] }
      switch Command.parse(text) {
      case .success(let command): return run(command)
      case .failure(let error):
        prompt.complaint = error.text
        self.prompt = prompt
        return []
      }
    }
  }

  mutating func apply(filter text: String) throws(FilterError) {
    filter = try Filter(parsing: text)
    filtered = [:]
    entries = ListPosition()
    if filter.selectsSteps, !timeline.isEmpty, !timeline.matches(filter, cursor) {
      if let next = firstMatching(from: cursor, by: -1) ?? firstMatching(from: cursor, by: 1) {
        moveCursor(to: next)
      } else {
        notice = Notice(text: "no snapshot passes this filter")
      }
    }
  }

  private mutating func complete(_ prompt: inout Prompt, by direction: Int) {
    if prompt.completions.isEmpty {
      let completion = Completion(themes: themes.map(\.name), profiles: timeline.profiles)
      prompt.completions = completion.words(for: prompt.input.beforeCursor, in: prompt.kind)
      prompt.completion = nil
    }
    guard !prompt.completions.isEmpty else { return }
    let count = prompt.completions.count
    let next = prompt.completion.map { ($0 + direction + count) % count } ?? (direction > 0 ? 0 : count - 1)
    prompt.completion = next
    let text = prompt.input.text
    let kept = text.lastIndex(of: " ").map { text[...$0] } ?? ""
    let word = prompt.completions[next]
    // The only one is done with: the next word may follow.
    prompt.input = LineInput(kept + word + (count == 1 && !word.hasSuffix(":") ? " " : ""))
    if count == 1 { prompt.completions = [] }
  }

  private func recall(_ prompt: inout Prompt, by direction: Int) {
    let place = (prompt.historyPlace ?? -1) + direction
    guard place >= 0 else {
      prompt.historyPlace = nil
      prompt.input = LineInput()
      return
    }
    guard let line = history.line(place, of: prompt.kind) else { return }
    prompt.historyPlace = place
    prompt.input = LineInput(line)
  }

  // MARK: Commands

  private mutating func run(_ command: Command) -> [Effect] {
    switch command {
    case .action(let action): return perform(checked: action)
    case .zoom(let action): return perform(checked: action)
    case .goto(let number): go(toNumber: number)
    case .request(let number):
      let place = timeline.requestSequences.firstIndex { Int($0) == number }
      guard let place, let snapshot = timeline.firstSnapshot(ofRequest: place) else {
        notice = Notice(text: "there is no request \(number)")
        break
      }
      views = [.main]
      moveCursor(to: snapshot)
    case .session(let number):
      guard sessions.indices.contains(number - 1) else {
        notice = Notice(text: "there is no session \(number); there are \(sessions.count)")
        break
      }
      return chooseSession(number - 1)
    case .filter(let text):
      do throws(FilterError) { try apply(filter: text) } catch {
        notice = Notice(text: error.description, isTrouble: true)
      }
    case .find(let text): return find(TextSearch(text), forward: true, includesHere: true)
    case .theme(let name):
      guard let index = themes.firstIndex(where: { $0.name == name }) else {
        notice = Notice(
          text: "there is no theme “\(name)”; there are \(themes.map(\.name).joined(separator: ", "))")
        break
      }
      themeIndex = index
    case .open(let path):
      views.append(.picker(PickerView(opening: (path, nil))))
      return [.open(path)]
    case .diff(let number):
      guard let number else { return perform(checked: .diff) }
      guard let here = cursorID, let place = timeline.place(ofNumber: number) else {
        notice = Notice(text: "there is no snapshot \(number)")
        break
      }
      let other = timeline.snapshotIDs[place]
      return openDiff(min(other, here), max(other, here))
    case .scale(let scale): if self.scale != scale { return perform(.scale) }
    case .mouse(let isOn): if isMouseOn != isOn { return perform(.mouse) }
    }
    return []
  }

  /// Does what a key would do, under the same condition.
  private mutating func perform(checked action: Action) -> [Effect] {
    if let binding = KeyTable.bindings.first(where: { $0.action == action }), !holds(binding.when) {
      notice = Notice(text: binding.when.complaint)
      return []
    }
    return perform(action)
  }

  private mutating func go(toNumber number: Int) {
    guard let place = timeline.place(ofNumber: number) else {
      notice = Notice(text: "there is no snapshot \(number)")
      return
    }
    views = [.main]
    moveCursor(to: place)
  }
}

extension Timeline {
  /// The place of the snapshot with a number, as people write it.
  func place(ofNumber number: Int) -> Int? {
    let place = Timeline.partition(0..<count) { Int(sequences[$0]) >= number }
    return place < count && Int(sequences[place]) == number ? place : nil
  }
}
