import PrefixCache
import Recordings
import Transcripts

/// What was predicted of an inference's reuse and where the model parted from it, as text and as JSON.
struct PartingText {
  private let parting: ReuseParting?
  private let row: InferenceRow

  init(_ parting: ReuseParting?, of row: InferenceRow) {
    self.parting = parting
    self.row = row
  }

  /// `~412 of ~420 reused`; nil for a row that only has the prediction.
  var prediction: String? {
    row.prediction.map {
      "\(Words.quantity(.predicted($0.reused))) of \(Words.quantity(.counted($0.input))) reused"
    }
  }

  /// `16 tokens fewer reused than predicted, from token 396 on: …`; what the backend remarked where it told no number; nil where nothing parts.
  var words: String? {
    guard let parting else { return row.remark?.words }
    guard parting.isBeyondCounting else { return parting.words }
    return
      "\(amount(parting)) than predicted, from token \(Words.grouped(place(parting))) on: \(parting.words)"
  }

  /// `16 fewer reused than predicted (checkpoint)`.
  var short: String? {
    guard let parting, parting.isBeyondCounting else { return nil }
    let many = "\(Words.grouped(abs(parting.difference))) \(parting.difference < 0 ? "fewer" : "more")"
    return "\(many) reused than predicted (\(parting.reason.words))"
  }

  /// `predicted` and `parting`, each an object or null.
  func write(to json: inout JSONOutput) {
    if let prediction = row.prediction {
      json.object("predicted") { json in
        json.member("input", .counted(prediction.input))
        json.member("reused", .predicted(prediction.reused))
      }
    } else {
      json.member("predicted", JSONValue.null)
    }
    guard let parting else { return json.member("parting", JSONValue.null) }
    json.object("parting") { json in
      json.member("difference", parting.difference)
      json.member("token", place(parting))
      json.member("reason", parting.reason.rawValue)
      json.member("words", parting.words)
    }
  }

  /// Where both part: up to there they are the same.
  private func place(_ parting: ReuseParting) -> Int { min(parting.reused, parting.expected) }

  private func amount(_ parting: ReuseParting) -> String {
    let count = Words.count(abs(parting.difference), "token")
    return "\(count) \(parting.difference < 0 ? "fewer" : "more") reused"
  }
}
