import SessionEngine
import Transcripts

/// A session's place at a llama.cpp server: its slot, and what the slot should hold.
///
/// Requests of one session come one after the other; the lock is for the prewarming that may still be running.
final class LlamaSeat: Sendable {
  private struct State {
    var slot: Int?
    var held: [Int]?
    /// As the server was at the last request.
    var properties: LlamaServerProperties?
    /// The server was started anew since it held something.
    var isRestarted = false
    var traits = CacheTraits()
    var prewarming: Task<Void, Never>?
  }

  let connection: LlamaConnection
  private let pinned: Int?
  private let state = Locked(State())

  init(connection: LlamaConnection, slot: Int?) {
    self.connection = connection
    pinned = slot
  }

  deinit {
    let slot = state.withLock { state in
      state.prewarming?.cancel()
      return state.slot
    }
    if pinned == nil, let slot { connection.giveBack(slot: slot) }
  }

  /// The session's slot of a server as it is now. One that was started anew holds nothing any more.
  ///
  /// - Throws: `RequestError.invalidRequest`, for a slot that the server does not have: it would take another one in silence.
  func slot(_ properties: LlamaServerProperties) throws -> Int {
    let outgrown = state.withLock { state -> Int? in
      if let known = state.properties, known != properties {
        state.isRestarted = state.isRestarted || state.held != nil
        (state.held, state.traits) = (nil, CacheTraits())
      }
      state.properties = properties
      guard let slot = state.slot, slot >= properties.slots else { return nil }
      state.slot = nil
      return slot
    }
    if let outgrown { connection.giveBack(slot: outgrown) }
    if let pinned {
      guard (0..<properties.slots).contains(pinned) else {
        throw ChatCompletionsLanguageModel.RequestError.invalidRequest(
          "slot \(pinned) is not one of the server's \(properties.slots)")
      }
      return pinned
    }
    if let slot = state.withLock({ $0.slot }) { return slot }
    let slot = connection.takeSlot(of: properties.slots)
    let (kept, isOurs) = state.withLock { state in
      if let known = state.slot { return (known, false) }
      state.slot = slot
      return (slot, true)
    }
    if !isOurs { connection.giveBack(slot: slot) }
    return kept
  }

  /// What the slot should hold before a request, which may change it; and whether the server lost it by being started anew.
  func take() -> (held: [Int]?, isRestarted: Bool) {
    state.withLock { state in
      defer { (state.held, state.isRestarted) = (nil, false) }
      return (state.held, state.isRestarted)
    }
  }

  /// What the slot should hold; nil when that is not known.
  var held: [Int]? {
    get { state.withLock { $0.held } }
    set { state.withLock { $0.held = newValue } }
  }

  var traits: CacheTraits {
    get { state.withLock { $0.traits } }
    set { state.withLock { $0.traits = newValue } }
  }

  func prewarm(_ run: @escaping @Sendable () async -> Void) {
    let task = Task { await run() }
    let previous = state.withLock { state in
      defer { state.prewarming = task }
      return state.prewarming
    }
    previous?.cancel()
    PrewarmTelemetry.current?.running(task, takesNoTime: false)
  }

  /// What a prewarming left in the slot, unless a request has begun since.
  func prewarmed(_ tokens: [Int]) {
    state.withLock { state in
      if !Task.isCancelled { state.held = tokens }
    }
  }

  /// Before a request.
  func endPrewarming() {
    state.withLock { state in
      state.prewarming?.cancel()
      state.prewarming = nil
    }
  }
}
