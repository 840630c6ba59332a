import Terminal

extension HelpView {
  /// The keys of a view, by heading, in two columns where there is room. Those that do nothing in what is open are faint.
  func lines(width: Int, theme: Theme, isOfUse: (KeyBinding) -> Bool) -> [[Span]] {
    let bindings = KeyTable.bindings(in: of)
    var blocks: [[[Span]]] = []
    for group in KeyBinding.Group.allCases {
      let members = bindings.filter { $0.group == group }
      guard !members.isEmpty else { continue }
      var block: [[Span]] = [[Span(group.rawValue, theme.style(.text).bold)]]
      for binding in members {
        block += Self.lines(binding, width: columnWidth(width), theme: theme, isOfUse: isOfUse(binding))
      }
      block.append([])
      blocks.append(block)
    }
    guard width >= 2 * Self.column else { return blocks.flatMap { $0 } + legend(theme, width) }
    return Self.sideBySide(blocks, width: columnWidth(width)) + legend(theme, width)
  }

  private static let column = 56

  private func columnWidth(_ width: Int) -> Int { width >= 2 * Self.column ? (width - 4) / 2 : width }

  private static func lines(
    _ binding: KeyBinding, width: Int, theme: Theme, isOfUse: Bool
  ) -> [[Span]] {
    let keys = binding.keys.map { KeyBinding.label(ofKey: $0) }.joined(separator: " ")
    let words = Span(binding.description, theme.style(isOfUse ? .dim : .faint))
    let wrapped = DisplayText.wrap([words], width: max(8, width - 14))
    return wrapped.enumerated().map { index, line in
      [
        Span(
          index == 0 ? "  \(keys)".padded(to: 14) : String(repeating: " ", count: 14),
          theme.style(isOfUse ? .accent : .faint))
      ] + line
    }
  }

  /// Deals the blocks out to two columns of nearly equal height.
  private static func sideBySide(_ blocks: [[[Span]]], width: Int) -> [[Span]] {
    let total = blocks.reduce(0) { $0 + $1.count }
    var left: [[Span]] = []
    var right: [[Span]] = []
    for block in blocks {
      if right.isEmpty, left.count + block.count / 2 <= total / 2 { left += block } else { right += block }
    }
    return (0..<max(left.count, right.count)).map { row in
      let first = row < left.count ? left[row] : []
      guard row < right.count, !right[row].isEmpty else { return first }
      let used = first.reduce(0) { $0 + DisplayText.width(of: $1.text) }
      return first + [Span(String(repeating: " ", count: max(1, width + 4 - used)), .plain)] + right[row]
    }
  }

  /// What numbers and marks mean.
  private func legend(_ theme: Theme, _ width: Int) -> [[Span]] {
    guard of == .main else { return [] }
    let words: [(String, String)] = [
      ("3,681", "measured, or reported by the model"), ("~3,681", "counted or predicted by us"),
      ("?", "not known"),
    ]
    return [[Span("Numbers", theme.style(.text).bold)]]
      + words.map { sign, meaning in
        [Span("  \(sign)".padded(to: 14), theme.style(.accent)), Span(meaning, theme.style(.dim))]
      }
  }
}
