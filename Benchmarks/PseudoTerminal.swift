import Glibc

/// A program in a terminal of its own: keys go in, bytes come out, and the clock is read at both ends.
final class PseudoTerminal {
  private let master: Int32
  private let child: pid_t
  private var bytes: [UInt8] = []
  private let started = ContinuousClock.now

  init(_ arguments: [String], columns: UInt16, rows: UInt16, environment: [String]) throws {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    var ends: (master: Int32, slave: Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 256)
    guard openpty(&ends.master, &ends.slave, &name, nil, &size) == 0 else {
      throw Workplace.Failure(what: "no pseudo terminal can be had")
    }
    master = ends.master
    _ = fcntl(master, F_SETFD, FD_CLOEXEC)
    defer { close(ends.slave) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in [0, 1, 2] as [Int32] {
      posix_spawn_file_actions_addopen(&actions, descriptor, name, O_RDWR, 0)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // POSIX_SPAWN_SETSID: the terminal that is opened next becomes the program's own. Glibc's macro is not imported.
    posix_spawnattr_setflags(&attributes, 0x80)
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    var settings: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
    defer { for word in words + settings { free(word) } }
    var started: pid_t = 0
    guard posix_spawn(&started, arguments[0], &actions, &attributes, &words, &settings) == 0 else {
      throw Workplace.Failure(what: "\(arguments[0]) can't be started")
    }
    child = started
  }

  deinit { close(master) }

  /// Bytes that the program has written so far.
  var written: Int { bytes.count }

  func type(_ text: String) {
    var text = text
    text.withUTF8 { _ = write(master, $0.baseAddress, $0.count) }
  }

  /// Waits for output; false when none came within the time.
  func read(within milliseconds: Int32) -> Bool {
    var waiting = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, milliseconds) > 0 else { return false }
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(master, &chunk, chunk.count)
    guard count > 0 else { return false }
    bytes.append(contentsOf: chunk[..<count])
    return true
  }

  /// Reads until nothing comes for a while.
  func settle(_ milliseconds: Int32 = 60) {
    while read(within: milliseconds) {}
  }

  /// Seconds from the start until the program has written `text`; nil when it does not within ten seconds.
  func seconds(until text: String) -> Double? {
    let wanted = Array(text.utf8)
    while started.duration(to: .now) < .seconds(10) {
      if contains(wanted) { return PseudoTerminal.seconds(started.duration(to: .now)) }
      guard read(within: 2_000) else {
        return contains(wanted) ? PseudoTerminal.seconds(started.duration(to: .now)) : nil
      }
    }
    return nil
  }

  /// Forgets what the program has written.
  func forget() { bytes.removeAll(keepingCapacity: true) }

  /// Whether the program has written a text, since the last `forget`.
  func has(_ text: String) -> Bool { contains(Array(text.utf8)) }

  private func contains(_ wanted: [UInt8]) -> Bool {
    guard bytes.count >= wanted.count else { return false }
    return bytes.indices.dropLast(wanted.count - 1).contains { bytes[$0...].starts(with: wanted) }
  }

  /// The largest resident memory so far, in MiB.
  var mebibytes: Double { (try? Workplace.peakMebibytes(of: "\(child)")) ?? 0 }

  /// Processor time used so far, in seconds.
  var processorSeconds: Double {
    let text = (try? Workplace.readSmall("/proc/\(child)/stat")) ?? ""
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return 0 }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// Ends the program with a key and waits for it.
  func quit(_ key: String = "Q") {
    type(key)
    settle(200)
    var status: Int32 = 0
    if waitpid(child, &status, WNOHANG) == 0 {
      kill(child, SIGTERM)
      waitpid(child, &status, 0)
    }
  }

  static func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
  }
}
