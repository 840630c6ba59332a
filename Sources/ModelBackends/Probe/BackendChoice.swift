import FoundationEssentials
import SessionEngine

/// A backend as the command line names it: `llama=URL` for llama.cpp's own server, `chat=URL` for any server of the Chat Completions protocol.
/// A model is named behind a number sign: `chat=http://127.0.0.1:11434#qwen3:0.6b`.
///
/// ```swift
/// let choice = try BackendChoice("llama=http://127.0.0.1:8080")
/// let backend = try await choice.connect(key: ServerKey.environment())
/// let session = LanguageModelSession(model: backend.model)
/// ```
public struct BackendChoice: Sendable, Hashable, CustomStringConvertible {
  /// Which protocol the server is spoken to in.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case llama, chat
  }

  /// The protocol.
  public let kind: Kind
  /// The server's address.
  public let address: ServerAddress
  /// Nil for the server's first.
  public let model: String?

  /// What keeps a text from being a choice, in one line.
  public struct Failure: Error, LocalizedError, Hashable, CustomStringConvertible {
    /// What is wrong, and what to write.
    public let description: String
    /// The same.
    public var errorDescription: String? { description }
  }

  /// A choice as the command line names it.
  public init(_ text: String) throws(Failure) {
    if text == "smollm" {
      throw Failure(
        description:
          "backend “smollm” is a server that scripts/run sets up and starts: scripts/run demo --backend smollm"
      )
    }
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let kind = Kind(rawValue: parts[0]) else {
      throw Failure(
        description:
          "backend “\(Visible.text(ServerAddress.hidingSecrets(in: text)))” will not do; write llama=URL or chat=URL[#MODEL]"
      )
    }
    let (url, model) = Self.split(parts[1])
    do {
      address = try ServerAddress(url)
    } catch {
      throw Failure(description: "backend \(error.errorDescription ?? "\(error)")")
    }
    self.kind = kind
    self.model = model
  }

  /// A choice of these parts.
  public init(kind: Kind, address: ServerAddress, model: String? = nil) {
    self.kind = kind
    self.address = address
    self.model = model
  }

  private static func split(_ text: String) -> (url: String, model: String?) {
    guard let mark = text.firstIndex(of: "#") else { return (text, nil) }
    let model = String(text[text.index(after: mark)...])
    return (String(text[..<mark]), model.isEmpty ? nil : model)
  }

  /// As the command line names it.
  public var description: String { "\(kind.rawValue)=\(address)\(model.map { "#\($0)" } ?? "")" }

  /// A model that can be used, and how much it reads.
  public struct Connected: Sendable {
    /// The model, ready to be used.
    public var model: any LanguageModel
    /// What sessions and recordings call it.
    public var name: String
    /// Tokens; nil when the server does not tell.
    public var contextSize: Int?
  }

  /// Finds out the model's name and window, and makes the model.
  ///
  /// - Throws: `HTTPError`; `ChatCompletionsLanguageModel.APIError` with the server's words.
  public func connect(
    key: ServerKey? = nil, patience: ServerPatience = ServerPatience()
  ) async throws -> Connected {
    let report = try await BackendProbe(address: address, key: key, patience: patience).report()
    guard let url = URL(string: address.text) else {
      throw HTTPError.badAddress(address.text, reason: "not an address")
    }
    switch kind {
    case .llama:
      guard report.software == .llama else {
        throw ChatCompletionsLanguageModel.APIError(
          message: "\(address.server) is not a llama.cpp server: use chat=\(address)")
      }
      let name = model ?? report.models.first?.name ?? "llama"
      let made = LlamaServerLanguageModel(url: url, name: name, key: key, patience: patience)
      return Connected(model: made, name: name, contextSize: report.models.first?.contextSize)
    case .chat:
      guard let name = model ?? report.models.first?.name else {
        throw ChatCompletionsLanguageModel.APIError(
          message: "\(address.server) does not list its models: name one, as in chat=\(address)#MODEL")
      }
      var made = ChatCompletionsLanguageModel(name: name, url: url)
      made.key = key
      made.patience = patience
      let known =
        report.models.first { $0.name == name } ?? report.models.first { $0.name.hasSuffix("/\(name)") }
      return Connected(model: made, name: name, contextSize: known?.contextSize)
    }
  }
}
