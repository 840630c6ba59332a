import PrefixCache
import Recordings
import Terminal
import Transcripts

/// The inference that is running in the session on screen, as far as it has come.
struct Streaming: Sendable, Hashable {
  /// As it was recorded when the inference began: what is expected of the cache.
  var row: InferenceRow?
  var model: String?
  var profile: String?
  /// Tokens of the whole request and, of these, reused from the cache, once the model has told them.
  var input: Quantity?
  var reused: Quantity?
  /// Tokens prefilled and decoded so far.
  var prefilled = 0
  var decoded = 0
  /// Milliseconds since it began, and since its first token.
  var elapsed: Int?
  var decoding: Int?
  /// Tokens that had come when the first of them was seen: rates count from there.
  var decodedBefore = 0
  /// The entries that are growing.
  var growing: [Growing] = []
  /// Whether the program that recorded it ended in the middle of it.
  var isCut = false

  struct Growing: Sendable, Hashable {
    var kind: EntryKind
    /// What stands there so far.
    var text: String
  }

  /// Tokens that this inference has to prefill; nil until the model has told.
  var prefillTotal: Int? {
    input.map { max(prefilled, $0.value - (reused?.value ?? 0)) }
  }

  /// Reused over input, 0…1; nil until both are known.
  var hitRate: Double? {
    guard let input, let reused, input.value > 0 else { return nil }
    return min(1, Double(reused.value) / Double(input.value))
  }

  /// Tokens a second, as text; nil until some time has passed.
  var rate: String? {
    decoding.flatMap { NumberText.rate(tokens: decoded - decodedBefore, milliseconds: $0) }
  }

  var isDecoding: Bool { decoded > 0 || !growing.isEmpty }

  /// What happens at this moment, in at most so many columns.
  func words(within columns: Int) -> String {
    if words.utf8.count <= columns { return words }
    if isCut { return columns >= 14 ? "ended abruptly" : "cut off" }
    guard let prefillTotal, prefillTotal > 0, !isDecoding else { return isDecoding ? "decoding" : "waiting" }
    return "prefill \(NumberText.percent(Double(prefilled) / Double(prefillTotal)))"
  }

  /// What was lost of the cache, if anything was.
  var loss: String? {
    guard let row, row.cause.isLoss || row.lostTokens > 0 else { return nil }
    let tokens = row.lostTokens > 0 ? ", \(NumberText.grouped(row.lostTokens)) tokens again" : ""
    return row.cause.words + tokens
  }

  /// What happens at this moment, in a few words.
  var words: String {
    if isCut { return "ended abruptly, \(progress)" }
    if isDecoding {
      return "decoding, \(NumberText.count(decoded, "token"))" + (rate.map { ", \($0)" } ?? "")
    }
    guard let prefillTotal else { return "waiting for the model" }
    return "prefilling \(NumberText.grouped(prefilled)) of \(NumberText.count(prefillTotal, "token"))"
  }

  /// How far it had come.
  private var progress: String {
    if isDecoding { return "\(NumberText.count(decoded, "token")) decoded" }
    guard let prefillTotal else { return "before the model told anything" }
    return "\(NumberText.grouped(prefilled)) of \(NumberText.count(prefillTotal, "token")) prefilled"
  }

  /// The colour of what happens at this moment.
  var role: Theme.Role { isCut ? .lost : isDecoding ? .decode : .prefill }
}
