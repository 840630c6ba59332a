import CNcurses
import Glibc

/// The terminal as a screen: frames out, events in.
///
/// One thread owns a screen: it starts it, presents frames and waits for events on it, and stops it. Only `waker` may
/// leave that thread. There is one screen a process at a time.
///
/// While the screen is up, the terminal is put right on every way out: `stop`, `exit`, a signal, a crash. What is
/// written to standard error meanwhile is held back and comes out afterwards. Ctrl-C is an event; a second one that
/// comes before the first was fetched ends the program, so a program that hangs can still be left.
public final class Screen {
  /// Columns and rows.
  public private(set) var size: Size
  /// How many colours are shown.
  public let depth: ColorDepth
  /// Whether only ASCII is drawn. Frames are made of whatever they like; stand-ins are found here.
  public let isASCII: Bool
  /// The signal that `.interrupted` or `.terminated` stands for, where it was one: the last of them.
  public internal(set) var terminationSignal: Int32?

  private let encoder: CellEncoder
  private var pairs: ColorPairs
  /// What the terminal shows; nil when that is not known.
  private var shown: Frame?
  private var cells: [cn_cell] = []
  private(set) var isStopped = false

  // For Screen+Events.
  var decoder: InputDecoder
  var waiting: [TerminalEvent] = []
  var lastInput = ContinuousClock.now
  var inputEnded = false
  let input: Int32
  let wakePipe: Int32
  private let ownsInput: Bool

  /// Takes over the terminal of standard output. Keys are read from standard input, or from `/dev/tty` when that is
  /// something else (`other | stemma -`).
  public static func start(_ options: ScreenOptions = ScreenOptions()) throws(TerminalError) -> Screen {
    guard isatty(STDOUT_FILENO) == 1 else { throw .noTerminal }
    let choice = TerminalChoice { name in getenv(name).map { String(cString: $0) } }
    var input = STDIN_FILENO
    let ownsInput = isatty(STDIN_FILENO) != 1
    if ownsInput {
      input = open("/dev/tty", O_RDONLY | O_CLOEXEC | O_NOCTTY)
      guard input >= 0 else { throw .noTerminal }
    }
    var ends: (reading: Int32, writing: Int32) = (-1, -1)
    guard cn_wake_pipe(&ends.reading, &ends.writing) == 0 else {
      throw .noModes(String(cString: strerror(errno)))
    }
    let isASCII = options.ascii ?? !choice.isUTF8
    var result = CN_UNKNOWN_TERMINAL
    let term = choice.names.last ?? ""
    for name in choice.names where !name.isEmpty {
      if name != term, options.deepestColor < .trueColor { continue }
      result = cn_start(name, input, STDOUT_FILENO, isASCII ? 0 : 1, options.mouse ? 1 : 0)
      if result != CN_UNKNOWN_TERMINAL { break }
    }
    guard result == CN_OK else {
      let reason = String(cString: strerror(errno))
      if ownsInput { close(input) }
      switch result {
      case CN_BUSY: throw .alreadyStarted
      case CN_NO_MODES: throw .noModes(reason)
      case CN_CANNOT_MOVE_CURSOR: throw .cannotMoveCursor(term)
      default: throw .unknownTerminal(term)
      }
    }
    return Screen(
      options: options, isASCII: isASCII, input: input, ownsInput: ownsInput, wakePipe: ends.reading)
  }

  private init(
    options: ScreenOptions, isASCII: Bool, input: Int32, ownsInput: Bool, wakePipe: Int32
  ) {
    let colors = Int(cn_colors())
    let isDirect = cn_is_direct() != 0
    let deepest: ColorDepth =
      isDirect ? .trueColor : colors >= 256 ? .indexed256 : colors >= 8 ? .ansi16 : .mono
    depth = min(deepest, options.deepestColor)
    encoder = CellEncoder(depth: depth, colorCount: colors, isDirect: isDirect, isUTF8: !isASCII)
    pairs = ColorPairs(capacity: colors > 0 ? Int(cn_pairs()) : 0)
    self.isASCII = isASCII
    self.input = input
    self.ownsInput = ownsInput
    self.wakePipe = wakePipe
    isMouseEnabled = options.mouse
    decoder = InputDecoder(known: TerminfoKeys.read())
    size = Size(width: 0, height: 0)
    size = kernelSize()
  }

  deinit { stop() }

  /// The signs that suit this terminal.
  public var glyphs: Glyphs { isASCII ? .ascii : .unicode }

  /// Wakes `nextEvent` from any thread.
  public var waker: Waker { Waker() }

