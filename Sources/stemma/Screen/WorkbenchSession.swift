import Glibc
import Recordings
import Scenarios
import Synchronization
import Terminal
import Tokenizers
import Workbench

/// The workbench on a terminal, bound to files and to sessions that are run: what `stemma FILE`, `watch`, `run` and `demo` show.
struct WorkbenchSession {
  private let invocation: Invocation
  private let settings: Settings
  private let console: Console
  private let runs = LiveRuns()

  init(_ invocation: Invocation, _ settings: Settings, _ console: Console) {
    self.invocation = invocation
    self.settings = settings
    self.console = console
  }

  // MARK: What is shown

  /// Shows a recording, transcript or folder as it is; the picker when none is named.
  func open() throws -> ExitStatus {
    let status = try run(try source())
    tellPlaces()
    return status
  }

  /// Shows a recording or folder, and what is added to it while it is shown.
  func follow() throws -> ExitStatus {
    let path = invocation.operands[0]
    let line = ComplaintLine()
    let followed = try FollowedSource(path, settings) { line.tell($0) }
    let source = WorkbenchSource(recording: followed.recording, file: path, isLive: true, keeping: followed)
    return try run(source, line)
  }

  /// Shows a session that is being run, and lets a person steer it. Afterwards says where it was recorded.
  func live(_ run: LiveRun, speed: Int) throws -> ExitStatus {
    runs.add(run)
    let status = try self.run(Self.source(run, speed: speed))
    tellPlaces()
    return status
  }

  /// Shows sessions that replay others, and the two beside each other.
  func compare(_ recording: Recording, with compared: ComparedSessions) throws -> ExitStatus {
    var source = WorkbenchSource(recording: recording, file: recording.path ?? "replay")
    source.comparison = compared
    let status = try run(source)
    if let path = recording.path { tellPlace(path) }
    return status
  }

  /// Shows a replay while it runs, and lets a person cancel it; the two beside each other when it is over.
  func watch(_ recording: Recording, _ control: ReplayControl) throws -> ExitStatus {
    runs.add(control, in: recording)
    let status = try run(
      WorkbenchSource(
        recording: recording, file: recording.path ?? "replay", isLive: true, control: control))
    tellPlaces()
    return status
  }

  private func tellPlace(_ path: String) {
    console.print([console.paint.span("recorded in ", .dim), console.paint.span(path, .accent)])
  }

  private static func source(_ run: LiveRun, speed: Int) -> WorkbenchSource {
    WorkbenchSource(
      recording: run.recording, file: run.recording.path ?? run.name, isLive: true,
      control: ScenarioControl(run, speed: speed), keeping: run)
  }

  /// Names the recordings that were made meanwhile.
  private func tellPlaces() {
    runs.finish()
    for path in runs.kept { tellPlace(path) }
  }

  /// Prints one screen.
  func once() throws -> ExitStatus {
    let source = try source()
    let given = invocation.size
    let size = Size(width: given?.columns ?? console.width ?? 100, height: given?.rows ?? 30)
    let frame = Workbench.once(source: source, size: size, options: try options(source))
    console.out.write(
      console.colorDepth.map { frame.ansi(depth: $0) } ?? frame.text())
    return .fine
  }

  private func source() throws -> WorkbenchSource? {
    let paths = invocation.operands
    guard let first = paths.first else { return nil }
    if paths.count == 1 {
      let reference = SnapshotReference(first)
      let source = try OpenedSource(reference.path, invocation, settings)
      let snapshot = try reference.snapshot.map { _ in try source.snapshot(reference).row.sequence }
      return WorkbenchSource(recording: source.recording, file: reference.path, snapshot: snapshot)
    }
    if let recording = paths.first(where: Recording.isRecording) {
      throw UsageError.conflict("\(recording) is a recording; open it alone", command: .open)
    }
    let counter = try settings.counter()
    let recording = try Recording.inMemory(tokenizer: counter.name)
    _ = try RecordingImport(recording, ImportOptions(counter: counter, window: settings.window))
      .add(paths, console)
    return WorkbenchSource(recording: recording, file: first)
  }

  // MARK: The screen

