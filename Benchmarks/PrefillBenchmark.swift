import FoundationEssentials
import Glibc
import ModelBackends
import Policies
import SessionEngine
import Transcripts

/// Whether the cost model says how long a real server prefills: a line through half of the requests, held against the others.
enum PrefillBenchmark {
  private static let rounds = 12
  private static let name = "server: prefill time of held-out requests"

  static func run(_ place: Workplace) throws -> [Claim] {
    guard let python = ServerChild.python else {
      return [.figure(name, "skipped", "the server is not installed: run scripts/llama-server setup")]
    }
    let server = try ServerChild(python)
    defer { server.stop() }
    let address = server.address
    let samples = try EngineBenchmark.waiting { try await measure(address) }
    let learnt = samples.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    let held = samples.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    guard let fit = LinearFit(learnt), let error = fit.error(on: held) else {
      throw Workplace.Failure(what: "the server told no prefill times")
    }
    return [
      .figure(
        "server: prefill, micro-llama", "\(Figure.text(fit.rate)) tokens/s",
        "after \(Figure.text(fit.fixed)) ms, and \(Figure.text(fit.perPair * 1e6)) ns a pair attended to"),
      .atMost(name + ", error", error * 100, 15, "%"),
    ]
  }

  /// Requests of many lengths, nothing reused, each some times: what else the machine did is in the longer times.
  private static func measure(_ address: String) async throws -> [LinearFit.Sample] {
    guard let url = URL(string: address) else {
      throw Workplace.Failure(what: "the server's address is none")
    }
    var model = LlamaServerLanguageModel(url: url)
    model.reusesCache = false
    var best: [Int: LinearFit.Sample] = [:]
    // Round by round, so that a busy moment of the machine meets no length in all its turns.
    for _ in 0..<rounds {
      for words in stride(from: 60, through: 480, by: 30) {
        let session = LanguageModelSession(model: model)
        let prompt = (0..<words).map { "word\($0 % 10)" }.joined(separator: " ")
        let usage = try await session.respond(
          to: prompt, options: GenerationOptions(maximumResponseTokens: 1)
        ).usage
        guard let told = usage.metadata["prefillMilliseconds"], let time = try? Double(told) else { continue }
        let tokens = usage.input.totalTokenCount - usage.input.cachedTokenCount
        if time < best[words]?.milliseconds ?? .infinity {
          best[words] = LinearFit.Sample(
            tokens: Double(tokens), milliseconds: time,
            pairs: LinearFit.pairs(tokens: Double(tokens), after: 0))
        }
      }
    }
    let samples = best.sorted { $0.key < $1.key }.map(\.value)
    return samples
  }
}

/// llama.cpp's server with the smallest model, as `scripts/llama-server setup` installs it. It ends with its standard input.
private final class ServerChild {
  let address: String
  private let process: pid_t
  private let input: Int32

  private static let root = #filePath.split(separator: "/").dropLast(2).map { "/\($0)" }.joined()

  /// Where the server is installed; nil where it is not.
  static let python: String? = {
    let place = getenv("STEMMA_LLAMA_SERVER").map { String(cString: $0) } ?? "\(root)/.build/llama-server"
    let python = "\(place)/venv/bin/python"
    return access(python, X_OK) == 0 ? python : nil
  }()

  init(_ python: String) throws {
    var (toChild, fromChild): ([Int32], [Int32]) = ([0, 0], [0, 0])
    guard pipe(&toChild) == 0, pipe(&fromChild) == 0 else {
      throw Workplace.Failure(what: "no pipe can be made")
    }
    // A child that held the other end of its own input would never see that it ends.
    for descriptor in toChild + fromChild { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, toChild[0], 0)
    posix_spawn_file_actions_adddup2(&actions, fromChild[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    let arguments = [
      python, "\(Self.root)/scripts/llama/serve.py",
      "\(Self.root)/Tests/ModelBackendsTests/Fixtures/Models/micro-llama.gguf", "0", "n_ctx=4096",
      "cache_ram_mib=0", "flash_attn_type=disabled", "warmup=true", "verbosity=1",
    ]
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child: pid_t = 0
    let status = posix_spawn(&child, python, &actions, nil, &words, environ)
    close(toChild[0])
    close(fromChild[1])
    (process, input) = (child, toChild[1])
    let told = status == 0 ? Self.line(of: fromChild[0]) : nil
    close(fromChild[0])
    address = told ?? ""
    guard told != nil else {
      if status == 0 { stop() }
      throw Workplace.Failure(what: "the server did not start")
    }
  }

  /// What stands behind `LISTENING`.
  private static func line(of output: Int32) -> String? {
    var text = ""
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(output, &buffer, buffer.count)
      guard count > 0 else { return nil }
      text += String(decoding: buffer[..<count], as: UTF8.self)
      guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("LISTENING ") }) else {
        continue
      }
      return line.split(separator: " ").last.map(String.init)
    }
  }

  func stop() {
    close(input)
    var status: Int32 = 0
    kill(process, SIGTERM)
    waitpid(process, &status, 0)
  }
}