  /// Whether the mouse is the program's. Switched off, the terminal's own selecting works again.
  public var isMouseEnabled: Bool {
    didSet { if !isStopped { cn_set_mouse(isMouseEnabled ? 1 : 0) } }
  }

  /// Shows a frame. Only cells that differ from what is shown are written; when none do, nothing is. A frame of
  /// another size is cut, or filled up with blanks: a resize may have come between.
  public func present(_ frame: Frame) {
    guard !isStopped else { return }
    var fitted = frame
    if frame.size != size {
      fitted = Frame(size: size)
      fitted.draw(frame, at: Point(x: 0, y: 0))
      fitted.cursor = frame.cursor
    }
    let changes = FrameChanges(from: shown, to: fitted)
    if let shown, changes.runs.isEmpty, shown.cursor == fitted.cursor { return }
    if shown == nil { cn_repaint() }
    let isExact = write(changes, of: fitted)
    if let cursor = fitted.cursor, fitted.bounds.contains(cursor) {
      cn_flush(Int32(cursor.y), Int32(cursor.x))
    } else {
      cn_flush(-1, -1)
    }
    // Where a colour had to be replaced by another, the next frame is written anew.
    shown = isExact ? fitted : nil
  }

  /// Writes the runs; false if the terminal has too few colour pairs for them.
  private func write(_ changes: FrameChanges, of frame: Frame) -> Bool {
    var isExact = true
    var hasRecycled = false
    var last: (cell: Cell, pair: Int32, attributes: Attributes)?
    for run in changes.runs {
      cells.removeAll(keepingCapacity: true)
      for x in run.start..<run.end {
        let cell = frame[x, run.y]
        if cell.width == 0 { continue }
        if let last, last.cell.hasStyle(of: cell) {
          encoder.append(cell, pair: last.pair, attributes: last.attributes, to: &cells)
          continue
        }
        let look = encoder.look(cell.style)
        var number = pairs.number(for: look.pair)
        if number == nil, !hasRecycled {
          hasRecycled = true
          pairs.keep(Set(frame.cells.map { encoder.look($0.style).pair }))
          number = pairs.number(for: look.pair)
        }
        if let number, number.isNew { cn_set_pair(number.value, look.pair.foreground, look.pair.background) }
        if number == nil { isExact = false }
        let pair = number?.value ?? pairs.nearest(to: look.pair)
        encoder.append(cell, pair: pair, attributes: look.attributes, to: &cells)
        last = (cell, pair, look.attributes)
      }
      cn_put(Int32(run.y), Int32(run.start), cells, Int32(cells.count))
    }
    return isExact
  }

  /// Forgets what is shown: the next frame is written whole.
  public func invalidate() { shown = nil }

  /// Asks the terminal to take text into its clipboard (OSC 52). False when the text is too long for that. Whether the
  /// terminal does it is not told; tmux needs `set-clipboard on`.
  @discardableResult
  public func copy(_ text: String) -> Bool {
    guard !isStopped, let sequence = Clipboard.sequence(for: text) else { return false }
    cn_send(sequence, sequence.count)
    return true
  }

  /// Stops the program as Ctrl-Z does elsewhere, with the terminal put right, and comes back when it goes on.
  public func suspend() {
    guard !isStopped else { return }
    cn_leave()
    cn_stop_process()
    comeBack()
  }

  /// Gives the terminal to another program (`$PAGER`, `$EDITOR`) while `run` runs, and takes it back. Ctrl-C is that
  /// program's; Ctrl-Z stops both. Programs started meanwhile inherit the signals as they were before the screen.
  public func suspended<Value, Failure: Error>(
    run: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard !isStopped else { return try run() }
    cn_leave()
    cn_hand_over(1)
    defer {
      cn_hand_over(0)
      comeBack()
    }
    return try run()
  }

  /// Takes the terminal back, whatever was done to it.
  func comeBack() {
    cn_enter()
    shown = nil
    size = kernelSize()
    cn_resize(Int32(size.width), Int32(size.height))
  }

  /// The size has changed if it differs from `size`.
  func takeSize() -> Bool {
    let now = kernelSize()
    guard now != size else { return false }
    size = now
    shown = nil
    cn_resize(Int32(now.width), Int32(now.height))
    return true
  }

  private func kernelSize() -> Size {
    var columns: Int32 = 0
    var rows: Int32 = 0
    cn_size(&columns, &rows)
    return Size(width: Int(columns), height: Int(rows))
  }

  /// Gives the terminal back as it was. May be called more than once.
  public func stop() {
    guard !isStopped else { return }
    isStopped = true
    cn_stop()
    if ownsInput { close(input) }
  }
}
