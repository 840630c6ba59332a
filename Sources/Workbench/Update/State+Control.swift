import Recordings
import Terminal

// Steering a live session: every action becomes a command that leaves as an effect.

extension State {
  mutating func performLive(_ action: Action) -> [Effect] {
    switch action {
    case .say: prompt = Prompt(kind: .say)
    case .cancel: return [.control(.cancel)]
    case .nextStep:
      follow()
      return [.control(.nextStep)]
    case .runScript:
      let isRunning = control?.script?.isRunning ?? false
      follow()
      notice = Notice(text: isRunning ? "the script waits" : "going through the script; A stops")
      return [.control(.runScript(!isRunning))]
    case .approve: return answer(approved: true)
    case .decline: return answer(approved: false)
    case .control: views.append(.control(ControlView()))
    case .nextChoice: return changeChoice(by: 1)
    case .previousChoice: return changeChoice(by: -1)
    default: break
    }
    return []
  }

  /// The consent request that is chosen, else the oldest.
  private var consentToAnswer: ControlState.Consent? {
    guard let control else { return nil }
    if case .control(let view) = view, case .consent(let index)? = row(of: view) {
      return control.consents[index]
    }
    return control.consents.first
  }

  private func answer(approved: Bool) -> [Effect] {
    consentToAnswer.map { [.control(.answer(consent: $0.id, approved: approved))] } ?? []
  }

  /// The line that is chosen in the live session's view.
  func row(of view: ControlView) -> ControlRow? {
    guard let rows = control?.rows, !rows.isEmpty else { return nil }
    return rows[min(max(0, view.position.selected), rows.count - 1)]
  }

  private mutating func changeChoice(by direction: Int) -> [Effect] {
    guard case .control(let view) = view, let control, let row = row(of: view) else { return [] }
    switch row {
    case .consent:
      notice = Notice(text: "a approves, D declines")
      return []
    case .script: return direction > 0 && control.script?.next != nil ? performLive(.nextStep) : []
    default: break
    }
    guard let (values, current) = control.choices(of: row) else { return [] }
    guard !values.isEmpty else {
      if case .variable(let index) = row {
        prompt = Prompt(kind: .value(control.variables[index].name), input: LineInput(current))
      }
      return []
    }
    let place = values.firstIndex(of: current) ?? (direction > 0 ? -1 : 0)
    let next = values[(place + direction + values.count) % values.count]
    return control.command(row, value: next).map { [.control($0)] } ?? []
  }

  /// Goes with the newest again: what was asked for will be seen.
  mutating func follow() {
    isFollowing = true
    spanStart = nil
    moveCursor(to: timeline.count - 1, follows: true)
    entries.select(entryCount - 1, count: entryCount, height: layout.entryRows)
  }

  /// Sends what was typed, or the script's next step for an empty line.
  mutating func say(_ typed: Prompt) -> [Effect] {
    guard control?.isResponding != true else {
      prompt?.complaint = "a request is being answered; Esc, then X cancels it"
      return []
    }
    if typed.input.text.allSatisfy(\.isWhitespace) {
      guard control?.script?.next != nil else {
        prompt?.complaint = "type something; the script is at its end"
        return []
      }
      prompt = nil
      return performLive(.nextStep)
    }
    prompt = nil
    follow()
    return [.control(.send(typed.input.text))]
  }

  // MARK: News

  mutating func take(_ control: ControlState) {
    // What was told when the script set out is over when it is.
    if self.control?.script?.isRunning == true, control.script?.isRunning != true, notice?.isTrouble == false
    {
      notice = nil
    }
    self.control = control
  }

  /// What streams grows at the foot of the entries; whoever stood there stays there.
  mutating func take(_ streaming: Streaming?) {
    let wasAtEnd = entries.selected >= entryCount - 1
    self.streaming = streaming
    if let profile = streaming?.profile { personas.learn(profile: profile) }
    if wasAtEnd || entries.selected >= entryCount {
      entries.select(entryCount - 1, count: entryCount, height: layout.entryRows)
    }
  }

  // MARK: Child sessions

  mutating func goToChild() -> [Effect] {
    guard let child = childHere else { return [] }
    return chooseSession(child)
  }

  mutating func goToParent() -> [Effect] {
    guard let parent else { return [] }
    return chooseSession(parent)
  }
}
