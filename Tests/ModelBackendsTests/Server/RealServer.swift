import FakeServer
import FoundationEssentials
import Glibc
import Synchronization
import Testing

@testable import ModelBackends

/// llama.cpp's own server with one of the small models, as `scripts/llama-server setup` installs it. It ends with the object, and with the
/// test's process, whatever becomes of it: its standard input ends then.
final class RealServer: Sendable {
  let address: String
  private let process: pid_t
  private let input: Int32

  /// Where the server is installed; nil where it is not.
  static let python: String? = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().path
    let place = ProcessInfo.processInfo.environment["STEMMA_LLAMA_SERVER"] ?? "\(root)/.build/llama-server"
    let python = "\(place)/venv/bin/python"
    return access(python, X_OK) == 0 ? python : nil
  }()

  static var isInstalled: Bool { python != nil }

  /// Said when it is not.
  static let remedy: Comment = "the server is not installed: run scripts/llama-server setup"

  /// - Parameters:
  ///   - model: `micro-llama`, …
  ///   - settings: Beside those that make counts repeat: no older states in memory, no flash attention.
  init(_ model: String, _ settings: [String] = []) throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let script = tests.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "scripts/llama/serve.py").path
    let folder = "/tmp/stemma-slots-\(getpid())"
    mkdir(folder, 0o700)
    let arguments =
      [
        Self.python ?? "", script, tests.appending(path: "Fixtures/Models/\(model).gguf").path, "0",
        "n_ctx=2048",
        "cache_ram_mib=0", "flash_attn_type=disabled", "warmup=false", "verbosity=1",
        "slot_save_path=\(folder)/",
      ] + settings
    var (inputs, outputs): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard pipe(&inputs) == 0, pipe(&outputs) == 0 else { throw FakeServer.Failure(words: "no pipe") }
    // Other servers that are started must not keep our ends.
    _ = fcntl(inputs[1], F_SETFD, FD_CLOEXEC)
    _ = fcntl(outputs[0], F_SETFD, FD_CLOEXEC)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, inputs[0], 0)
    posix_spawn_file_actions_adddup2(&actions, outputs[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addclose(&actions, inputs[0])
    posix_spawn_file_actions_addclose(&actions, outputs[1])
    var words = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    let failed = posix_spawn(&process, arguments[0], &actions, nil, &words, environ)
    close(inputs[0])
    close(outputs[1])
    defer { close(outputs[0]) }
    guard failed == 0 else { throw FakeServer.Failure(words: String(cString: strerror(failed))) }
    self.process = process
    input = inputs[1]
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(outputs[0], &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
    let told = String(decoding: line, as: UTF8.self).split(separator: " ")
    guard told.first == "LISTENING", told.count > 1 else {
      close(input)
      waitpid(process, nil, 0)
      throw FakeServer.Failure(words: "the server did not start: \(told)")
    }
    address = String(told[1])
  }

  deinit {
    close(input)
    waitpid(process, nil, 0)
  }

  var model: LlamaServerLanguageModel { LlamaServerLanguageModel(url: URL(string: address)!) }
}
