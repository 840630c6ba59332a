import ModelBackends
import SessionEngine
import Terminal
import Transcripts

extension Command {
  static let backends: Command = .init(
    name: "backends",
    summary: "what a model server can do: window, tools, slots, reuse",
    operands: [Operand(name: "URL", count: .oneOrMore, completion: .words([]))],
    options: [.ask, .keyFile, .json, .color],
    discussion: [
      "Nothing is generated, unless --ask is given: whether a server tells how many tokens it reused shows only in an answer. "
        + "llama.cpp tells always.",
      HelpTopic.keys,
      "--json prints a member backends: for each URL address, software, version, models (name, contextSize), showsTools, "
        + "readsImages, cacheReporting (reported, not-reported, unknown), slots, busySlots, hasMetrics, template, counters (tokens prefilled, reused and generated since the server was started), backend (what "
        + "--backend takes) and error; null is not known.",
      "Exit status 2 when one of the servers cannot be asked.",
    ],
    examples: [
      Example("stemma backends http://127.0.0.1:8080", "a llama.cpp server on this machine"),
      Example("stemma backends http://127.0.0.1:11434 --ask", "Ollama, and whether it tells what it reuses"),
    ],
    run: { invocation, console in
      try console.setColors(invocation, Settings(invocation))
      let key = try BackendKey.find(invocation)
      let asks = invocation.has(.ask)
      let found = invocation.operands.map { text in
        (text, Waiting.result { await ProbedBackend.probe(text, key: key, asks: asks) })
      }
      if invocation.has(.json) {
        JSONOutput.document("backends", to: console.out) { json in
          json.array("backends", found) { json, backend in backend.1.write(as: backend.0, to: &json) }
        }
      } else {
        for (index, backend) in found.map(\.1).filter({ $0.report != nil }).enumerated() {
          if index > 0 { console.print() }
          backend.print(console)
        }
      }
      for (text, backend) in found {
        let shown = ServerAddress.hidingSecrets(in: text)
        if let error = backend.error {
          console.complain(error.contains(shown) ? error : "\(shown): \(error)")
        }
      }
      return found.allSatisfy { $0.1.error == nil } ? .fine : .trouble
    })
}

extension Option {
  static let ask = Option("ask", "send two requests of one token, to see whether reuse is told")
  static let keyFile = Option("key-file", .file, "a file (mode 0600) with the server's key")
  /// For `run` and `demo`.
  static let backend = Option("backend", .text("KIND=URL"), "a model server: llama=URL or chat=URL[#MODEL]")
  static let slotFile = Option(
    "slot-file", .text("NAME"),
    "llama.cpp: begin with the cache kept under NAME, and keep it there at the end")
}

extension HelpTopic {
  static let keys =
    "A server's key is taken from the variable STEMMA_API_KEY, or from the file that --key-file names (mode 0600): a key, or a "
    + "whole header as “x-api-key: KEY”. It is never recorded and never shown."
}

/// Why a model server cannot be used, in one line.
struct BackendFailure: Error, CustomStringConvertible {
  let description: String
}

/// Where the command line says that a server's key is.
enum BackendKey {
  /// - Throws: `ServerKey.Failure`, for a file that others can read, or one without a key.
  static func find(_ invocation: Invocation) throws -> ServerKey? {
    if let path = invocation.value(.keyFile) { return try ServerKey.file(path) }
    return try ServerKey.environment()
  }
}

/// What was found at an address, or why nothing was.
struct ProbedBackend: Sendable {
  var report: BackendReport?
  var error: String?

  static func probe(_ text: String, key: ServerKey?, asks: Bool) async -> ProbedBackend {
    do {
      // What --backend takes is taken here, too.
      let address = try (try? BackendChoice(text))?.address ?? ServerAddress(text)
      var patience = ServerPatience()
      patience.firstByte = .seconds(30)
      let probe = BackendProbe(address: address, key: key, patience: patience, asks: asks)
      return ProbedBackend(report: try await probe.report())
    } catch {
      return ProbedBackend(error: BackendWords.of(error) ?? "\(error)")
    }
  }

