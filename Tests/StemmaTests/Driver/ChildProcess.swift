import Foundation

/// Runs a program to its end and keeps what it wrote.
///
/// Input and output go through files, not pipes: however much a program writes, and whether or not it reads,
/// nothing can wait for anything else.
enum ChildProcess {
  struct Result: Sendable, Equatable {
    /// The exit status, or 128 plus the number of the signal that ended the program.
    var status: Int32
    var stdout: String
    var stderr: String
  }

  enum Failure: Error, CustomStringConvertible {
    case cannotStart(program: String, reason: String)
    case timedOut(arguments: [String], after: Duration, partial: Result)

    var description: String {
      switch self {
      case .cannotStart(let program, let reason): "\(program): cannot start: \(reason)"
      case .timedOut(let arguments, let limit, let partial):
        """
        \(arguments.joined(separator: " ")): killed after \(limit)
        stdout: \(partial.stdout)
        stderr: \(partial.stderr)
        """
      }
    }
  }

  /// - Parameters:
  ///   - arguments: The program, looked up in this process's PATH, and its arguments.
  ///   - environment: All of it: nothing is inherited.
  ///   - timeout: Bounds a hang; the program and its children are then killed.
  static func run(
    _ arguments: [String], stdin: String = "", environment: [String: String], directory: String? = nil,
    timeout: Duration
  ) throws -> Result {
    // glibc's own way to change the directory is hidden from Swift.
    let arguments = (directory.map { ["env", "-C", $0] } ?? []) + arguments
    let files = try (0..<3).map { _ in try NamelessFile() }
    try files[0].write(stdin)

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, file) in files.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, file.descriptor, Int32(number))
    }

    // A group of its own, so that the time-out reaches its children; and the signals as a shell would leave them.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    var argv = arguments.map { strdup($0) } + [nil]
    var envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for string in argv + envp { free(string) } }
    var pid: pid_t = 0
    let failure = posix_spawnp(&pid, arguments[0], &actions, &attributes, &argv, &envp)
    guard failure == 0 else {
      throw Failure.cannotStart(program: arguments[0], reason: String(cString: strerror(failure)))
    }

    let status = wait(for: pid, atMost: timeout)
    let result = Result(status: status ?? 128 + SIGKILL, stdout: files[1].text(), stderr: files[2].text())
    guard status != nil else {
      throw Failure.timedOut(arguments: arguments, after: timeout, partial: result)
    }
    return result
  }

  /// Waits without holding up signals or other children; nil when time ran out and the group was killed.
  private static func wait(for pid: pid_t, atMost timeout: Duration) -> Int32? {
    let clock = ContinuousClock()
    let deadline = clock.now + timeout
    var status: Int32 = 0
    while waitpid(pid, &status, WNOHANG) == 0 {
      if clock.now >= deadline {
        kill(-pid, SIGKILL)
        waitpid(pid, &status, 0)
        return nil
      }
      usleep(1000)
    }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}

/// A file that has lost its name already, and is gone when it is closed.
private final class NamelessFile {
  let descriptor: Int32

  init() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "stemma-test-\(UUID().uuidString)").path
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw ChildProcess.Failure.cannotStart(program: path, reason: String(cString: strerror(errno)))
    }
    unlink(path)
  }

  deinit { close(descriptor) }

  func write(_ text: String) throws {
    try FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).write(contentsOf: Data(text.utf8))
    lseek(descriptor, 0, SEEK_SET)
  }

  func text() -> String {
    lseek(descriptor, 0, SEEK_SET)
    let data = try? FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).readToEnd()
    return String(decoding: data ?? Data(), as: UTF8.self)
  }
}
