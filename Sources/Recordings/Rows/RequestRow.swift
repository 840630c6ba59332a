import Transcripts

/// One prompt and everything that was done to answer it.
public struct RequestRow: Sendable, Hashable, Identifiable {
  public var id: RequestID
  public var session: SessionID
  /// 1-based within the session.
  public var sequence: Int
  /// The beginning of the prompt's text, one line, at most 200 characters.
  public var prompt: String
  public var started: Timestamp?
  public var ended: Timestamp?
  public var outcome: Outcome

  public enum Outcome: String, Sendable, Hashable {
    /// An answer followed the prompt.
    case completed
    /// The recording ends before an answer.
    case open
    case failed, cancelled
  }

  public init(
    id: RequestID,
    session: SessionID,
    sequence: Int,
    prompt: String,
    started: Timestamp? = nil,
    ended: Timestamp? = nil,
    outcome: Outcome
  ) {
    self.id = id
    self.session = session
    self.sequence = sequence
    self.prompt = prompt
    self.started = started
    self.ended = ended
    self.outcome = outcome
  }
}

extension RequestRow {
  /// What a request shows of its prompt: at most 200 bytes of the text, up to a whole character, white space
  /// folded.
  public static func firstWords(of prompt: EntryParts) -> String {
    guard let part = prompt.parts.first(where: { $0.role == .text }) else { return "" }
    var line: [UInt8] = []
    for byte in prompt.utf8(part) {
      if byte <= 0x20 {
        if let last = line.last, last != 0x20 { line.append(0x20) }
      } else {
        line.append(byte)
      }
      if line.count >= 200 {
        while let last = line.last, last & 0xC0 == 0x80 { line.removeLast() }
        if let last = line.last, last >= 0xC0 { line.removeLast() }
        break
      }
    }
    if line.last == 0x20 { line.removeLast() }
    return String(decoding: line, as: UTF8.self)
  }
}
