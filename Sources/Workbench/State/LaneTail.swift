import PrefixCache
import Recordings
import Terminal
import Transcripts

// The running inference at the end of the lanes: a bar that fills while tokens come.

extension State {
  /// Columns of the lanes that recorded snapshots may use: the rest belongs to the inference that is running.
  var laneWidth: Int { max(1, layout.axis.width - tailWidth) }

  /// Columns kept for the running inference, in steps, so that the lanes do not shift with every token.
  var tailWidth: Int {
    guard streaming != nil, layout.axis.width >= 16 else { return 0 }
    let step = 4
    let most = layout.axis.width * 3 / 5
    return min(most, max(8, (Int(tailLength) / step + 1) * step))
  }

  /// The running inference's length in columns, to the scale of the lanes.
  private var tailLength: Double {
    guard let weights = tailWeights else { return 8 }
    let width = layout.axis.width
    let weight = weights.prefill + weights.decode
    let share = weight / max(1, weight + weights.recorded) * Double(width)
    // One snapshot is never wider than this where there are few.
    let widest = timeline.count * LaneAxis.widest < width ? Double(LaneAxis.widest) : Double(width) / 2
    return min(share, widest)
  }

  /// What the running inference weighs, and what is recorded, in the axis' unit.
  private var tailWeights: (prefill: Double, decode: Double, recorded: Double)? {
    guard let streaming, let prefill = streaming.prefillTotal else { return nil }
    if scale == .time, timeline.hasTimes, let predicted = timeline.predictedPrefill(max(1, prefill)) {
      return (
        Double(predicted.value), Double(streaming.decoding ?? 0), Double(timeline.timeWeights.last ?? 0)
      )
    }
    return (Double(prefill), Double(streaming.decoded), Double(timeline.tokenWeights.last ?? 0))
  }

  /// The running inference as columns like those of the recorded ones.
  var tailColumns: [LaneColumns.Column] {
    guard let streaming, tailWidth > 1 else { return [] }
    var column = LaneColumns.Column()
    column.isGrowing = true
    column.instructions = timeline.instructions.last ?? 0
    column.tokens = timeline.tokens.last ?? column.tokens
    column.tokens.response = Int32(clamping: Int(column.tokens.response) + streaming.decoded)
    column.hit = streaming.hitRate.map(Float.init)
    column.isCold = (streaming.reused?.value ?? 0) == 0
    var columns = [LaneColumns.Column](repeating: column, count: tailWidth - 1)
    columns[0].isLost = streaming.loss != nil
    columns[0].lostTokens = Int32(clamping: streaming.row?.lostTokens ?? 0)
    guard let weights = tailWeights else {
      for index in columns.indices {
        columns[index].hit = nil
        columns[index].pending = index < 2 ? 1 : 0
      }
      return columns
    }
    let scale = tailLength / max(1, weights.prefill + weights.decode)
    let room = Double(columns.count)
    // However short, a prefill and a decode have a column each.
    let prefill = min(room - 1, max(1, (weights.prefill * scale).rounded()))
    let decode = streaming.isDecoding ? min(room - prefill, max(1, weights.decode * scale)) : 0
    let total = Double(max(1, streaming.prefillTotal ?? 1))
    let done = streaming.isDecoding ? prefill : prefill * min(1, Double(streaming.prefilled) / total)
    for index in columns.indices {
      let place = Double(index)
      func part(_ start: Double, _ end: Double) -> Float {
        Float(max(0, min(end, place + 1) - max(start, place)))
      }
      columns[index].prefill = part(0, done)
      columns[index].pending = part(done, prefill)
      columns[index].decode = part(prefill, prefill + decode)
      if place >= prefill + decode { columns[index].hit = nil }
    }
    if streaming.growing.contains(where: { $0.kind == .toolCalls }) {
      let last = columns.lastIndex { $0.decode > 0 } ?? 0
      columns[last].calls = 1
    }
    return columns
  }

  /// Who speaks in the running inference.
  var streamingPersona: Persona? {
    if let profile = streaming?.profile { return personas.persona(ofProfile: profile) }
    return timeline.isEmpty ? nil : persona(of: timeline.count - 1)
  }
}
