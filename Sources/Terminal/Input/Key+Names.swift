extension Key {
  private static let named: [(name: String, code: Code)] = [
    ("up", .up), ("down", .down), ("left", .left), ("right", .right), ("home", .home), ("end", .end),
    ("pageup", .pageUp), ("pagedown", .pageDown), ("tab", .tab), ("enter", .enter), ("escape", .escape),
    ("backspace", .backspace), ("delete", .delete), ("insert", .insert), ("space", .character(" ")),
  ]

  /// Other names that people write.
  private static let synonyms: [String: Code] = [
    "esc": .escape, "return": .enter, "del": .delete, "ins": .insert, "pgup": .pageUp, "pgdn": .pageDown,
    "pgdown": .pageDown, "backtab": .backTab,
  ]

  /// A key by its name: `"q"`, `"?"`, `"ctrl-c"`, `"shift-left"`, `"alt-x"`, `"F1"`, `"space"`, `"pageup"`. Named keys
  /// and modifiers in any case; nil for a name that is none.
  public init?(_ name: String) {
    var rest = name[...]
    var modifiers: Modifiers = []
    let prefixes: [(String, Modifiers)] = [("ctrl-", .control), ("alt-", .alt), ("shift-", .shift)]
    while let (prefix, modifier) = prefixes.first(where: { rest.lowercased().hasPrefix($0.0) }),
      rest.count > prefix.count
    {
      rest = rest.dropFirst(prefix.count)
      modifiers.formUnion(modifier)
    }
    guard var code = Self.code(named: rest) else { return nil }
    if code == .tab, modifiers.contains(.shift) {
      code = .backTab
      modifiers.remove(.shift)
    }
    if case .character(let character) = code {
      if modifiers.contains(.control) {
        guard let lower = character.lowercased().first else { return nil }
        code = .character(lower)
      } else if modifiers.contains(.shift), character.isLetter {
        guard let upper = character.uppercased().first else { return nil }
        code = .character(upper)
        modifiers.remove(.shift)
      }
    }
    self.init(code, modifiers)
  }

  private static func code(named text: Substring) -> Code? {
    if text.count == 1, let character = text.first {
      let isHidden = character.unicodeScalars.contains { CharacterClass($0) == .hidden }
      return isHidden ? nil : .character(character)
    }
    let lower = text.lowercased()
    if let code = named.first(where: { $0.name == lower })?.code ?? synonyms[lower] { return code }
    if lower.first == "f", let number = Int(lower.dropFirst()), (1...63).contains(number) {
      return .function(number)
    }
    return nil
  }

  /// The name, as `init(_:)` reads it and help shows it.
  public var name: String {
    var prefix = ""
    if modifiers.contains(.control) { prefix += "ctrl-" }
    if modifiers.contains(.alt) { prefix += "alt-" }
    if modifiers.contains(.shift) { prefix += "shift-" }
    switch code {
    case .backTab: return prefix + "shift-tab"
    case .function(let number): return prefix + "F\(number)"
    case .character(let character) where character != " ": return prefix + String(character)
    default: return prefix + (Self.named.first { $0.code == code }?.name ?? "")
    }
  }
}
