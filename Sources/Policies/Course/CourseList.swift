/// Entries of a session, in order, as numbers of its catalogue.
///
/// Numbers are given out in the order in which entries come first, so that a transcript is a few runs of neighbouring ones, however long
/// it is: what is done with a list takes as long as it has runs.
public struct CourseList: Sendable, Hashable {
  /// Neighbouring numbers; none is empty.
  private(set) var runs: [Range<Int>] = []
  /// How many entries there are.
  public private(set) var count = 0

  /// An empty list.
  public init() {}

  /// True for a list without entries.
  public var isEmpty: Bool { count == 0 }
  /// The number of the first entry; nil for an empty list.
  public var first: Int? { runs.first?.lowerBound }
  /// The number of the last entry; nil for an empty list.
  public var last: Int? { runs.last.map { $0.upperBound - 1 } }
  /// The numbers, the last entry's first.
  public var backwards: some Sequence<Int> { runs.lazy.reversed().map { $0.reversed() }.joined() }

  /// Adds one entry.
  public mutating func append(_ number: Int) { append(number..<number + 1) }

  /// Adds a list's entries.
  public mutating func append(_ list: CourseList) {
    for run in list.runs { append(run) }
  }

  private mutating func append(_ run: Range<Int>) {
    guard !run.isEmpty else { return }
    count += run.count
    if let last = runs.indices.last, runs[last].upperBound == run.lowerBound {
      runs[last] = runs[last].lowerBound..<run.upperBound
    } else {
      runs.append(run)
    }
  }

  /// The number of the entry at a place from 0; a place beyond the end is the programmer's mistake.
  public subscript(place: Int) -> Int { self[place..<place + 1].runs[0].lowerBound }

  /// The entries at some places from 0, as far as there are any.
  public subscript(places: Range<Int>) -> CourseList {
    var result = CourseList()
    if places.lowerBound > 0, places.upperBound >= count, let cut = suffixRun(count - places.lowerBound) {
      // Off the end, where only few runs have to be looked at.
      result.append(cut.run)
      for run in runs[(cut.index + 1)...] { result.append(run) }
      return result
    }
    var start = 0
    for run in runs {
      guard start < places.upperBound else { break }
      let from = max(places.lowerBound, start) - start
      let to = min(places.upperBound, start + run.count) - start
      if from < to { result.append(run.lowerBound + from..<run.lowerBound + to) }
      start += run.count
    }
    return result
  }

  /// The last entries, so many of them as there are.
  public func suffix(_ length: Int) -> CourseList { self[max(0, count - max(0, length))..<count] }

  /// All entries but the first ones.
  public func dropFirst(_ length: Int = 1) -> CourseList { self[min(max(0, length), count)..<count] }

  /// The run in which the last `length` entries begin, cut to them.
  private func suffixRun(_ length: Int) -> (index: Int, run: Range<Int>)? {
    var left = length
    for index in runs.indices.reversed() {
      if left <= runs[index].count {
        let run = runs[index]
        return left > 0 ? (index, run.upperBound - left..<run.upperBound) : nil
      }
      left -= runs[index].count
    }
    return nil
  }
}
