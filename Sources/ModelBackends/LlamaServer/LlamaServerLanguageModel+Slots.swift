import SessionEngine
import Transcripts

extension LlamaServerLanguageModel {
  /// A slot's cache in a file of the server, or back from one.
  public struct SlotFile: Sendable, Hashable {
    /// Which slot.
    public var slot: Int
    /// Tokens that it holds.
    public var tokens: Int
    /// The file's size.
    public var bytes: Int
    /// What the server took.
    public var milliseconds: Double
  }

  /// The slot that answered last; nil before the first answer.
  public var lastSlot: Int? { connection.lastSlot }

  /// Saves what a slot holds, so that a session can be restored warm. The server must have been started with `--slot-save-path`.
  ///
  /// A session that is made of a transcript later, on this server or one that was started anew, finds in the restored slot what was prefilled
  /// and decoded, and prefills only what is new:
  ///
  /// ```swift
  /// try await model.saveSlot(as: "craft.bin")
  /// // Later, perhaps in another process:
  /// try await model.restoreSlot(from: "craft.bin")
  /// let session = LanguageModelSession(model: model, transcript: transcript)
  /// ```
  ///
  /// - Parameter name: The file's name in the server's folder, without a path.
  /// - Throws: `RequestError.invalidRequest` for a slot that is not there or holds nothing; the server's error; `HTTPError`.
  public func saveSlot(_ slot: Int = 0, as name: String) async throws -> SlotFile {
    let json = try await act("save", slot: slot, file: name)
    let file = SlotFile(
      slot: slot, tokens: json["n_saved"]?.intValue ?? 0, bytes: json["n_written"]?.intValue ?? 0,
      milliseconds: json["timings"]?["save_ms"]?.doubleValue ?? 0)
    guard file.tokens > 0 else {
      throw ChatCompletionsLanguageModel.RequestError.invalidRequest("slot \(slot) holds nothing to save")
    }
    return file
  }

  /// Brings back what was saved.
  ///
  /// - Throws: As `saveSlot`.
  public func restoreSlot(_ slot: Int = 0, from name: String) async throws -> SlotFile {
    let json = try await act("restore", slot: slot, file: name)
    return SlotFile(
      slot: slot, tokens: json["n_restored"]?.intValue ?? 0, bytes: json["n_read"]?.intValue ?? 0,
      milliseconds: json["timings"]?["restore_ms"]?.doubleValue ?? 0)
  }

  /// Empties a slot.
  ///
  /// - Returns: How many tokens it held.
  /// - Throws: As `saveSlot`.
  @discardableResult
  public func eraseSlot(_ slot: Int = 0) async throws -> Int {
    try await act("erase", slot: slot, file: nil)["n_erased"]?.intValue ?? 0
  }

  /// The server takes a slot that it does not have for a good one: it is checked here.
  private func act(_ action: String, slot: Int, file: String?) async throws -> JSONValue {
    do {
      let slots = try await connection.properties().slots
      guard (0..<slots).contains(slot) else {
        throw ChatCompletionsLanguageModel.RequestError.invalidRequest(
          "slot \(slot) is not one of the server's \(slots)")
      }
      return try await connection.slotAction(action, slot: slot, file: file)
    } catch let failure as ServerFailure {
      throw failure.error(for: .none)
    } catch let error as HTTPError {
      throw error.sessionError
    }
  }
}
