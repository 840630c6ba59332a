import FoundationEssentials
import SessionEngine
import Transcripts

/// Finds out what stands behind an address, by asking what is free: nothing is generated unless `asks` says so.
public struct BackendProbe: Sendable {
  private let server: Server
  private let paths: ChatCompletionsAddress
  private let asks: Bool

  /// - Parameter asks: Whether two requests of one token are sent, where it takes that to know whether reuse is reported.
  public init(
    address: ServerAddress, key: ServerKey? = nil, patience: ServerPatience = ServerPatience(),
    asks: Bool = false
  ) {
    server = Server(address: address, key: key, patience: patience)
    paths = ChatCompletionsAddress(address)
    self.asks = asks
  }

  /// - Throws: `HTTPError`, when nobody answers; `ChatCompletionsLanguageModel.APIError`, when the server wants a key, or is none of models.
  public func report() async throws -> BackendReport {
    if let properties = try await json("/props").flatMap(LlamaServerProperties.init(json:)) {
      return try await llama(properties)
    }
    var report = BackendReport(address: server.address, software: .other)
    let list = try await json(at: paths.models)
    report.models = Self.models(list)
    if let version = try await json("/api/version")?["version"]?.stringValue {
      report.software = .ollama
      report.version = version
      try await addOllama(&report)
    } else if list?["data"]?.arrayValue?.first?["owned_by"] == "vllm" {
      report.software = .vllm
      report.version = try await json("/version")?["version"]?.stringValue
    } else if let native = try await json("/api/v0/models")?["data"]?.arrayValue {
      report.software = .lmStudio
      addStudio(native, to: &report)
    }
    guard list != nil || report.software != .other else {
      throw ChatCompletionsLanguageModel.APIError(
        message: "\(server.address.server) answers, and is no server of models: \(paths.models) is not there")
    }
    if asks, let model = report.models.first { report.cacheReporting = try await askTwice(model.name) }
    return report
  }

  // MARK: llama.cpp

  private func llama(_ properties: LlamaServerProperties) async throws -> BackendReport {
    var report = BackendReport(address: server.address, software: .llama)
    report.version = properties.build
    report.models = [.init(name: properties.model, contextSize: properties.contextSize)]
    report.showsTools = properties.supportsTools
    report.readsImages = properties.readsImages
    report.cacheReporting = .reported
    report.slots = properties.slots
    report.hasMetrics = properties.hasMetricsEndpoint
    report.template = properties.template
    if properties.hasMetricsEndpoint { report.counters = try await counters() }
    if let slots = try await json("/slots")?.arrayValue {
      report.busySlots = slots.filter { $0["is_processing"]?.boolValue == true }.count
    }
    return report
  }

  private func counters() async throws -> BackendReport.Counters? {
    do {
      let bytes = try await server.send(paths.root.appending("/metrics")).body.collect(limit: 1 << 20)
      return BackendReport.Counters(metrics: String(decoding: bytes, as: UTF8.self))
    } catch is ServerFailure {
      return nil
    }
  }

  // MARK: Others

  private func addOllama(_ report: inout BackendReport) async throws {
    guard let model = report.models.first else { return }
    let body: JSONValue = ["model": .string(model.name)]
    guard let shown = try await json(at: paths.root.appending("/api/show"), posting: body) else { return }
    if let abilities = shown["capabilities"]?.arrayValue?.compactMap(\.stringValue) {
      report.showsTools = abilities.contains("tools")
      report.readsImages = abilities.contains("vision")
    }
    report.template = shown["template"]?.stringValue
    let sizes = shown["model_info"]?.objectValue?.filter { $0.key.hasSuffix(".context_length") }
    report.models[0].contextSize = sizes?.first?.value.intValue
  }

  private func addStudio(_ native: [JSONValue], to report: inout BackendReport) {
    for index in report.models.indices {
      let model = native.first { $0["id"]?.stringValue == report.models[index].name }
      report.models[index].contextSize =
        model?["loaded_context_length"]?.intValue ?? model?["max_context_length"]?.intValue
    }
    if let first = native.first, first["id"]?.stringValue == report.models.first?.name {
      report.readsImages = first["type"].map { $0 == "vlm" }
      report.showsTools = first["capabilities"]?.arrayValue.map { $0.contains("tool_use") }
    }
  }

  private static func models(_ list: JSONValue?) -> [BackendReport.Model] {
    (list?["data"]?.arrayValue ?? []).compactMap { model in
      guard let name = model["id"]?.stringValue else { return nil }
      let size =
        model["max_model_len"]?.intValue ?? model["context_length"]?.intValue
        ?? model["context_window"]?.intValue ?? model["meta"]?["n_ctx"]?.intValue
      return BackendReport.Model(name: name, contextSize: size)
    }
  }

  /// The second of two equal requests finds what the first left.
  private func askTwice(_ model: String) async throws -> BackendReport.CacheReporting {
    let body: JSONValue = [
      "model": .string(model), "max_tokens": 1, "messages": [["role": "user", "content": "Say yes."]],
    ]
    _ = try await answer(to: body)
    let usage = ReportedUsage(answer: try await answer(to: body))
    return usage?.cached == nil ? .notReported : .reported
  }

  private func answer(to body: JSONValue) async throws -> JSONValue {
    do {
      return try await server.json(paths.completions, posting: body)
    } catch let failure as ServerFailure {
      throw Self.error(failure)
    }
  }

  // MARK: Asking

  private func json(_ path: String) async throws -> JSONValue? {
    try await json(at: paths.root.appending(path))
  }

  /// Nil for what the server does not have.
  private func json(at address: ServerAddress, posting body: JSONValue? = nil) async throws -> JSONValue? {
    do {
      return try await server.json(address, posting: body)
    } catch let failure as ServerFailure {
      if failure.status == 401 || failure.status == 403 || failure.status >= 502 { throw Self.error(failure) }
      return nil
    }
  }

  private static func error(_ failure: ServerFailure) -> any Error {
    failure.error(for: .none)
  }
}
