import Recordings
import Transcripts

/// Follows the inference that runs from one look at the recording to the next.
struct RunningInference {
  private var inference: InferenceID?
  /// When its first token was seen.
  private var firstToken: (at: Timestamp?, count: Int)?

  /// What is shown of an inference that is not finished.
  ///
  /// - Parameter row: what streams of it; nil until something does.
  mutating func streaming(_ inference: InferenceRow, _ row: StreamingRow?) -> Streaming {
    if self.inference != inference.id {
      self.inference = inference.id
      firstToken = nil
    }
    var streaming = Streaming()
    streaming.row = inference
    streaming.model = inference.model
    streaming.profile = inference.profile
    streaming.input = inference.input
    streaming.reused = inference.reused
    guard let row, row.inference == inference.id else { return streaming }
    if let input = row.input { streaming.input = input }
    if let reused = row.reused { streaming.reused = reused }
    streaming.prefilled = row.prefilled
    streaming.decoded = row.decoded
    if firstToken == nil, row.decoded > 0 { firstToken = (row.at, row.decoded) }
    streaming.elapsed = Quantity.time(from: inference.started, to: row.at)?.value
    streaming.decoding = Quantity.time(from: firstToken?.at, to: row.at)?.value
    streaming.decodedBefore = firstToken?.count ?? 0
    streaming.growing = row.entries.map { entry in
      Streaming.Growing(kind: entry.kind, text: ScannedEntry(json: entry.json).told)
    }
    return streaming
  }
}

extension InferenceRow {
  /// Not finished, and not failed: it may go on.
  var isRunning: Bool { started != nil && finished == nil && error == nil && finish == nil }
}
