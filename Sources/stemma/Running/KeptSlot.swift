import ModelBackends
import SessionEngine

/// The cache of a llama.cpp server's slot as a file of the server, by which a session begins as warm as an earlier one ended.
struct KeptSlot {
  private let model: LlamaServerLanguageModel
  private let name: String
  private let console: Console

  /// Nil where no file is named.
  ///
  /// - Throws: `UsageError`, where another model than llama.cpp's answers.
  init?(_ invocation: Invocation, _ backend: ModelBinding.Backend?, _ console: Console) throws {
    guard let name = invocation.value(.slotFile) else { return nil }
    guard let model = backend?.model as? LlamaServerLanguageModel else {
      throw UsageError.conflict(
        "--\(Option.slotFile.name) is for a llama.cpp server: add --\(Option.backend.name) llama=URL",
        command: .run)
    }
    (self.model, self.name, self.console) = (model, name, console)
  }

  /// Brings it back into the slot that the first session takes. There is none the first time: then the session begins cold.
  func restore() {
    tell("restored from", failure: "nothing was restored from") { [model, name] in
      try await model.restoreSlot(from: name)
    }
  }

  /// Keeps what the slot holds that answered last.
  func keep() {
    guard let slot = model.lastSlot else { return }
    tell("kept in", failure: "the cache was not kept in") { [model, name] in
      try await model.saveSlot(slot, as: name)
    }
  }

  private func tell(
    _ success: String, failure: String,
    _ act: @escaping @Sendable () async throws -> LlamaServerLanguageModel.SlotFile
  ) {
    let result = Waiting.result {
      do {
        return Result<LlamaServerLanguageModel.SlotFile, BackendFailure>.success(try await act())
      } catch {
        return .failure(BackendFailure(description: BackendWords.of(error) ?? "\(error)"))
      }
    }
    switch result {
    case .success(let file):
      console.complain("\(Words.count(file.tokens, "token")) of slot \(file.slot) \(success) \(name)")
    case .failure(let error): console.complain("\(failure) \(name): \(error.description)")
    }
  }
}
