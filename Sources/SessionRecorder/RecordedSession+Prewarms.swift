import PrefixCache
import Recordings
import SessionEngine
import Tokenizers
import Transcripts

// Prewarms: what a model was handed ahead of a request, and what it holds of it then.
extension RecordedSession {
  mutating func startPrewarm(
    _ start: PrewarmStart, _ at: Int64, _ writer: inout RecordingWriter
  ) throws {
    let sent = try match(start.sent, &writer)
    let tokens = sent.context.tokens(sent.context.contexts.indices)
    try note(
      .prewarm(
        PrewarmRow(
          number: start.number, model: start.model, profile: start.profile, tools: start.tools,
          tokens: tokens,
          promptPrefix: start.promptPrefix, sent: sent.pieces ?? [.copy(0..<entries.count)])), at, &writer)
    var held = HeldContext(
      context: sent.context, profile: start.profile, toolCallingMode: nil,
      // The prefix of a prompt is in no transcript; what stands before it may be the transcript all the same.
      isTransformed: sent.context.ids.dropLast(start.promptPrefix == nil ? 0 : 1) != entries.ids[...],
      rewrites: rewrites)
    held.endsOpen = start.promptPrefix != nil
    prewarm = (start.number, start.model, held)
  }

  mutating func endPrewarm(_ end: PrewarmEnd, _ at: Int64, _ writer: inout RecordingWriter) throws {
    var row = PrewarmRow.End(
      number: end.number, finish: .finished, input: end.input, reused: end.reused, prefilled: end.prefilled)
    switch end.finish {
    case .finished: break
    case .cancelled: row.finish = .cancelled
    case .untold: row.finish = .untold
    case .failed(let failure): (row.finish, row.error) = (.failed, failure.words)
    }
    try note(.prewarmEnded(row), at, &writer)
    guard let open = prewarm, open.number == end.number else { return }
    prewarm = nil
    // What a model does not tell may have come to nothing.
    guard let input = row.input?.value, let evaluated = row.held else { return }
    var held = open.held
    // In the model's tokens; ours are the same only for the embedded one.
    if evaluated < input { held.evaluated = evaluated }
    models[open.model] = held
  }
}
