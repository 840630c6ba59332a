import Glibc

/// llama.cpp's own server, as `scripts/llama-server setup` installs it; it ends with the object, and with this program, whatever
/// becomes of it.
final class ModelServer: Sendable {
  enum Model {
    /// 80 KB, in the repository: its prefill is all attention.
    case micro
    /// The small real model that `scripts/llama-server setup --smollm` downloads.
    case smollm

    var path: String {
      switch self {
      case .micro: "\(ModelServer.root)/Tests/ModelBackendsTests/Fixtures/Models/micro-llama.gguf"
      case .smollm: "\(ModelServer.place)/smollm.gguf"
      }
    }
  }

  /// Where it answers.
  let port: UInt16
  private let process: pid_t
  /// Open for as long as the server shall live.
  private let input: Int32

  /// What is missing, in the order in which it is set up; nil when nothing is.
  static func missing(for model: Model) -> String? { [python, model.path].first { access($0, R_OK) != 0 } }

  private static let root = String(#filePath.dropLast("/Benchmarks/ModelServer.swift".count))
  private static let place =
    getenv("STEMMA_LLAMA_SERVER").map { String(cString: $0) } ?? "\(root)/.build/llama-server"
  private static let python = "\(place)/venv/bin/python"

  /// Starts it and waits until it answers.
  ///
  /// - Parameters:
  ///   - window: Tokens of a request and its answer.
  ///   - folder: Where slots may be saved; without one the server does not empty them either.
  init(_ model: Model, window: Int, folder: String) throws {
    var (inputs, outputs): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard pipe(&inputs) == 0, pipe(&outputs) == 0 else { throw Workplace.Failure(what: "no pipe") }
    // A server that kept its own input open would not see it end.
    for descriptor in inputs + outputs { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, inputs[0], 0)
    posix_spawn_file_actions_adddup2(&actions, outputs[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    // Older states in memory would make a cold request warm; flash attention rounds by how a prompt is cut into batches.
    let words = [
      "/usr/bin/env", "THREADS=2", Self.python, "\(Self.root)/scripts/llama/serve.py", model.path, "0",
      "n_ctx=\(window)",
      "cache_ram_mib=0", "flash_attn_type=disabled", "verbosity=1", "slot_save_path=\(folder)/",
    ]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let failed = posix_spawn(&process, words[0], &actions, nil, &arguments, environ)
    close(inputs[0])
    close(outputs[1])
    defer { close(outputs[0]) }
    let mark = "LISTENING http://127.0.0.1:"
    let line = failed == 0 ? Self.line(from: outputs[0], after: mark) : nil
    guard let line, let port = UInt16(line) else {
      close(inputs[1])
      throw Workplace.Failure(
        what: "the model server did not start; scripts/llama-server serve smollm says why")
    }
    (self.process, self.port, input) = (process, port, inputs[1])
  }

  deinit {
    close(input)
    kill(process, SIGTERM)
    waitpid(process, nil, 0)
  }

  /// The rest of the first line that begins as wanted; nil when the program ended before.
  private static func line(from descriptor: Int32, after mark: String) -> String? {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(descriptor, &byte, 1) == 1 {
      guard byte == UInt8(ascii: "\n") else {
        line.append(byte)
        continue
      }
      let text = String(decoding: line, as: UTF8.self)
      if text.hasPrefix(mark) { return String(text.dropFirst(mark.count)) }
      line = []
    }
    return nil
  }

  /// What the server has evaluated and reused since it started: the totals of its `/metrics`, which are not what it tells with an answer.
  func totals() throws -> (prefilled: Int, reused: Int) {
    let text = try get("/metrics")
    func value(_ name: String) throws -> Int {
      for line in text.split(whereSeparator: \.isNewline) where line.hasPrefix("llamacpp:\(name) ") {
        if let value = Double(line.drop { $0 != " " }.dropFirst()) { return Int(value) }
      }
      throw Workplace.Failure(what: "the model server's /metrics has no \(name)")
    }
    return (try value("prompt_tokens_total"), try value("prompt_tokens_cached_total"))
  }

  private func get(_ path: String) throws -> String {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
    }
    let request = Array("GET \(path) HTTP/1.0\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".utf8)
    guard connected == 0, write(descriptor, request, request.count) == request.count else {
      throw Workplace.Failure(what: "the model server does not answer any more")
    }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return String(decoding: answer, as: UTF8.self) }
      answer += buffer[..<count]
    }
  }
}