  private func run(_ source: WorkbenchSource?, _ line: ComplaintLine = ComplaintLine()) throws -> ExitStatus {
    var options = try options(source)
    let colors = console.colorDepth == nil ? ColorDepth.mono : .trueColor
    let screen = try Screen.start(ScreenOptions(deepestColor: colors, mouse: settings.configuration.mouse))
    defer { screen.stop() }
    options.depth = screen.depth
    options.glyphs = screen.glyphs
    Workbench.run(screen: screen, source: source, options: options) { send in
      line.connect { send(.trouble($0)) }
    }
    if let number = screen.terminationSignal {
      // Whoever started us must see that a signal ended us: a loop in a shell goes on otherwise. Curses and the Swift
      // runtime have handlers of their own, which would exit with 1, or print where we are.
      screen.stop()
      // Whoever pressed Ctrl-C still wants to know where it was recorded; a terminal that is gone tells nobody.
      if number == SIGINT { tellPlaces() }
      runs.finish()
      console.out.flush()
      signal(number, SIG_DFL)
      raise(number)
    }
    return .fine
  }

  private func options(_ source: WorkbenchSource?) throws -> WorkbenchOptions {
    var themes = Theme.builtIns
    if let folder = Environment.configurationFolder {
      themes += Theme.load(directory: folder + "/themes").themes
    }
    let chosen = try settings.theme
    if let chosen {
      themes.removeAll { $0.name == chosen.name }
      themes.insert(chosen, at: 0)
    }
    let settings = settings
    var options = WorkbenchOptions(
      themes: themes, theme: chosen?.name, mouse: settings.configuration.mouse,
      utcOffset: Self.secondsEastOfGreenwich(),
      counter: try source.flatMap { try Self.counter(of: $0, settings) },
      offers: Self.offers, folders: Self.folders
    ) { [runs] path, report in
      if let name = Self.offered(path) {
        let run = try LiveRun(ScenarioChoice(name), LiveRun.Options())
        runs.add(run)
        return Self.source(run, speed: 1)
      }
      if Recording.isRecording(path) {
        return WorkbenchSource(recording: try Recording.open(path), file: path)
      }
      let options = ImportOptions(counter: try settings.counter(), window: settings.window)
      let recording = try Source.open(path, options: options) { progress in
        report(progress.totalBytes > 0 ? Double(progress.doneBytes) / Double(progress.totalBytes) : 0)
      }
      return WorkbenchSource(recording: recording, file: path)
    }
    options.depth = console.colorDepth ?? .mono
    return options
  }

  private static func counter(
    of source: WorkbenchSource, _ settings: Settings
  ) throws -> (any TokenCounter)? {
    try settings.counter(named: source.recording.tokenizer)
  }

  private static var folders: [WorkbenchOptions.Folder] {
    var folders = [WorkbenchOptions.Folder(path: ".", name: "here")]
    if let data = Environment.dataFolder { folders.append(.init(path: data, name: "recordings")) }
    if let samples = Environment.samplesFolder { folders.append(.init(path: samples, name: "samples")) }
    return folders
  }

  // MARK: Sessions to start

  /// The scenarios that come along, the demo first.
  private static var offers: [PickerItem] {
    ShippedScenario.all.map { scenario in
      PickerItem(
        path: command(starting: scenario.name), title: scenario.name,
        place: scenario.name == ScenarioChoice.demo ? "demo" : "run", detail: scenario.about)
    }
  }

  /// No file is called so.
  private static func command(starting name: String) -> String { "stemma run \(name)" }

  private static func offered(_ path: String) -> String? {
    ShippedScenario.all.first { command(starting: $0.name) == path }?.name
  }

  private static func secondsEastOfGreenwich() -> Int {
    var now = time(nil)
    var local = tm()
    localtime_r(&now, &local)
    return local.tm_gmtoff
  }
}

/// The sessions that were started while a workbench was open, and a replay that it watches.
final class LiveRuns: Sendable {
  private let runs = Mutex<[LiveRun]>([])
  private let replay = Mutex<(control: ReplayControl, recording: Recording)?>(nil)

  func add(_ run: LiveRun) { runs.withLock { $0.append(run) } }
  func add(_ control: ReplayControl, in recording: Recording) {
    replay.withLock { $0 = (control, recording) }
  }

  /// Ends all of them: nothing more is recorded.
  func finish() {
    for run in runs.withLock({ $0 }) { run.finish() }
    replay.withLock { $0 }?.control.finish()
  }

  /// Where they were recorded.
  var kept: [String] {
    let replayed = replay.withLock { $0 }?.recording.path
    return runs.withLock { $0 }.compactMap(\.kept) + (replayed.map { [$0] } ?? [])
  }
}

/// Brings one-line messages from a watching thread to the foot of the screen, once there is one.
final class ComplaintLine: Sendable {
  private let send = Mutex<(@Sendable (String) -> Void)?>(nil)

  func connect(_ send: @escaping @Sendable (String) -> Void) { self.send.withLock { $0 = send } }

  func tell(_ trouble: (any Error)?) {
    guard let trouble else { return }
    send.withLock { $0 }?("\(trouble)")
  }
}
