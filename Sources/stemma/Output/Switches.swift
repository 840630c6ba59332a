import PrefixCache
import Recordings

/// From what to what a session's inferences switched: `Brainstorm → Tutorial`.
struct Switches {
  private var words: [InferenceID: String] = [:]

  /// - Parameter inferences: all of one session, in order.
  init(_ inferences: [InferenceRow]) {
    var lastOfModel: [String: InferenceRow] = [:]
    var last: InferenceRow?
    for inference in inferences {
      switch inference.cause {
      case .profileSwitch:
        let before = inference.model.flatMap { lastOfModel[$0] } ?? last
        note(inference, from: before?.profile, to: inference.profile)
      case .modelSwitch: note(inference, from: last?.model, to: inference.model)
      default: break
      }
      if let model = inference.model { lastOfModel[model] = inference }
      last = inference
    }
  }

  private mutating func note(_ inference: InferenceRow, from: String?, to: String?) {
    if let from, let to, from != to { words[inference.id] = "\(from) → \(to)" }
  }

  subscript(inference: InferenceRow) -> String? { words[inference.id] }

  /// `profile switch Brainstorm → Tutorial`, `tool added`.
  func cause(of inference: InferenceRow) -> String {
    inference.cause.words + (words[inference.id].map { " \($0)" } ?? "")
  }
}
