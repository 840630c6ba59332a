import FoundationEssentials
import SessionEngine
import Transcripts

/// One llama.cpp server as all sessions of a model share it: its endpoints, what is known of it, and the tokens of what it generated.
///
/// Equal is the same object. The lock guards what is remembered; nothing waits under it.
final class LlamaConnection: Sendable, Hashable {
  private struct Memory {
    var properties: LlamaServerProperties?
    var seats: [Int: Int] = [:]
    var lastSlot: Int?
    var replies = ReplyMemory()
    /// Pieces of rendered prompts, tokenised. The first piece of a prompt has what the vocabulary puts at a beginning.
    var pieces: [Piece: [Int]] = [:]
    var rendered: [String: String] = [:]
  }

  private struct Piece: Hashable {
    var text: String
    var isFirst: Bool
  }

  private let memory = Locked(Memory())
  private let url: URL
  private let key: ServerKey?
  private let patience: ServerPatience
  private let made: Result<Server, HTTPError>

  init(url: URL, key: ServerKey?, patience: ServerPatience) {
    self.url = url
    self.key = key
    self.patience = patience
    made = Result { () throws(HTTPError) in
      let root = ChatCompletionsAddress(try ServerAddress(url.absoluteString)).root
      return Server(address: root, key: key, patience: patience)
    }
  }

  static func == (left: LlamaConnection, right: LlamaConnection) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// - Throws: `HTTPError.badAddress`.
  func server() throws -> Server { try made.get() }

  private func ask(_ path: String, query: String? = nil, posting body: JSONValue? = nil) async throws
    -> JSONValue
  {
    let server = try server()
    let address = server.address.appending(path)
    return try await server.json(
      query.map { address.replacingPath(address.path, query: $0) } ?? address, posting: body)
  }

  // MARK: What the server is

  /// What was told last.
  func knownProperties() async throws -> LlamaServerProperties {
    if let known = memory.withLock({ $0.properties }) { return known }
    return try await properties()
  }

  /// Asked before every request: a server that was started anew holds nothing any more, and may have another model, to which the tokens
  /// that are remembered mean something else.
  func properties() async throws -> LlamaServerProperties {
    guard let properties = LlamaServerProperties(json: try await ask("/props")) else {
      throw ChatCompletionsLanguageModel.APIError(
        message: "\(try server().address.server) is not a llama.cpp server: use chat= for others")
    }
    memory.withLock { memory in
      if let known = memory.properties, known != properties {
        (memory.replies, memory.pieces, memory.rendered) = (ReplyMemory(), [:], [:])
      }
      memory.properties = properties
    }
    return properties
  }

  // MARK: Slots

  /// The slot with the fewest sessions.
  func takeSlot(of count: Int) -> Int {
    memory.withLock { memory in
      let slot = (0..<count).min { (memory.seats[$0] ?? 0, $0) < (memory.seats[$1] ?? 0, $1) } ?? 0
      memory.seats[slot, default: 0] += 1
      return slot
    }
  }

  /// The slot that answered last.
  var lastSlot: Int? {
    get { memory.withLock { $0.lastSlot } }
    set { memory.withLock { $0.lastSlot = newValue } }
  }

  func giveBack(slot: Int) { memory.withLock { $0.seats[slot, default: 1] -= 1 } }

  func slotAction(_ action: String, slot: Int, file: String?) async throws -> JSONValue {
    let body: JSONValue = file.map { ["filename": .string($0)] } ?? .object([])
    return try await ask("/slots/\(slot)", query: "action=\(action)", posting: body)
  }

  // MARK: Completions

  /// Sends tokens and tells what comes, step by step.
  ///
  /// - Throws: `ServerFailure`, `RequestError.invalidStreamData`, `HTTPError`, and what `tell` throws.
  nonisolated(nonsending) func complete(
    _ body: LlamaCompletionBody, tell: (LlamaCompletion.Step) async throws -> Void
  ) async throws -> LlamaCompletion {
    let server = try server()
    var completion = LlamaCompletion()
    let response = try await server.send(
      server.address.appending("/completion"), posting: body.json,
      headers: [.init("Accept", "text/event-stream")])
    for try await event in response.body.events {
      guard event.data != "[DONE]" else { break }
      guard let json = try? JSONValue(parsing: event.data.utf8) else {
        throw ChatCompletionsLanguageModel.RequestError.invalidStreamData
      }
      if let failure = ServerFailure(
        event: json, named: event.name, server: server.address.server, key: server.key)
      {
        throw failure
      }
      for step in completion.receive(json) { try await tell(step) }
    }
    return completion
  }

  // MARK: Tokens

  /// The prompt of a request. Replies that this server generated are the tokens that it generated.
  func prompt(_ plan: LlamaPlan, isPrefix: Bool = false) async throws -> LlamaPrompt {
    let marked = memory.withLock { $0.replies.marking(plan) }
    if !marked.replies.isEmpty {
      let text = try await render(marked.plan, isPrefix: isPrefix)
      if let parts = marked.split(text) {
        var tokens: [Int] = []
        for (index, part) in parts.enumerated() {
          switch part {
          case .text(let text): tokens += try await tokenise(text, isFirst: index == 0)
          case .reply(let reply): tokens += reply
          }
        }
        return LlamaPrompt(tokens: tokens, text: text)
      }
    }
    let text = try await render(plan, isPrefix: isPrefix)
    return LlamaPrompt(tokens: try await tokenise(text, isFirst: true), text: text)
  }

  func remember(reply: String, tokens: [Int]) { memory.withLock { $0.replies.remember(reply, tokens) } }

  /// The prompt as the server's template makes it.
  func render(_ plan: LlamaPlan, isPrefix: Bool = false) async throws -> String {
    var members = plan.templateMembers
    if isPrefix { members.append(.init("add_generation_prompt", false)) }
    let body = JSONValue.object(members)
    let key = body.text()
    if let known = memory.withLock({ $0.rendered[key] }) { return known }
    guard let text = try await ask("/apply-template", posting: body)["prompt"]?.stringValue else {
      throw ServerFailure.unreadable(status: 200, server: try server().address.server)
    }
    memory.withLock { memory in
      // A request is rendered to be counted and again to be sent; older ones are not asked for.
      if memory.rendered.count >= 4 { memory.rendered = [:] }
      memory.rendered[key] = text
    }
    return text
  }

  private func tokenise(_ text: String, isFirst: Bool) async throws -> [Int] {
    if text.isEmpty { return [] }
    let piece = Piece(text: text, isFirst: isFirst)
    if let known = memory.withLock({ $0.pieces[piece] }) { return known }
    let answer = try await ask(
      "/tokenize",
      posting: ["content": .string(text), "add_special": .bool(isFirst), "parse_special": true])
    guard let tokens = answer["tokens"]?.arrayValue?.map(\.intValue), !tokens.contains(nil) else {
      throw ServerFailure.unreadable(status: 200, server: try server().address.server)
    }
    let whole = tokens.compactMap(\.self)
    memory.withLock { memory in
      if memory.pieces.count >= 256 { memory.pieces = [:] }
      memory.pieces[piece] = whole
    }
    return whole
  }
}

/// A prompt as the server is sent it.
struct LlamaPrompt: Sendable, Hashable {
  let tokens: [Int]
  /// The end of its text, where the template begins the answer.
  let end: String

  init(tokens: [Int], text: String) {
    self.tokens = tokens
    end = String(text.suffix(64))
  }
}
