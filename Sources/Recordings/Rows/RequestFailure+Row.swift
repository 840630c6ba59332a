import Transcripts

// A failure as the row of a `request-failed` event has it.
extension RequestFailure {
  /// The members of the row that tell it.
  var members: [JSONValue.Member] {
    var members: [JSONValue.Member] = [.init("error", .string(words))]
    func add(_ key: String, _ value: JSONValue?) {
      if let value { members.append(.init(key, value)) }
    }
    add("failure", kind.map { .string($0.rawValue) })
    add("limit", limit.map { .number($0) })
    add("contextSize", contextSize.map { .number($0) })
    add("tokenCount", tokenCount.map { .number($0) })
    add("subject", subject.map { .string($0) })
    add("detail", detail.map { .string($0) })
    return members
  }

  /// Nil for a row that has no error. A row of a recording from before kinds were kept is recognised by its words.
  init?(_ row: JSONValue) {
    guard let words = row["error"]?.stringValue else { return nil }
    guard let kind = row["failure"]?.stringValue else {
      self.init(recognising: words)
      return
    }
    self.init(
      words, kind: Kind(rawValue: kind), detail: row["detail"]?.stringValue,
      subject: row["subject"]?.stringValue, limit: row["limit"]?.intValue,
      contextSize: row["contextSize"]?.intValue, tokenCount: row["tokenCount"]?.intValue)
  }

  /// What words say of a window that was too small: the engine's words (R8) and the scripted model's. They begin with it:
  /// a tool that failed because of another session's window says so behind its name.
  private init(recognising words: String) {
    self.init(words)
    if let found = words.prefixMatch(of: Self.tooManyTokens) {
      kind = .contextSizeExceeded
      (tokenCount, contextSize) = (Int(found.1), Int(found.2))
    } else if let found = words.prefixMatch(of: Self.tooLongAnAnswer) {
      kind = .contextSizeExceeded
      contextSize = Int(found.3)
      if let request = Int(found.1), let answer = Int(found.2) {
        let (sum, isTooMuch) = request.addingReportingOverflow(answer)
        tokenCount = isTooMuch ? nil : sum
      }
    }
  }

  private static var tooManyTokens: Regex<(Substring, Substring, Substring)> {
    /(?:the request has )?(\d+) tokens(?:, the window| do not fit (?:into a|into the|the) window of) (\d+)/
  }

  private static var tooLongAnAnswer: Regex<(Substring, Substring, Substring, Substring)> {
    /the request's (\d+) tokens and the answer's (\d+) do not fit into the window of (\d+)/
  }
}
