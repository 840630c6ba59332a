import PrefixCache
import Recordings
import SessionEngine
import Transcripts

/// The inference of a session that runs, or ran last: its row grows until the next one begins.
struct LiveInference {
  var row: InferenceRow
  var model: String
  var number: Int
  var reuse: CacheReuse
  /// False once the transcript changed otherwise than by this inference's answer.
  var isFollowed = true
  var isFinished = false

  init(row: InferenceRow, model: String, number: Int, reuse: CacheReuse) {
    self.row = row
    self.model = model
    self.number = number
    self.reuse = reuse
  }

  /// Puts what the model told beside what was predicted, which stays in `prediction`.
  mutating func finish(_ end: InferenceEnd, _ at: Int64) {
    isFinished = true
    row.finished = Timestamp(milliseconds: at)
    row.firstToken = end.firstToken.map(Timestamp.init(milliseconds:))
    (row.prefillTime, row.decodeTime) = (end.prefillTime, end.decodeTime)
    row.calls = end.calls
    row.finish = end.finish
    row.error = end.error
    row.remark = end.remark
    row.output = end.output
    row.reasoning = end.reasoning
    if let input = end.input { row.input = input }
    if let reused = end.reused {
      row.reused = reused
      row.cause = reuse.cause(whenReusing: reused.value, of: row.input?.value ?? 0)
      if !row.cause.isLoss { row.lostTokens = 0 }
    }
    if let prefilled = end.prefilled {
      row.prefilled = prefilled
    } else if let input = row.input, let reused = row.reused {
      row.prefilled = Quantity(
        max(0, input.value - reused.value), end.reused == nil ? .predicted : reused.origin)
    }
    // Where nothing was told the numbers are the prediction.
    if end.reused == nil { row.prediction = nil }
    guard end.reused != nil, let input = row.input, let reused = row.reused else { return }
    if ![.cold, .appended, .modelSwitch, .restored].contains(row.cause) {
      row.lostTokens = max(0, input.value - reused.value - reuse.newTokens)
    }
  }
}
