import Transcripts

/// Two recordings whose sessions were asked the same: every session of the one with its counterpart in the other.
///
/// Sessions that no tool began belong together in their order. Sessions that tools began belong together where the sessions above them do:
/// by the call first, then by their order.
public struct RecordingComparison: Sendable {
  /// A session with its counterpart; one of them may be missing.
  public struct Pair: Sendable {
    /// The first recording's session, and its number there, from 1; nil where only the second has one.
    public var before: Side?
    /// The second recording's; nil where only the first has one.
    public var after: Side?
    /// Index of the pair above, whose tool call began these sessions; nil for sessions that no tool began.
    public var parent: Int?
    /// The two, inference by inference.
    public var comparison: SessionComparison

    /// What the sessions are called.
    public var title: String { (before ?? after)?.session.title ?? "" }
  }

  /// A session in its recording.
  public struct Side: Sendable, Hashable {
    /// Its row.
    public var session: SessionRow
    /// From 1, in the order of its recording.
    public var number: Int
  }

  /// A session above those that its tools began.
  public private(set) var pairs: [Pair] = []
  /// What the first sessions came to, all of them.
  public private(set) var before: SessionTotals
  /// What the second sessions came to, all of them.
  public private(set) var after: SessionTotals

  /// Compares sessions that no tool began, and all that their tools began.
  ///
  /// - Parameters:
  ///   - roots: Sessions of `recording`, to be compared in their order with those of `other` that no tool began.
  ///   - shown: The number of the only session of `recording` to be told of; nil for all.
  ///   - isTimed: false where the clock of `other` went by predicted rates: its times are predicted, too.
  /// - Throws: `RecordingError`, where a recording cannot be read.
  public init(
    of roots: [SessionRow], in recording: Recording, with other: Recording, only shown: Int? = nil,
    isTimed: Bool = true
  ) throws(RecordingError) {
    (before, after) = (SessionTotals(), SessionTotals())
    let (old, new) = (try Sides(recording), try Sides(other))
    let firsts = roots.compactMap { root in old.all.first { $0.session.id == root.id } }
    let seconds = new.all.filter { $0.session.parent == nil }
    // Those still to be compared, the next one last.
    var open: [(before: Side?, after: Side?, parent: Int?)] = []
    for index in (0..<max(firsts.count, seconds.count)).reversed() {
      open.append(
        (
          firsts.indices.contains(index) ? firsts[index] : nil,
          seconds.indices.contains(index) ? seconds[index] : nil, nil
        )
      )
    }
    while let next = open.popLast() {
      let comparison = try SessionComparison(
        of: next.before?.session, in: recording, with: next.after?.session, in: other, isTimed: isTimed)
      pairs.append(
        Pair(before: next.before, after: next.after, parent: next.parent, comparison: comparison))
      let children = Self.matched(old.children(of: next.before), new.children(of: next.after))
      for (left, right) in children.reversed() { open.append((left, right, pairs.count - 1)) }
    }
    if let shown {
      pairs = pairs.filter { $0.before?.number == shown }
      for index in pairs.indices { pairs[index].parent = nil }
    }
    before = SessionTotals(pairs.filter { $0.before != nil }.map(\.comparison.before))
    after = SessionTotals(pairs.filter { $0.after != nil }.map(\.comparison.after))
    // What a tool's session takes is in the time of the session that called it.
    let roots = pairs.filter { $0.parent == nil }
    before.milliseconds = Quantity.sum(roots.map(\.comparison.before.milliseconds))
    after.milliseconds = Quantity.sum(roots.map(\.comparison.after.milliseconds))
  }

  /// By the calls that began them; those that are left, by their order.
  private static func matched(_ old: [Side], _ new: [Side]) -> [(Side?, Side?)] {
    var left = new
    var found: [(Side?, Side?)] = old.map { side in
      let place = left.firstIndex {
        $0.session.parentCall != nil && $0.session.parentCall == side.session.parentCall
      }
      return (side, place.map { left.remove(at: $0) })
    }
    for index in found.indices where found[index].1 == nil && !left.isEmpty {
      found[index].1 = left.removeFirst()
    }
    return found + left.map { (nil, $0) }
  }

  private struct Sides {
    var all: [Side]

    init(_ recording: Recording) throws(RecordingError) {
      all = try recording.sessions().enumerated().map { Side(session: $1, number: $0 + 1) }
    }

    func children(of side: Side?) -> [Side] {
      guard let side else { return [] }
      // A session stands behind the one that began it, whatever a damaged file says.
      return all.filter { $0.session.parent == side.session.id && $0.number > side.number }
    }
  }

  // MARK: Over all sessions

  /// One inference's step, and the index of its pair.
  public struct Place: Sendable {
    /// Index of the pair.
    public var pair: Int
    /// The step.
    public var step: SessionComparison.Step
  }

  /// The first inference that one side has and the other has not, or that they answer differently.
  public var departure: Place? { first(\.departure) }

  /// The first inference that was sent something else.
  public var firstDifference: Place? { first(\.firstDifference) }

  /// Inferences that took place on one side only: sums of the two are not of the same.
  public var unmatched: (before: Int, after: Int) {
    let steps = pairs.flatMap(\.comparison.steps)
    return (steps.count { $0.after == nil }, steps.count { $0.before == nil })
  }

  private func first(_ step: KeyPath<SessionComparison, SessionComparison.Step?>) -> Place? {
    pairs.enumerated().lazy.compactMap { index, pair in
      pair.comparison[keyPath: step].map { Place(pair: index, step: $0) }
    }.first
  }

  /// Tokens that the second sessions prefilled more; less than zero where they prefilled fewer.
  public var prefilledMore: Int? {
    guard let before = before.prefilled, let after = after.prefilled else { return nil }
    return after.value - before.value
  }
}

extension SessionTotals {
  /// Sums of several sessions, one after the other; the fullest of them, and the first window that is told.
  public init(_ all: [SessionTotals]) {
    self.init()
    requests = all.reduce(0) { $0 + $1.requests }
    inferences = all.reduce(0) { $0 + $1.inferences }
    input = Quantity.sum(all.map(\.input))
    reused = Quantity.sum(all.map(\.reused))
    prefilled = Quantity.sum(all.map(\.prefilled))
    warmed = Quantity.sum(all.map(\.warmed))
    output = Quantity.sum(all.map(\.output))
    milliseconds = Quantity.sum(all.map(\.milliseconds))
    window = all.lazy.compactMap(\.window).first
    fullest = all.map(\.fullest).max() ?? 0
    overflows = all.reduce(0) { $0 + $1.overflows }
    failures = all.reduce(0) { $0 + $1.failures }
  }
}
