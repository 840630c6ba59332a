import Foundation
import Testing

@Suite("Running programs")
struct ChildProcessTests {
  private func run(
    _ script: String, stdin: String = "", environment: [String: String] = [:],
    timeout: Duration = .seconds(60)
  ) throws -> ChildProcess.Result {
    try ChildProcess.run(
      ["sh", "-c", script], stdin: stdin,
      environment: StemmaProcess.environment.merging(environment) { $1 }, timeout: timeout)
  }

  @Test("Status, output and errors come back apart")
  func streams() throws {
    #expect(
      try run("echo out; echo err >&2; exit 7") == .init(status: 7, stdout: "out\n", stderr: "err\n"))
    #expect(
      try run("cat; wc -c </dev/null", stdin: "日本\n") == .init(status: 0, stdout: "日本\n0\n", stderr: ""))
  }

  @Test("Only the given environment is there")
  func environment() throws {
    let result = try run(
      "env | cut -d= -f1 | grep -vE '^(PWD|OLDPWD|SHLVL|_)$' | sort", environment: ["EXTRA": "1"])
    #expect(result.stdout == "EXTRA\nHOME\nLANG\nPATH\nTERM\nTZ\nXDG_CONFIG_HOME\nXDG_DATA_HOME\n")
  }

  @Test("More output than a pipe holds, while input is left unread")
  func large() throws {
    let result = try run(
      "head -c 3000000 /dev/zero | tr '\\0' x; head -c 200000 /dev/zero | tr '\\0' y >&2",
      stdin: String(repeating: "z", count: 500_000))
    #expect(result.stdout.utf8.count == 3_000_000)
    #expect(result.stderr.utf8.count == 200_000)
  }

  @Test("A signal is told as a shell tells it")
  func signal() throws {
    #expect(try run("kill -TERM $$").status == 143)
    // A closed pipe ends the writer, although this process may ignore SIGPIPE.
    #expect(try run("yes | head -1").stdout == "y\n")
  }

  @Test("A program that hangs is killed with its children, and what it wrote is told")
  func timeout() throws {
    do {
      _ = try run("echo $$; sleep 1000 & sleep 1000", timeout: .milliseconds(300))
      Issue.record("nothing was thrown")
    } catch ChildProcess.Failure.timedOut(_, _, let partial) {
      let group = try #require(pid_t(partial.stdout.trimmingCharacters(in: .newlines)))
      // The orphaned child is killed too, though its new parent may take a moment to bury it.
      while kill(-group, 0) == 0 { usleep(1000) }
      #expect(errno == ESRCH)
    }
  }

  @Test("A program that is not there is named")
  func missing() {
    #expect {
      try ChildProcess.run(["no-such-program"], environment: [:], timeout: .seconds(1))
    } throws: {
      "\($0)".hasPrefix("no-such-program: cannot start: No such file")
    }
  }

  @Test("The built stemma is found and runs")
  func stemma() throws {
    #expect(FileManager.default.isExecutableFile(atPath: StemmaProcess.binary))
    #expect(FileManager.default.fileExists(atPath: StemmaProcess.packageRoot + "/Package.swift"))
    // What it says to this is for other tests; here it starts, and ends by itself.
    #expect(try StemmaProcess.run(["--version"]).status < 128)
  }
}
