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
  private let child: Child

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
  ///   - port: 0 for any that is free.
  init(_ model: String, _ settings: [String] = [], port: Int = 0) throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let script = tests.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "scripts/llama/serve.py").path
    let folder = "/tmp/stemma-slots-\(getpid())"
    mkdir(folder, 0o700)
    let arguments =
      [
        Self.python ?? "", script, tests.appending(path: "Fixtures/Models/\(model).gguf").path, "\(port)",
        "n_ctx=2048",
        "cache_ram_mib=0", "flash_attn_type=disabled", "warmup=false", "verbosity=1",
        "slot_save_path=\(folder)/",
      ] + settings
    child = try Child(arguments)
    let told = child.line { $0.hasPrefix("LISTENING ") }?.split(separator: " ") ?? []
    guard told.count > 1 else { throw FakeServer.Failure(words: "the server did not start") }
    address = String(told[1])
  }

  var port: Int { Int(address.split(separator: ":").last ?? "") ?? 0 }

  var model: LlamaServerLanguageModel { LlamaServerLanguageModel(url: URL(string: address)!) }
}
