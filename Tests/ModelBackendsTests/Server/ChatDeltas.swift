@testable import ModelBackends

/// What a list of deltas comes to.
struct ToldChat: Hashable {
  struct Call: Hashable {
    var id: String
    var name: String
    var arguments: String
  }

  var text = ""
  var reasoning = ""
  var signatures: [String] = []
  var refusal = ""
  var calls: [Call] = []
  var usage: ReportedUsage?
  var finish: String?
  var progress: [[Int]] = []

  init(_ deltas: [ChatDelta]) {
    for delta in deltas {
      switch delta {
      case .text(let piece): text += piece
      case .reasoning(let piece): reasoning += piece
      case .signature(let words): signatures.append(words)
      case .refusal(let words): refusal += words
      case .usage(let told): usage = told
      case .finish(let reason): finish = reason
      case .progress(let total, let reused, let processed): progress.append([total, reused, processed])
      case .call(let id, let name, let arguments):
        if let index = calls.firstIndex(where: { $0.id == id }) {
          calls[index].arguments += arguments
        } else {
          calls.append(Call(id: id, name: name, arguments: arguments))
        }
      }
    }
  }
}
