import PrefixCache

/// What a session has learnt of a server's cache by watching it.
struct CacheTraits: Sendable, Hashable {
  /// It went back to a place inside of what it held.
  var hasRewound = false
}

/// Why a server reused fewer tokens than the common prefix, as far as that can be told from outside: servers tell the counts, and reasons go to
/// their logs alone.
enum CacheShortfall: Sendable, Hashable {
  /// It reused what was to be expected.
  case none
  /// More than this session's slot held: the server keeps older states in memory, or another session's prefix.
  case surplus(Int)
  /// Another slot answered than was asked.
  case otherSlot(asked: Int, answered: Int)
  /// The request only continues what the slot held, which any cache can do: so the slot held something else by then.
  case taken
  /// The server was started anew since.
  case restarted
  /// The state of a recurrent model is kept at a few places only; it went back to the last before the end.
  case checkpoint(missing: Int)
  /// The model's memory cannot go back to where the request parts from what was held.
  case refusal(memory: String, cut: Int, reused: Int)

  /// - Parameters:
  ///   - held: The tokens that the slot should hold.
  ///   - prompt: The request's tokens; not empty.
  ///   - reused: What the server reports.
  init(held: [Int], prompt: [Int], reused: Int, asked: Int, answered: Int, traits: CacheTraits) {
    let common = zip(held, prompt).prefix { $0 == $1 }.count
    // The last token is evaluated always: its logits are what is wanted.
    let expected = min(common, prompt.count - 1)
    if reused == expected {
      self = .none
    } else if reused > expected {
      self = .surplus(reused - expected)
    } else if asked != answered {
      self = .otherSlot(asked: asked, answered: answered)
    } else if common == held.count, common < prompt.count {
      self = .taken
    } else if reused > 0, expected - reused <= 8 {
      self = .checkpoint(missing: expected - reused)
    } else {
      let memory = traits.hasRewound ? "sliding-window" : "recurrent, hybrid or sliding-window"
      self = .refusal(memory: memory, cut: common, reused: reused)
    }
  }

  /// As the session takes remarks on caches; nil where there is nothing to say.
  var remark: CacheRemark? {
    let kind: CacheRemark.Kind? =
      switch self {
      case .none: nil
      case .surplus: .surplus
      case .otherSlot: .otherSlot
      case .taken, .restarted: .taken
      case .checkpoint: .checkpoint
      case .refusal: .refusal
      }
    guard let kind, let words else { return nil }
    return CacheRemark(kind: kind, words: words)
  }

  /// In one line; nil where there is nothing to say.
  var words: String? {
    switch self {
    case .none: nil
    case .surplus(let count):
      "the server reused \(count) tokens more than this slot held: it keeps older states"
    case .otherSlot(let asked, let answered): "slot \(answered) answered, not slot \(asked)"
    case .taken: "the slot no longer held this session: another one took it, or the server dropped it"
    case .restarted: "the server was started anew: it held nothing any more"
    case .checkpoint(let missing): "the server could only go back to a checkpoint, \(missing) tokens earlier"
    case .refusal(let memory, let cut, let reused):
      "the model's memory (\(memory)) cannot go back to token \(cut): the server began again at \(reused)"
    }
  }
}
