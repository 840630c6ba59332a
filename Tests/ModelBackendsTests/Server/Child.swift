import FakeServer
import Glibc

/// A program that runs beside a test, and ends with the object: its standard input is closed, and then it is told to end.
///
/// Its standard input is also closed when the test's process ends, whatever becomes of it.
final class Child: Sendable {
  private let process: pid_t
  private let input: Int32
  private let output: Int32

  /// Closes what else is open here, which is other tests': a connection that a program keeps open is never seen to end.
  private static let closing = """
    for entry in /proc/$$/fd/*; do number=${entry##*/}; ((number > 2)) && eval "exec $number>&-"; done
    exec "$@"
    """

  /// - Parameter words: The program's path, and its arguments. What it says on standard error is lost.
  init(_ words: [String]) throws {
    var (inputs, outputs): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard pipe(&inputs) == 0, pipe(&outputs) == 0 else { throw FakeServer.Failure(words: "no pipe") }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, inputs[0], 0)
    posix_spawn_file_actions_adddup2(&actions, outputs[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var arguments = (["/bin/bash", "-c", Self.closing, "child"] + words).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    // The threads that tests run on block signals, and what they start would, too.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var process: pid_t = 0
    let failed = posix_spawn(&process, "/bin/bash", &actions, &attributes, &arguments, environ)
    close(inputs[0])
    close(outputs[1])
    guard failed == 0 else {
      close(inputs[1])
      close(outputs[0])
      throw FakeServer.Failure(words: String(cString: strerror(failed)))
    }
    (self.process, input, output) = (process, inputs[1], outputs[0])
  }

  deinit {
    close(input)
    close(output)
    kill(process, SIGTERM)
    waitpid(process, nil, 0)
  }

  /// The next line that is as wanted; nil when the program has ended.
  func line(where isWanted: (String) -> Bool) -> String? {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(output, &byte, 1) == 1 {
      guard byte == UInt8(ascii: "\n") else {
        line.append(byte)
        continue
      }
      let text = String(decoding: line, as: UTF8.self)
      if isWanted(text) { return text }
      line = []
    }
    return nil
  }
}
