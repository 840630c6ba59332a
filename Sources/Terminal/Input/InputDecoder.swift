/// Makes events of the bytes that a terminal sends.
///
/// How this works: bytes are kept until they make sense. A whole sequence becomes an event; the beginning of one
/// waits for the rest (`isWaiting`), and when that does not come within a few milliseconds `flush` takes the bytes
/// for keys pressed one by one, which is how an Escape key is told from an arrow key. Understood are the sequences
/// of xterm, the Linux console, rxvt, screen and tmux, both mouse encodings and bracketed paste; a table from
/// terminfo adds what another terminal calls its keys. Sequences that mean nothing here are swallowed whole.
struct InputDecoder {
  /// Keys as terminfo has them, each sequence beginning with ESC and longer than it.
  private let known: [[UInt8]: Key]
  private var bytes: [UInt8] = []
  private var pasted: [UInt8] = []
  /// Inside a bracketed paste: what comes is text until the closing bracket.
  private(set) var isPasting = false

  private static let pasteStart = Array("\u{1B}[200~".utf8)
  private static let pasteEnd = Array("\u{1B}[201~".utf8)
  /// More pasted text than this is dropped: 8 MiB.
  static let largestPaste = 8 << 20

  init(known: [[UInt8]: Key] = [:]) { self.known = known }

  /// The beginning of something that more bytes will complete, or `flush`.
  var isWaiting: Bool { !bytes.isEmpty || isPasting }

  mutating func feed(_ more: some Sequence<UInt8>) -> [TerminalEvent] {
    bytes.append(contentsOf: more)
    return drain(isFinal: false)
  }

  /// Nothing more came: makes do with what there is.
  mutating func flush() -> [TerminalEvent] { drain(isFinal: true) }

  private mutating func drain(isFinal: Bool) -> [TerminalEvent] {
    var events: [TerminalEvent] = []
    var index = 0
    while index < bytes.count {
      if isPasting {
        guard let end = endOfPaste(from: index) else {
          // The closing bracket may be split: its first bytes are kept for the next round.
          let keep = isFinal ? bytes.count : max(index, bytes.count - Self.pasteEnd.count + 1)
          keepPasted(bytes[index..<keep])
          index = keep
          break
        }
        keepPasted(bytes[index..<end])
        events.append(finishPaste())
        index = end + Self.pasteEnd.count
        continue
      }
      let step = SequenceParser(bytes: bytes[index...], known: known).next(isFinal: isFinal)
      guard let step else { break }
      index += step.count
      if step.startsPaste { isPasting = true }
      events.append(contentsOf: step.events)
    }
    bytes.removeFirst(index)
    if isFinal {
      bytes = []
      if isPasting { events.append(finishPaste()) }
    }
    return events
  }

  private func endOfPaste(from start: Int) -> Int? {
    var index = start
    while let escape = bytes[index...].firstIndex(of: 0x1B) {
      if bytes[escape...].starts(with: Self.pasteEnd) { return escape }
      index = escape + 1
    }
    return nil
  }

  private mutating func keepPasted(_ text: ArraySlice<UInt8>) {
    pasted.append(contentsOf: text.prefix(Self.largestPaste - pasted.count))
  }

  private mutating func finishPaste() -> TerminalEvent {
    defer {
      pasted = []
      isPasting = false
    }
    return .paste(String(decoding: pasted, as: UTF8.self))
  }
}
