import Terminal

extension State {
  /// The last line: what is typed, or a notice, or the keys that matter here and the command that prints the same.
  func drawFoot(_ layout: Layout, _ frame: inout Frame) {
    if let prompt { return draw(prompt, layout, &frame) }
    if let notice {
      frame.put(
        notice.text, x: 1, y: layout.foot.y, style: theme.style(notice.isTrouble ? .lost : .text),
        maxWidth: size.width - 2, truncation: .ellipsis)
      return
    }
    if let searching {
      frame.put(
        "looking for “\(search?.lowered ?? "")” … \(NumberText.count(searching, "snapshot"))", x: 1,
        y: layout.foot.y,
        style: theme.style(.dim), maxWidth: size.width - 2, truncation: .ellipsis)
      return
    }
    drawHints(layout, &frame)
  }

  /// The line above the foot.
  func drawFootRule(_ layout: Layout, _ frame: inout Frame) {
    guard let rule = layout.footRule else { return }
    frame.fill(
      Rect(x: 0, y: rule, width: size.width, height: 1), glyphs.horizontalLine, style: theme.style(.line))
  }

  private func drawHints(_ layout: Layout, _ frame: inout Frame) {
    let y = layout.foot.y
    var end = size.width - 1
    if view.kind != .main, let command = viewCommand, size.width >= 60 {
      let text = "$ \(command)"
      let width = min(DisplayText.width(of: text), size.width * 3 / 5)
      frame.put(
        text, x: size.width - width - 1, y: y, style: theme.style(.faint), maxWidth: width,
        truncation: .ellipsis)
      end = size.width - width - 3
    } else if view.kind == .main, !filter.isEmpty {
      let text = "filter \(filter.source)"
      let width = min(DisplayText.width(of: text), size.width / 3)
      frame.put(
        text, x: size.width - width - 1, y: y, style: theme.style(.accent), maxWidth: width,
        truncation: .ellipsis)
      end = size.width - width - 3
    }
    var hints = KeyTable.bindings(in: view.kind).filter { $0.hint != nil && holds($0.when) }
    if control?.consents.isEmpty == false { hints.removeAll { $0.action == .say || $0.action == .nextStep } }
    if view.kind == .main, let enter = hints.firstIndex(where: { $0.action == .enter }) {
      // Beside the inspector Enter is of little use; without it, it is the way there.
      let binding = hints.remove(at: enter)
      if layout.inspector == nil { hints.insert(binding, at: 1) }
    }
    var x = 1
    if let consent = control?.consents.first, view.kind != .control {
      // What is asked comes first; the keys that answer it follow at once.
      x += frame.put("? ", x: x, y: y, style: theme.style(.warning).bold)
      let keys = hints.filter { $0.when == .hasConsent || $0.action == .help }
      let room = end - x - keys.reduce(0) { $0 + hintWidth($1) + 3 }
      x +=
        frame.put(
          consent.question, x: x, y: y, style: theme.style(.warning), maxWidth: max(0, room),
          truncation: .ellipsis) + 3
    }
    // Help comes last and always fits: room for it is kept.
    let help = hints.last { $0.action == .help }
    let helpWidth = help.map { hintWidth($0) } ?? 0
    for hint in hints where hint.action != .help && hint.action != .back {
      guard x + hintWidth(hint) + helpWidth + 3 <= end else { continue }
      x += draw(hint, x: x, y: y, &frame) + 3
    }
    for hint in hints where hint.action == .back && x + hintWidth(hint) + helpWidth + 3 <= end {
      x += draw(hint, x: x, y: y, &frame) + 3
    }
    if let help, x + helpWidth <= end { _ = draw(help, x: x, y: y, &frame) }
  }

  private func hintWidth(_ binding: KeyBinding) -> Int {
    DisplayText.width(of: binding.label) + 1 + DisplayText.width(of: binding.hint ?? "")
  }

  private func draw(_ binding: KeyBinding, x: Int, y: Int, _ frame: inout Frame) -> Int {
    let key =
      binding.label.split(separator: " ").count > 2
      ? String(binding.label.split(separator: " ")[0]) : binding.label
    var used = frame.put(key, x: x, y: y, style: theme.style(.accent).bold)
    used += 1
    used += frame.put(binding.hint ?? "", x: x + used, y: y, style: theme.style(.dim))
    return used
  }

  private func draw(_ prompt: Prompt, _ layout: Layout, _ frame: inout Frame) {
    let y = layout.foot.y
    var x = 1
    x += frame.put(prompt.kind.sign, x: x, y: y, style: theme.style(.accent).bold)
    let before = DisplayText.width(of: prompt.input.beforeCursor)
    let room = max(1, size.width - x - 2)
    // A long line is drawn from where its cursor can be seen.
    let scroll = max(0, before - room + 1)
    var shown = prompt.input.text
    if scroll > 0 { shown = String(shown.dropFirst(min(shown.count, scroll))) }
    let used = frame.put(shown, x: x, y: y, style: theme.style(.text), maxWidth: room)
    frame.cursor = Point(x: min(size.width - 1, x + before - scroll), y: y)
    let aside = x + used + 3
    guard aside < size.width - 8 else { return }
    if let complaint = prompt.complaint {
      frame.put(
        complaint, x: aside, y: y, style: theme.style(.lost), maxWidth: size.width - aside - 1,
        truncation: .ellipsis)
    } else if !prompt.completions.isEmpty {
      drawCompletions(prompt, x: aside, y: y, &frame)
    } else if prompt.kind == .find, let searching, searching > 0 {
      frame.put(
        "… \(NumberText.count(searching, "snapshot"))", x: aside, y: y, style: theme.style(.dim),
        maxWidth: size.width - aside - 1)
    } else if let hint = hint(for: prompt) {
      frame.put(
        hint, x: aside, y: y, style: theme.style(.faint), maxWidth: size.width - aside - 1,
        truncation: .ellipsis)
    }
  }

  private func drawCompletions(_ prompt: Prompt, x: Int, y: Int, _ frame: inout Frame) {
    var x = x
    for (index, word) in prompt.completions.enumerated() {
      guard x + DisplayText.width(of: word) < size.width - 1 else {
        frame.put(String(glyphs.ellipsis), x: x, y: y, style: theme.style(.faint))
        return
      }
      let style = index == prompt.completion ? theme.style(.accent).bold : theme.style(.dim)
      x += frame.put(word, x: x, y: y, style: style) + 2
    }
  }

  private func hint(for prompt: Prompt) -> String? {
    switch prompt.kind {
    case .find: nil
    case .say:
      prompt.input.isEmpty ? control?.script?.next.map { "Enter alone: \($0)" } : nil
    case .value: prompt.input.isEmpty ? "any text" : nil
    case .filter:
      prompt.input.isEmpty
        ? "kind:toolOutput  tool:search  tokens:>500  cache:lost  \"text\"   Tab completes" : nil
    case .command:
      prompt.input.isEmpty
        ? "a command or a snapshot's number   Tab completes"
        : Command.entries.first { $0.name == prompt.input.text.split(separator: " ").first.map(String.init) }
          .map { "\($0.name) \($0.arguments)  \($0.description)" }
    }
  }
}
