import Terminal

/// Every key of every view. Dispatch, the hints at the foot, help and the printed sheet are made from this one table.
enum KeyTable {
  private static let main: Set<View.Kind> = [.main]
  private static let session: Set<View.Kind> = [.main, .inspector]
  private static let lists: Set<View.Kind> = [.main, .why, .requests]
  private static let scrolled: Set<View.Kind> = [
    .main, .inspector, .diff, .why, .budget, .policies, .requests, .control, .replay, .picker, .themes, .help,
  ]
  /// Views in which letters are keys; in the picker they are typed.
  private static let lettered: Set<View.Kind> = scrolled.subtracting([.picker])
  private static let commands: Set<View.Kind> = [
    .main, .inspector, .diff, .why, .budget, .policies, .requests, .control, .replay,
  ]
  /// Where a live session can be spoken to.
  private static let spoken: Set<View.Kind> = [.main, .inspector, .requests, .control]

  static let bindings: [KeyBinding] = [
    // Live session
    KeyBinding(
      keys: ["a"], action: .approve, hint: "approve", description: "approve what waits for consent",
      group: .live, views: spoken, when: .hasConsent),
    KeyBinding(
      keys: ["D"], action: .decline, hint: "decline", description: "decline it", group: .live, views: spoken,
      when: .hasConsent),
    KeyBinding(
      keys: ["X"], action: .cancel, hint: "cancel", description: "cancel what is being answered",
      group: .live, views: spoken, when: .isResponding),
    KeyBinding(
      keys: ["i"], action: .say, hint: "prompt", description: "type a prompt; empty, the script's next one",
      group: .live, views: spoken, when: .isControlled),
    KeyBinding(
      keys: ["."], action: .nextStep, hint: "next", description: "the script's next step", group: .live,
      views: spoken, when: .hasScript),
    KeyBinding(
      keys: ["A"], action: .runScript, description: "go through the script, or stop", group: .live,
      views: spoken, when: .hasScript),
    KeyBinding(
      keys: ["v"], action: .control, hint: "state", description: "variables, consent, models and their quota",
      group: .live, views: spoken.subtracting([.control]), when: .isControlled),
    KeyBinding(
      keys: ["right", "l", "enter"], action: .nextChoice, hint: "change", shown: "←→",
      description: "the next value, or type one", group: .live, views: [.control]),
    KeyBinding(
      keys: ["left", "h"], action: .previousChoice, description: "the value before", group: .live,
      views: [.control]),

    // Time
    KeyBinding(
      keys: ["left", "h"], action: .stepBack, hint: "step", shown: "←→",
      description: "the snapshot before", group: .time, views: session, when: .hasSnapshots),
    KeyBinding(
      keys: ["right", "l"], action: .stepForward, description: "the snapshot after", group: .time,
      views: session, when: .hasSnapshots),
    KeyBinding(
      keys: ["shift-left", "H"], action: .requestBack, hint: "request", shown: "⇧←→",
      description: "the request before", group: .time, views: session, when: .hasSnapshots),
    KeyBinding(
      keys: ["shift-right", "L"], action: .requestForward, description: "the request after", group: .time,
      views: session, when: .hasSnapshots),
    KeyBinding(
      keys: ["c"], action: .nextLoss, hint: "lost cache", shown: "c C", description: "the next lost cache",
      group: .time, views: session, when: .hasLosses),
    KeyBinding(
      keys: ["C"], action: .previousLoss, description: "the lost cache before", group: .time, views: session,
      when: .hasLosses),
    KeyBinding(
      keys: ["home"], action: .oldest, description: "the first snapshot", group: .time, views: session,
      when: .hasSnapshots),
    KeyBinding(
      keys: ["end"], action: .newest, description: "the newest snapshot, and go with it as it grows",
      group: .time, views: session, when: .hasSnapshots),
    KeyBinding(
      keys: ["space"], action: .pause, hint: "pause", description: "stop at this moment, or follow again",
      group: .time, views: main, when: .isLive),
    KeyBinding(
      keys: ["+", "="], action: .zoomIn, hint: "zoom", shown: "+ -", description: "fewer snapshots, wider",
      group: .time, views: main, when: .hasSnapshots),
    KeyBinding(
      keys: ["-"], action: .zoomOut, description: "more snapshots, narrower", group: .time, views: main,
      when: .hasSnapshots),
    KeyBinding(
      keys: ["0"], action: .fit, description: "the whole session", group: .time, views: main,
      when: .hasSnapshots),
    KeyBinding(
      keys: ["x"], action: .scale, description: "bars to scale in time or in tokens", group: .time,
      views: main,
      when: .hasSnapshots),
    KeyBinding(
      keys: ["s"], action: .nextSession, hint: "session", shown: "s S", description: "the next session",
      group: .time, views: main, when: .hasSessions),
    KeyBinding(
      keys: ["S"], action: .previousSession, description: "the session before", group: .time, views: main,
      when: .hasSessions),
    KeyBinding(
      keys: [">"], action: .childSession, hint: "child session", shown: "> <",
      description: "the session that a tool call began here", group: .time, views: session,
      when: .hasChildren),
    KeyBinding(
      keys: ["<"], action: .parentSession, hint: "parent session", description: "back to the session above",
      group: .time, views: session, when: .hasParent),

    // Time, of two sessions
    KeyBinding(
      keys: ["left", "h"], action: .stepBack, hint: "step", shown: "←→", description: "the inference before",
      group: .time, views: [.replay]),
    KeyBinding(
      keys: ["right", "l"], action: .stepForward, description: "the inference after", group: .time,
      views: [.replay]),
    KeyBinding(
      keys: ["shift-left", "H"], action: .requestBack, hint: "request", shown: "⇧←→",
      description: "the request before", group: .time, views: [.replay]),
    KeyBinding(
      keys: ["shift-right", "L"], action: .requestForward, description: "the request after", group: .time,
      views: [.replay]),
    KeyBinding(
      keys: ["c"], action: .nextLoss, hint: "switch", shown: "c C",
      description: "the next switch, lost cache or other answer", group: .time, views: [.replay]),
    KeyBinding(
      keys: ["C"], action: .previousLoss, description: "the one before", group: .time, views: [.replay]),
    KeyBinding(
      keys: ["home"], action: .oldest, description: "the first inference", group: .time, views: [.replay]),
    KeyBinding(
      keys: ["end"], action: .newest, description: "the last inference", group: .time, views: [.replay]),

    KeyBinding(
      keys: ["s"], action: .nextSession, hint: "session", shown: "s S", description: "the next two sessions",
      group: .time, views: [.replay], when: .hasPairs),
    KeyBinding(
      keys: ["S"], action: .previousSession, description: "the two before", group: .time, views: [.replay],
      when: .hasPairs),
    KeyBinding(
      keys: [">"], action: .childSession, hint: "child session", shown: "> <",
      description: "the two that a tool call began here", group: .time, views: [.replay],
      when: .hasReplayChildren),
    KeyBinding(
      keys: ["<"], action: .parentSession, hint: "parent session", description: "back to the two above",
      group: .time, views: [.replay], when: .hasReplayParent),

    // Moving
    KeyBinding(keys: ["up", "k"], action: .up, description: "up", group: .move, views: lettered),
    KeyBinding(keys: ["down", "j"], action: .down, description: "down", group: .move, views: lettered),
    KeyBinding(keys: ["up"], action: .up, description: "up", group: .move, views: [.picker]),
    KeyBinding(keys: ["down"], action: .down, description: "down", group: .move, views: [.picker]),
    KeyBinding(keys: ["pageup"], action: .pageUp, description: "a page up", group: .move, views: scrolled),
    KeyBinding(
      keys: ["pagedown"], action: .pageDown, description: "a page down", group: .move, views: scrolled),
    KeyBinding(keys: ["g"], action: .top, description: "to the top", group: .move, views: lettered),
    KeyBinding(keys: ["G"], action: .bottom, description: "to the bottom", group: .move, views: lettered),
    KeyBinding(
      keys: ["tab"], action: .nextPane, description: "the other pane", group: .move, views: main),
    KeyBinding(
      keys: ["shift-tab"], action: .previousPane, description: "the other pane", group: .move, views: main),
    KeyBinding(
      keys: ["enter"], action: .enter, hint: "entry", description: "the entry on a page of its own",
      group: .move, views: main, when: .hasSnapshots),
    KeyBinding(
      keys: ["enter"], action: .enter, hint: "go there", description: "go to this moment", group: .move,
      views: [.why, .requests, .replay]),
    KeyBinding(
      keys: ["right", "l"], action: .unfold, hint: "unfold", shown: "←→", description: "unfold", group: .move,
      views: [.requests]),
    KeyBinding(
      keys: ["left", "h"], action: .fold, description: "fold", group: .move, views: [.requests]),
    KeyBinding(
      keys: ["enter"], action: .enter, hint: "open", description: "open it", group: .move, views: [.picker]),
    KeyBinding(
      keys: ["enter"], action: .enter, hint: "keep", description: "keep this theme", group: .move,
      views: [.themes]),

    // Looking
    KeyBinding(
      keys: ["1"], action: .tab(.text), description: "the entry's text", group: .look, views: session),
    KeyBinding(keys: ["2"], action: .tab(.json), description: "its JSON", group: .look, views: session),
    KeyBinding(
      keys: ["3"], action: .tab(.sent), description: "what the model saw, after the transforms",
      group: .look, views: session),
    KeyBinding(
      keys: ["4"], action: .tab(.tools), description: "the tools that the model was told of", group: .look,
      views: session),
    KeyBinding(
      keys: ["5"], action: .tab(.usage), description: "tokens and times of the inference", group: .look,
      views: session),
    KeyBinding(
      keys: ["6"], action: .tab(.options), description: "its options, and which level set them",
      group: .look, views: session),
    KeyBinding(
      keys: ["7"], action: .tab(.why), description: "why the cache was lost or kept", group: .look,
      views: session),
    KeyBinding(
      keys: ["]"], action: .nextTab, hint: "tabs", shown: "[ ]", description: "the next tab", group: .look,
      views: session, when: .hasSnapshots),
    KeyBinding(
      keys: ["["], action: .previousTab, description: "the tab before", group: .look, views: session,
      when: .hasSnapshots),
    KeyBinding(
      keys: ["m"], action: .mark, description: "mark this snapshot", group: .look, views: session,
      when: .hasSnapshots),
    KeyBinding(
      keys: ["'"], action: .jumpToMark, description: "go to the mark", group: .look, views: session,
      when: .hasMark),
    KeyBinding(
      keys: ["d"], action: .diff, hint: "diff",
      description: "compare the mark, or the snapshot before, with this",
      group: .look, views: session, when: .hasEarlier),
    KeyBinding(
      keys: ["y"], action: .copy, description: "copy what the pane shows", group: .look, views: session,
      when: .hasSnapshots),
    KeyBinding(
      keys: ["y"], action: .copy, description: "copy the command that prints this", group: .look,
      views: [.diff, .why, .budget, .policies, .requests]),
    KeyBinding(
      keys: ["E"], action: .pager, description: "open what the pane shows in $PAGER", group: .look,
      views: session, when: .hasSnapshots),

    // Finding
    KeyBinding(
      keys: ["/"], action: .find, hint: "find", description: "find a text here, then in the other snapshots",
      group: .find, views: session, when: .hasSnapshots),
    KeyBinding(
      keys: ["n"], action: .findNext, description: "the next place", group: .find, views: session,
      when: .hasSearch),
    KeyBinding(
      keys: ["N"], action: .findPrevious, description: "the place before", group: .find, views: session,
      when: .hasSearch),
    KeyBinding(
      keys: ["f"], action: .filter, hint: "filter",
      description: "show only what matches: kind: tool: tokens: profile: model: cache: cause: \"text\"",
      group: .find, views: main, when: .hasSnapshots),

    // Views
    KeyBinding(
      keys: ["w"], action: .why, hint: "why", description: "all lost caches, worst first", group: .views,
      views: session, when: .hasLosses),
    KeyBinding(
      keys: ["b"], action: .budget, hint: "budget", description: "what the window is spent on", group: .views,
      views: session, when: .hasSnapshots),
    KeyBinding(
      keys: ["P"], action: .policies, description: "what other policies would have cost", group: .views,
      views: session, when: .hasSnapshots),
    KeyBinding(
      keys: ["R"], action: .requests, hint: "requests",
      description: "requests, inferences and tools as a tree",
      group: .views, views: session, when: .hasSnapshots),
    KeyBinding(
      keys: ["r"], action: .replay, hint: "replay", description: "the session beside the one that it replays",
      group: .views, views: session, when: .hasReplay),
    KeyBinding(
      keys: ["o"], action: .open, hint: "open", description: "open another recording", group: .views,
      views: session),
    KeyBinding(
      keys: ["T"], action: .themes, description: "all themes", group: .views,
      views: lettered.subtracting([.themes])),
    KeyBinding(
      keys: [":"], action: .command, description: "a command by its name; Tab completes", group: .views,
      views: commands),

    // Program
    KeyBinding(
      keys: ["t"], action: .nextTheme, description: "the next theme", group: .program,
      views: lettered.subtracting([.themes])),
    KeyBinding(
      keys: ["M"], action: .mouse, description: "use the mouse, or leave it to the terminal", group: .program,
      views: lettered),
    KeyBinding(
      keys: ["?", "F1"], action: .help, hint: "keys", shown: "?", description: "the keys of this view",
      group: .program, views: lettered.subtracting([.help])),
    KeyBinding(
      keys: ["F1"], action: .help, description: "the keys of this view", group: .program, views: [.picker]),
    KeyBinding(
      keys: ["ctrl-l"], action: .redraw, description: "draw everything again", group: .program,
      views: scrolled),
    KeyBinding(
      keys: ["ctrl-z"], action: .suspend, description: "stop; fg comes back", group: .program, views: scrolled
    ),
    KeyBinding(
      keys: ["q", "escape"], action: .back, hint: "back", shown: "q",
      description: "back", group: .program, views: lettered.subtracting(main)),
    KeyBinding(
      keys: ["escape"], action: .back, hint: "back", description: "back", group: .program, views: [.picker]),
    KeyBinding(
      keys: ["escape"], action: .back, description: "drop the filter, the span, the search", group: .program,
      views: main),
    KeyBinding(
      keys: ["Q"], action: .quit, description: "quit", group: .program, views: lettered.subtracting(main)),
    KeyBinding(keys: ["q", "Q"], action: .quit, description: "quit", group: .program, views: main),
  ]

  private static let byView: [View.Kind: [Key: Int]] = {
    var table: [View.Kind: [Key: Int]] = [:]
    for (index, binding) in bindings.enumerated() {
      for view in binding.views {
        for name in binding.keys {
          guard let key = Key(name) else { continue }
          table[view, default: [:]][key] = index
        }
      }
    }
    return table
  }()

  /// What a key does in a view; nil when it does nothing there.
  static func binding(for key: Key, in view: View.Kind) -> KeyBinding? {
    byView[view]?[key].map { bindings[$0] }
  }

  /// The bindings of a view in the order in which help lists them.
  static func bindings(in view: View.Kind) -> [KeyBinding] {
    bindings.filter { $0.views.contains(view) }
  }

  /// All keys of all views as lines of text: the printed sheet.
  static var sheet: [String] {
    var lines: [String] = []
    for view in View.Kind.allCases {
      lines.append(view.title)
      for binding in bindings(in: view) {
        let keys = binding.keys.joined(separator: ", ")
        lines.append(
          "  " + keys + String(repeating: " ", count: max(2, 22 - keys.count)) + binding.description)
      }
      lines.append("")
    }
    return lines
  }
}
