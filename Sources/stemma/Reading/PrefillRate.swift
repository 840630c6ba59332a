import Recordings
import Transcripts

/// How fast a session's models read what they are sent, from the inferences whose times are known.
///
/// An imported transcript tells no times: then nothing is predicted.
struct PrefillRate {
  private var tokens = 0
  private var milliseconds = 0

  init(_ inferences: some Sequence<InferenceRow>) {
    for inference in inferences {
      guard let prefilled = inference.prefilled, prefilled.value > 0 else { continue }
      // What the server measured, else what passed until the first token, which is also the way there and back.
      let time = inference.prefillTime ?? Quantity.time(from: inference.started, to: inference.firstToken)
      guard let time, time.value > 0 else { continue }
      tokens += prefilled.value
      milliseconds += time.value
    }
  }

  /// The time that so many tokens take; nil when no rate is known.
  func time(for count: Int) -> Quantity? {
    guard tokens > 0, milliseconds > 0 else { return nil }
    return .predicted(Int((Double(count) * Double(milliseconds) / Double(tokens)).rounded()))
  }
}
