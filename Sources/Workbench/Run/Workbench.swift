import Glibc
import Recordings
import Terminal

/// The workbench: one screen that shows a recording, and the loop that runs it.
///
/// One thread, the caller's, owns the terminal and everything here but `send`. Terminal events and messages from other
/// threads change the state; frames are drawn from it, at most sixty a second and only after something happened.
public final class Workbench {
  /// What other threads may tell a workbench.
  public enum Message: Sendable {
    /// The recording on screen has changed: new rows are read.
    case changed
    /// Show this recording instead.
    case opened(WorkbenchSource)
    /// A share of a file has been read, 0…1.
    case opening(path: String, share: Double)
    /// The live session stands otherwise.
    case controlled
    /// The live session was a replay, and is compared.
    case compared(ComparedSessions)
    /// One line for the foot of the screen.
    case notice(String)
    /// One line for the foot of the screen, about something that went wrong.
    case trouble(String)
  }

  private var engine: Engine
  private let options: WorkbenchOptions
  private let channel: Channel<Message>
  private let screen: Screen
  private var watch: RecordingWatch?
  private var lastFrame: ContinuousClock.Instant?
  private var isDone = false

  private static let frameTime = Duration.microseconds(16_600)
  /// Events taken before a frame is drawn, so that a held key cannot keep the screen from changing.
  private static let eventsPerFrame = 64

  private init(screen: Screen, options: WorkbenchOptions) {
    self.screen = screen
    self.options = options
    let waker = screen.waker
    channel = Channel { waker.wake() }
    engine = Engine(size: screen.size, options: options)
  }

  /// Shows a recording, or the picker when there is none, until the person quits.
  ///
  /// - Parameters:
  ///   - screen: started; it is not stopped here.
  ///   - connect: is given a way to send messages from any thread, before the first frame.
  public static func run(
    screen: Screen, source: WorkbenchSource?, options: WorkbenchOptions,
    connect: ((@escaping @Sendable (Message) -> Void) -> Void)? = nil
  ) {
    let workbench = Workbench(screen: screen, options: options)
    let channel = workbench.channel
    connect?({ channel.send($0) })
    workbench.loop(source)
  }

  /// The screen as `--once` prints it: one frame of a recording, read whole.
  public static func once(source: WorkbenchSource?, size: Size, options: WorkbenchOptions) -> Frame {
    var engine = Engine(size: size, options: options)
    if let source { engine.open(source) } else { engine.handle(.terminal(.key(.character("o")))) }
    while engine.hasWork { engine.work() }
    return engine.state.frame()
  }

  // MARK: The loop

  private func loop(_ source: WorkbenchSource?) {
    if let source { show(source) } else { engine.handle(.terminal(.key(.character("o")))) }
    while !isDone {
      for message in channel.take() { take(message) }
      for effect in engine.takeOutbox() { perform(effect) }
      drawIfDue()
      guard !isDone else { return }
      guard let event = screen.nextEvent(timeout: wait) else {
        if engine.hasWork { engine.work() }
        continue
      }
      engine.handle(.terminal(event))
      for effect in engine.takeOutbox() { perform(effect) }
      var taken = 1
      while !isDone, taken < Self.eventsPerFrame, let next = screen.nextEvent(timeout: 0) {
        engine.handle(.terminal(next))
        for effect in engine.takeOutbox() { perform(effect) }
        taken += 1
      }
    }
  }

  /// Milliseconds to wait for an event; nil for as long as it takes.
  private var wait: Int? {
    if engine.hasWork || !channel.isEmpty { return 0 }
    guard engine.needsFrame, let lastFrame else { return nil }
    let left = Self.frameTime - (ContinuousClock.now - lastFrame)
    return max(1, Int(left.components.attoseconds / 1_000_000_000_000_000))
  }

  private func drawIfDue() {
    guard engine.needsFrame else { return }
    let now = ContinuousClock.now
    if let lastFrame, now - lastFrame < Self.frameTime { return }
    screen.present(engine.state.frame())
    engine.needsFrame = false
    lastFrame = now
  }

  private func show(_ source: WorkbenchSource) {
    watch?.stop()
    watch = nil
    let channel = channel
    source.control?.connect { news in
      switch news {
      case .changed: channel.send(.controlled)
      case .notice(let text): channel.send(.notice(text))
      case .compared(let compared): channel.send(.compared(compared))
      case .trouble(let text): channel.send(.trouble(text))
      }
    }
    engine.open(source)
    guard source.isLive else { return }
    watch = RecordingWatch(source.recording) { channel.send(.changed) }
  }

  private func take(_ message: Message) {
    switch message {
    case .changed: engine.grow()
    case .opened(let source): show(source)
    case .controlled:
      if let state = engine.source?.control?.state, state != engine.state.control {
        engine.handle(.loaded(.control(state)))
      }
    case .opening(let path, let share): engine.handle(.loaded(.opening(path: path, share: share)))
    case .compared(let compared): engine.handle(.loaded(.compared(compared)))
    case .notice(let text): engine.handle(.loaded(.notice(text)))
    case .trouble(let text): engine.handle(.loaded(.trouble(text)))
    }
  }

  private func perform(_ effect: Effect) {
    switch effect {
    case .quit: isDone = true
    case .copy(let text):
      if !screen.copy(text) {
        engine.handle(.loaded(.trouble("too long for the terminal's clipboard; E opens it in the pager")))
      }
    case .page(let text):
      if let complaint = screen.suspended(run: { Pager.show(text) }) {
        engine.handle(.loaded(.trouble(complaint)))
      }
      engine.handle(.terminal(.resized(screen.size)))
    case .control(let command): engine.source?.control?.perform(command)
    case .useMouse(let isOn): screen.isMouseEnabled = isOn
    case .suspend:
      screen.suspend()
      engine.handle(.terminal(.resized(screen.size)))
    case .redraw:
      screen.invalidate()
      engine.needsFrame = true
    case .open(let path): open(path)
    default: break
    }
  }

  /// Opens a file on another thread; what comes of it comes through the channel.
  private func open(_ path: String) {
    guard let open = options.open else {
      engine.handle(
        .loaded(.trouble("this screen opens no other files; run stemma \(State.shellWord(path))")))
      return
    }
    engine.handle(.loaded(.opening(path: path, share: nil)))
    let channel = channel
    Task.detached {
      do {
        channel.send(.opened(try open(path) { channel.send(.opening(path: path, share: $0)) }))
      } catch {
        channel.send(.trouble(String(describing: error)))
      }
    }
  }
}
