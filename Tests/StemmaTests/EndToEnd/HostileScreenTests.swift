import Foundation
import Testing

extension EndToEnd {
  /// A transcript whose texts try to take the terminal over.
  @Suite("A hostile transcript on screen")
  struct HostileScreen {
    /// What is left of a terminal's input when the sequences that a screen program may use are taken out: cursor and
    /// colours (CSI), character sets, keypad and cursor saving.
    private static func remainder(_ bytes: [UInt8]) -> [UInt8] {
      var rest: [UInt8] = []
      var index = 0
      while index < bytes.count {
        guard bytes[index] == 0x1B, index + 1 < bytes.count else {
          rest.append(bytes[index])
          index += 1
          continue
        }
        switch bytes[index + 1] {
        case UInt8(ascii: "["):
          index += 2
          while index < bytes.count, !(0x40...0x7E).contains(bytes[index]) { index += 1 }
          index += 1
        case UInt8(ascii: "("), UInt8(ascii: ")"): index += 3
        case UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "7"), UInt8(ascii: "8"), UInt8(ascii: "M"):
          index += 2
        default:
          rest.append(bytes[index])
          index += 1
        }
      }
      return rest
    }

    @Test(
      "Nothing of it reaches the terminal but visible characters, and columns stay columns",
      arguments: [(100, 30), (160, 50)])
    func survives(width: Int, height: Int) async throws {
      let place = try Workplace()
      let terminal = try await WorkbenchTerminal([Samples.path("hostile.json")], width: width, height: height)
      let title = try terminal.tmux.title()
      try terminal.tmux.acceptClipboard()
      try terminal.tmux.keepOutput(in: place.path("bytes"))
      try await terminal.press("C-l", "g", until: "the first entry") { $0.entry == 0 }
      for entry in 0...20 {
        if entry > 0 { try await terminal.press("Down", until: "entry \(entry)") { $0.entry == entry } }
        for tab in ["2", "3", "4", "5", "6", "7", "1"] {
          try terminal.tmux.send(tab)
          // The tabs' names stand in the first row of the panes whatever they show.
          let panes = try await terminal.press(until: "a whole screen") { $0.isReady }.panes.filter {
            !$0.hasPrefix("──")
          }
          let separators = Set(panes.map { $0.column(of: "│") })
          #expect(separators.count == 1 && separators != [nil], "entry \(entry), tab \(tab): \(separators)")
          #expect(panes.allSatisfy { $0.columns <= width }, "entry \(entry), tab \(tab)")
        }
      }
      #expect(try terminal.tmux.title() == title)
      #expect(try terminal.tmux.clipboard() == nil)
      #expect(try terminal.tmux.isOnAlternateScreen())
      #expect(try await terminal.quit() == 0)

      let all = Array(try Data(contentsOf: URL(filePath: place.path("bytes"))))
      // What follows the end of the program is the driver's.
      let end = all.firstRange(of: Array("\u{1B}]2;stemma-test-ended".utf8))?.lowerBound
      let bytes = Array(all[..<(end ?? all.count)])
      #expect(bytes.count > 10_000)
      let text = String(decoding: Self.remainder(bytes), as: UTF8.self)
      let raw = Set(
        text.unicodeScalars.filter { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }.map(\.value))
      // Carriage return, line feed, backspace and shift in/out move the cursor within the program's own screen.
      #expect(raw.isSubset(of: [0x08, 0x0A, 0x0D, 0x0E, 0x0F]), "\(raw.map { String($0, radix: 16) })")
      let disguises: [Unicode.Scalar] = [
        "\u{202E}", "\u{202C}", "\u{2066}", "\u{2069}", "\u{200E}", "\u{200F}", "\u{061C}", "\u{200B}",
        "\u{2060}",
        "\u{2028}", "\u{2029}", "\u{FEFF}",
      ]
      for scalar in disguises {
        #expect(!text.unicodeScalars.contains(scalar), "U+\(String(scalar.value, radix: 16))")
      }
    }
  }
}