  func write(as text: String, to json: inout JSONOutput) {
    json.object { json in
      json.member("address", report?.address.text ?? ServerAddress.hidingSecrets(in: text))
      json.member("software", report?.software.rawValue)
      json.member("version", report?.version)
      json.array("models", report?.models ?? []) { json, model in
        json.object { json in
          json.member("name", model.name)
          json.member("contextSize", model.contextSize)
        }
      }
      json.member("showsTools", report?.showsTools.map { .bool($0) } ?? .null)
      json.member("readsImages", report?.readsImages.map { .bool($0) } ?? .null)
      json.member("cacheReporting", report?.cacheReporting.rawValue)
      json.member("slots", report?.slots)
      json.member("busySlots", report?.busySlots)
      json.member("hasMetrics", report?.hasMetrics.map { .bool($0) } ?? .null)
      json.member("template", report?.template)
      if let counters = report?.counters {
        json.object("counters") { json in
          json.member("prefilled", counters.prefilled)
          json.member("reused", counters.reused)
          json.member("generated", counters.generated)
        }
      } else {
        json.member("counters", JSONValue.null)
      }
      json.member("backend", report?.choice.description)
      json.member("error", error)
    }
  }

  func print(_ console: Console) {
    guard let report else { return }
    let paint = console.paint
    console.print([
      paint.span(report.address.text, nil, bold: true),
      Span("  \(report.software.rawValue)", .plain),
      paint.span(report.version.map { " \($0)" } ?? "", .dim),
    ])
    for (name, value) in Self.lines(of: report) {
      let label = name + String(repeating: " ", count: max(1, 16 - name.count))
      console.print([paint.span("  \(label)", .dim), Span(value, .plain)])
    }
  }

  /// What there is to say, one thing a line.
  static func lines(of report: BackendReport) -> [(name: String, value: String)] {
    var lines: [(String, String)] = []
    let shown = report.models.prefix(6)
    for (index, model) in shown.enumerated() {
      let size = model.contextSize.map { ", a window of \(Words.count($0, "token"))" } ?? ""
      lines.append((index == 0 ? "models" : "", model.name + size))
    }
    if report.models.count > shown.count {
      lines.append(("", "and \(report.models.count - shown.count) more; --json lists them"))
    }
    if report.models.isEmpty {
      lines.append(("models", "none listed: name one, as in --backend \(report.choice)#MODEL"))
    }
    if let slots = report.slots {
      let busy = report.busySlots.map { $0 == 0 ? ", none busy" : ", \($0) busy" } ?? ""
      lines.append(("slots", "\(slots)\(busy)"))
    }
    if report.template != nil || report.showsTools != nil {
      let tools =
        switch report.showsTools {
        case true?: "shows tools to the model"
        case false? where report.software == .llama: "ignores tools: they go by a schema"
        case false?: "ignores tools"
        case nil: "does not say whether it shows tools"
        }
      lines.append(("template", tools))
    }
    if let images = report.readsImages { lines.append(("images", images ? "read" : "not read")) }
    let reuse =
      switch report.cacheReporting {
      case .reported: "told with every answer"
      case .notReported: "not told"
      case .unknown: "unknown until it is asked (--ask)"
      }
    lines.append(("reused tokens", reuse))
    if let counters = report.counters {
      let reused = counters.reused.map { ", \(Words.grouped($0)) reused" } ?? ""
      let prefilled = "\(Words.count(counters.prefilled, "token")) prefilled"
      lines.append(("metrics", "\(prefilled)\(reused), \(Words.grouped(counters.generated)) generated"))
    } else if let metrics = report.hasMetrics {
      lines.append(("metrics", metrics ? "on" : "off (--metrics)"))
    }
    lines.append(("use it with", "--backend \(report.choice)"))
    return lines
  }
}

extension BackendChoice {
  /// The model server that the command line names, ready to answer.
  /// - Throws: `BackendFailure`, `ServerKey.Failure`.
  func backend(_ invocation: Invocation) throws -> ModelBinding.Backend {
    let key = try BackendKey.find(invocation)
    let connected = Waiting.result {
      do {
        return Result<BackendChoice.Connected, BackendFailure>.success(try await connect(key: key))
      } catch {
        return .failure(BackendFailure(description: BackendWords.of(error) ?? "\(error)"))
      }
    }
    let backend = try connected.get()
    // A server that does not tell its window refuses what does not fit, and says so.
    return ModelBinding.Backend(backend.model, contextSize: backend.contextSize ?? 32_000)
  }
}
