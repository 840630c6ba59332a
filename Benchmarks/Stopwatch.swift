import Glibc

/// Times and memory, measured the same way everywhere.
enum Stopwatch {
  /// Seconds of processor time that one run of `body` takes on its thread: the median of `runs`.
  ///
  /// What other programs do on the machine does not count, so that a limit means the same on a busy one.
  static func seconds(runs: Int = 5, _ body: () throws -> Void) rethrows -> Double {
    var times: [Double] = []
    for _ in 0..<runs {
      let start = processorTime()
      try body()
      times.append(processorTime() - start)
    }
    return times.sorted()[times.count / 2]
  }

  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// A finished child process: seconds from start to end, those of the processor, peak memory in MiB.
  struct Child {
    var seconds: Double
    var processorSeconds: Double
    var mebibytes: Double
    var status: Int32
  }

  /// Runs a program to its end with its output thrown away.
  static func run(_ arguments: [String]) -> Child? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child: pid_t = 0
    let clock = ContinuousClock()
    let start = clock.now
    guard posix_spawn(&child, arguments[0], &actions, nil, &words, environ) == 0 else { return nil }
    var status: Int32 = 0
    var usage = rusage()
    guard wait4(child, &status, 0, &usage) == child else { return nil }
    let time = clock.now - start
    return Child(
      seconds: Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18,
      processorSeconds: Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime),
      mebibytes: Double(usage.ru_maxrss) / 1024, status: status)
  }

  private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }

  /// The median run of a program by time, with the largest memory of all runs.
  static func median(runs: Int = 5, _ arguments: [String]) -> Child? {
    let children = (0..<runs).compactMap { _ in run(arguments) }.sorted { $0.seconds < $1.seconds }
    guard children.count == runs, var middle = children.dropFirst(runs / 2).first else { return nil }
    middle.mebibytes = children.map(\.mebibytes).max() ?? middle.mebibytes
    return middle
  }
}
