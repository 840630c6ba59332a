import Foundation

// What only a terminal knows: its clipboard, its title, the bytes it was sent.

extension TmuxDriver {
  /// Lets the program put text into the terminal's clipboard (OSC 52), which terminals refuse unless told otherwise.
  func acceptClipboard() throws { try tmux(["set-option", "-s", "set-clipboard", "on"]) }

  /// What was put into the clipboard last; nil for nothing.
  func clipboard() throws -> String? {
    guard try !tmux(["list-buffers"]).isEmpty else { return nil }
    return try tmux(["show-buffer"])
  }

  /// The title, which a program can set.
  func title() throws -> String { try ask("#{pane_title}") }

  /// Keeps every byte that the program sends from now on in a file.
  func keepOutput(in file: String) throws { try tmux(["pipe-pane", "-O", "-t", "main", "cat > '\(file)'"]) }

  /// Writes to the terminal behind the program's back.
  func scribble(_ text: String) throws {
    let device = try FileHandle(forWritingTo: URL(filePath: ask("#{pane_tty}")))
    try device.write(contentsOf: Data(text.utf8))
    try device.close()
  }
}
