import Transcripts

/// A prewarm of a live session: what a model was handed ahead of a request, and what became of it.
///
/// Two events tell it: `prewarm` when it began, `prewarm-ended` when it was over; their `LiveEvent.Place` is between two requests.
public struct PrewarmRow: Sendable, Hashable {
  /// 1-based within the session; the two events have it in common.
  public var number: Int
  /// The model's name.
  public var model: String
  /// Whose instructions and tools they are.
  public var profile: String
  /// Names of the tools that it told of.
  public var tools: [String]
  /// Tokens of what was sent, as we count them.
  public var tokens: Int
  /// The beginning of a prompt, which is the last of what was sent; nil where none was given.
  public var promptPrefix: String?
  /// What was sent, copies taken from the event's snapshot.
  public var sent: [Splice.Piece]

  /// A prewarm with these parts.
  public init(
    number: Int, model: String, profile: String, tools: [String] = [], tokens: Int,
    promptPrefix: String? = nil, sent: [Splice.Piece]
  ) {
    self.number = number
    self.model = model
    self.profile = profile
    self.tools = tools
    self.tokens = tokens
    self.promptPrefix = promptPrefix
    self.sent = sent
  }

  /// How a prewarm ended, and what it had evaluated by then.
  public struct End: Sendable, Hashable {
    /// How it ended; the words stand in recordings and never change.
    public enum Finish: String, Sendable, Hashable {
      /// The whole prefix is held.
      case finished
      /// A request, or another prewarm, came first.
      case cancelled
      /// The model tells nothing of its prewarms, or does none.
      case untold
      case failed
    }

    /// The number of the prewarm.
    public var number: Int
    /// How it ended.
    public var finish: Finish
    /// Tokens of the whole prefix; of these, held before and evaluated; nil where the model did not tell.
    public var input: Quantity?
    public var reused: Quantity?
    public var prefilled: Quantity?
    /// The words of what it failed with.
    public var error: String?

    /// An end with these parts.
    public init(
      number: Int, finish: Finish, input: Quantity? = nil, reused: Quantity? = nil,
      prefilled: Quantity? = nil, error: String? = nil
    ) {
      self.number = number
      self.finish = finish
      self.input = input
      self.reused = reused
      self.prefilled = prefilled
      self.error = error
    }

    /// Tokens of the prefix that the cache holds now; nil where the model did not tell.
    public var held: Int? {
      guard let reused, let prefilled else { return nil }
      return reused.value + prefilled.value
    }
  }
}

// The members of the rows' JSON.

extension PrewarmRow {
  var members: [JSONValue.Member] {
    var members: [JSONValue.Member] = [
      .init("prewarm", .number(number)), .init("model", .string(model)), .init("profile", .string(profile)),
      .init("tools", .array(tools.map { .string($0) })), .init("tokens", .number(tokens)),
    ]
    if let promptPrefix { members.append(.init("promptPrefix", .string(promptPrefix))) }
    let pieces = sent.map { piece -> JSONValue in
      switch piece {
      case .entry(let id): .number(Int(id.rawValue))
      case .copy(let range): .array([.number(range.lowerBound), .number(range.upperBound)])
      }
    }
    members.append(.init("sent", .array(pieces)))
    return members
  }

  /// Nil for what nothing of ours wrote.
  init?(_ json: JSONValue) {
    guard let number = json["prewarm"]?.intValue, let model = json["model"]?.stringValue,
      let profile = json["profile"]?.stringValue, let tokens = json["tokens"]?.intValue,
      let pieces = json["sent"]?.arrayValue
    else { return nil }
    var sent: [Splice.Piece] = []
    for piece in pieces {
      if let id = piece.intValue {
        sent.append(.entry(EntryID(Int64(id))))
      } else if let ends = piece.arrayValue, ends.count == 2, let low = ends[0].intValue,
        let high = ends[1].intValue, low >= 0, low <= high
      {
        sent.append(.copy(low..<high))
      } else {
        return nil
      }
    }
    self.init(
      number: number, model: model, profile: profile,
      tools: (json["tools"]?.arrayValue ?? []).compactMap(\.stringValue), tokens: tokens,
      promptPrefix: json["promptPrefix"]?.stringValue, sent: sent)
  }
}

extension PrewarmRow.End {
  var members: [JSONValue.Member] {
    var members: [JSONValue.Member] = [
      .init("prewarm", .number(number)), .init("finish", .string(finish.rawValue)),
    ]
    for (key, quantity) in [("input", input), ("reused", reused), ("prefilled", prefilled)] {
      guard let quantity else { continue }
      members.append(
        .init(
          key,
          .object([
            .init("value", .number(quantity.value)), .init("origin", .string(quantity.origin.rawValue)),
          ])))
    }
    if let error { members.append(.init("error", .string(error))) }
    return members
  }

  /// Nil for what nothing of ours wrote.
  init?(_ json: JSONValue) {
    func quantity(_ key: String) -> Quantity? {
      guard let value = json[key]?["value"]?.intValue, value >= 0,
        let origin = json[key]?["origin"]?.stringValue.flatMap(Origin.init(rawValue:))
      else { return nil }
      return Quantity(value, origin)
    }
    guard let number = json["prewarm"]?.intValue,
      let finish = json["finish"]?.stringValue.flatMap(Finish.init(rawValue:))
    else { return nil }
    self.init(
      number: number, finish: finish, input: quantity("input"), reused: quantity("reused"),
      prefilled: quantity("prefilled"), error: json["error"]?.stringValue)
  }
}

/// A prewarm as a session's events tell it.
public struct RecordedPrewarm: Sendable, Hashable {
  /// What was sent.
  public var row: PrewarmRow
  /// Nil for one whose end was not recorded.
  public var end: PrewarmRow.End?
  /// The number of the inference that had begun last; 0 before the first.
  public var inference: Int
  /// The newest snapshot at that moment; nil before the first.
  public var snapshot: SnapshotID?
}

extension Recording {
  /// The prewarms of a session, in order.
  public func prewarms(of session: SessionID) throws(RecordingError) -> [RecordedPrewarm] {
    var prewarms: [RecordedPrewarm] = []
    var places: [Int: Int] = [:]
    for event in try events(of: session, kind: "prewarm") {
      guard case .prewarm(let row)? = LiveEvent(event), let place = LiveEvent.Place(event) else { continue }
      places[row.number] = prewarms.count
      prewarms.append(
        RecordedPrewarm(row: row, end: nil, inference: place.inference, snapshot: event.snapshot))
    }
    if prewarms.isEmpty { return [] }
    for event in try events(of: session, kind: "prewarm-ended") {
      guard case .prewarmEnded(let end)? = LiveEvent(event), let place = places[end.number] else { continue }
      prewarms[place].end = end
    }
    return prewarms
  }

  /// The entries that the model was sent for a prewarm, in order.
  /// - Throws: `damaged` where they name entries that its snapshot does not have.
  public func sent(by prewarm: RecordedPrewarm) throws(RecordingError) -> [EntryID] {
    let list = try prewarm.snapshot.map { id throws(RecordingError) in try entryIDs(of: id) } ?? []
    guard let sent = Splice(position: 0, removed: list.count, inserted: prewarm.row.sent).applied(to: list)
    else {
      throw .damaged(
        path: path ?? "recording in memory", detail: "what prewarm \(prewarm.row.number) was sent")
    }
    return sent
  }
}
