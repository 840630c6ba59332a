extension Frame {
  /// The frame as lines of plain text, trailing blanks trimmed, each ended by a newline.
  public func text() -> String {
    var result = ""
    for y in 0..<size.height {
      var line = ""
      for x in 0..<size.width {
        let cell = self[x, y]
        switch cell.width {
        case 0: continue
        case 2 where cell.character == " ": line += "  "
        default: line.append(cell.character)
        }
      }
      while line.last == " " { line.removeLast() }
      result += line
      result += "\n"
    }
    return result
  }

  /// The frame as lines of text with SGR sequences, for a terminal of that depth. Every line begins from and ends
  /// in the terminal's default style, so lines can be cut apart.
  public func ansi(depth: ColorDepth) -> String {
    var result = ""
    for y in 0..<size.height {
      var current = Style.plain.shown(at: depth)
      let plain = current
      let end = lastShown(in: y, depth: depth)
      for x in 0..<end {
        let cell = self[x, y]
        if cell.width == 0 { continue }
        let shown = cell.style.shown(at: depth)
        if shown != current {
          result += shown.sgr
          current = shown
        }
        if cell.width == 2, cell.character == " " {
          result += "  "
        } else {
          result.append(cell.character)
        }
      }
      if current != plain { result += "\u{1B}[0m" }
      result += "\n"
    }
    return result
  }

  /// One past the last cell of a row that is not a plain blank.
  private func lastShown(in y: Int, depth: ColorDepth) -> Int {
    var end = size.width
    let plain = Style.plain.shown(at: depth)
    while end > 0 {
      let cell = self[end - 1, y]
      if cell.width == 0 || cell.character != " " || cell.style.shown(at: depth) != plain { break }
      end -= 1
    }
    return end
  }
}

extension ShownStyle {
  /// The SGR sequence that sets exactly this style (ECMA-48 8.3.117; 38 and 48 with `;`, which every terminal that
  /// knows them reads).
  var sgr: String {
    var codes = ["0"]
    if attributes.contains(.bold) { codes.append("1") }
    if attributes.contains(.dim) { codes.append("2") }
    if attributes.contains(.italic) { codes.append("3") }
    if attributes.contains(.underline) { codes.append("4") }
    if attributes.contains(.reverse) { codes.append("7") }
    append(foreground, base: 30, to: &codes)
    append(background, base: 40, to: &codes)
    return "\u{1B}[" + codes.joined(separator: ";") + "m"
  }

  private func append(_ color: ShownColor, base: Int, to codes: inout [String]) {
    switch color {
    case .default: return
    case .indexed(let index) where index < 8: codes.append("\(base + Int(index))")
    case .indexed(let index) where index < 16: codes.append("\(base + 60 + Int(index) - 8)")
    case .indexed(let index): codes.append("\(base + 8);5;\(index)")
    case .rgb(let value):
      codes.append("\(base + 8);2;\(value >> 16 & 255);\(value >> 8 & 255);\(value & 255)")
    }
  }
}
