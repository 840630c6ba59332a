import Terminal

extension Command {
  static let themes: Command = .init(
    name: "themes",
    summary: "show all themes on one screen",
    operands: [],
    options: [.json, .color],
    discussion: [
      "Themes of your own stand in $XDG_CONFIG_HOME/stemma/themes, a JSON file each; themes/README.md in the source tells the "
        + "format. Choose one with --theme NAME, with the key t, or for good in config.json."
    ],
    examples: [Example("stemma themes", "the built-in ones, and yours")],
    run: { invocation, console in
      let folder = Environment.configurationFolder.map { $0 + "/themes" }
      let own = folder.map { Theme.load(directory: $0) } ?? (themes: [], errors: [])
      let all =
        Theme.builtIns.map { ThemePreview(theme: $0, isBuiltIn: true) }
        + own.themes.map { ThemePreview(theme: $0, isBuiltIn: false) }
      if invocation.has(.json) {
        JSONOutput.document("themes", to: console.out) { json in
          json.array("themes", all) { $1.write(to: &$0) }
        }
      } else {
        console.setColors(choice: invocation.value(.color), theme: .dark)
        for preview in all { preview.print(console) }
      }
      for error in own.errors { console.complain("\(error)") }
      return .fine
    })
}

/// A theme in two lines.
struct ThemePreview {
  let theme: Theme
  let isBuiltIn: Bool

  func write(to json: inout JSONOutput) {
    json.object { json in
      json.member("name", theme.name)
      json.member("description", theme.description)
      json.member("dark", theme.isDark)
      json.member("builtIn", isBuiltIn)
    }
  }

  func print(_ console: Console) {
    let title = "\(theme.name)\(isBuiltIn ? "" : " (yours)")"
    let paint = console.paint
    guard !paint.isPlain else {
      let name = title + String(repeating: " ", count: max(1, 16 - DisplayText.width(of: title)))
      console.print("\(name)\(theme.description)")
      return
    }
    let width = min(console.width ?? 100, 120)
    var frame = Frame(size: Size(width: width, height: 2), style: theme.style(.background))
    var x = 1
    for y in 0..<2 { frame.fill(Rect(x: 0, y: y, width: width, height: 1), style: theme.style(.background)) }
    x += frame.put(title, x: x, y: 0, style: theme.style(.accent).bold)
    frame.put(
      theme.description, x: max(x + 2, 18), y: 0, style: theme.style(.dim), maxWidth: width - 19,
      truncation: .ellipsis)
    drawSample(&frame)
    console.out.write(frame.ansi(depth: Environment.colorDepth))
  }

  private func drawSample(_ frame: inout Frame) {
    var x = 1
    for (index, name) in ["brainstorm", "tutorial", "coach"].enumerated() {
      x += frame.put(" \(name) ", x: x, y: 1, style: theme.personaBand(index))
    }
    x += 1
    let samples: [(String, Style)] = [
      ("▇▇▇▇", theme.style(.prefill)), ("▆▆▆▆", theme.style(.decode)), (" kept", theme.style(.kept)),
      (" LOST", theme.style(.lost)), (" ▲", theme.style(.warning)), (" note", theme.style(.note)),
      (" +new", theme.style(.diffAdded)), (" -old", theme.style(.diffRemoved)),
    ]
    for (text, style) in samples { x += frame.put(text, x: x, y: 1, style: style) }
    x += 1
    for kind in Theme.Kind.allCases { x += frame.put("██", x: x, y: 1, style: theme.kind(kind)) }
    x += 1
    x += frame.put(" chosen row ", x: x, y: 1, style: theme.style(.selection))
    frame.put(" found ", x: x + 1, y: 1, style: theme.style(.match))
  }
}
