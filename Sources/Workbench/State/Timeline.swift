import PrefixCache
import Recordings
import Transcripts

/// One session as the lanes see it: a few numbers for each snapshot and inference, column by column.
///
/// How this works: every fact has an array of its own, so that a hundred thousand snapshots are a few megabytes and a
/// frame touches only what it draws. Rows are added at the end, in the order of recording; an inference that is known
/// already is replaced. Running sums of the axis' weights are kept, so that any place on the axis is found by bisection.
struct Timeline: Sendable {
  /// Stands for a number that nobody told.
  static let unknown: Int32 = -1

  // MARK: Columns of snapshots

  private(set) var snapshotIDs: [SnapshotID] = []
  private(set) var sequences: [Int32] = []
  private(set) var times: [Timestamp?] = []
  private(set) var counts: [Int32] = []
  /// The leading instructions entry; 0 for none.
  private(set) var instructions: [Int64] = []
  private(set) var tokens: [KindTokens] = []
  /// Index of the first inference of each snapshot, or where it would stand.
  private(set) var firstInference: [Int32] = []
  /// Import warnings of each snapshot; only of those that have any.
  private(set) var warnings: [Int32: Int32] = [:]
  /// Tokens that prewarms evaluated after each snapshot; only of those that have any.
  private(set) var prewarms: [Int32: Int32] = [:]

  // MARK: Columns of inferences

  private(set) var inferenceIDs: [InferenceID] = []
  private(set) var inferences: [Inference] = []
  private var names: [String] = []
  private var nameIndex: [String: Int16] = [:]

  // MARK: Columns of requests

  private(set) var requestIDs: [RequestID] = []
  private(set) var requestSequences: [Int32] = []

  // MARK: Sums

  /// Weights of the axis before each snapshot: one more than there are snapshots.
  private(set) var tokenWeights: [Int64] = [0]
  private(set) var timeWeights: [Int64] = [0]
  private(set) var largestTotal = 0
  private(set) var lossCount = 0
  private(set) var lostTokens = 0
  /// Of the inferences that were timed: tokens prefilled and the time that took.
  private(set) var timedPrefill = (tokens: 0, milliseconds: 0)
  /// Grows with every change.
  private(set) var version = 0

  /// The compact form of one inference. Token counts are -1 where unknown.
  struct Inference: Sendable, Hashable {
    var snapshot: Int32
    var request: Int32
    var input: Int32
    var reused: Int32
    var prefilled: Int32
    var output: Int32
    var lost: Int32
    var prefillTime: Int32
    var decodeTime: Int32
    var cause: CacheCause
    var calls: UInt8
    var profile: Int16
    var model: Int16

    var isLost: Bool { cause.isLoss || lost > 0 }

    /// Reused over input; nil when either is unknown.
    var hitRate: Double? {
      guard input > 0, reused >= 0 else { return nil }
      return min(1, Double(reused) / Double(input))
    }

    /// Tokens prefilled, worked out where only the other two numbers are known; 0 when nothing is.
    var prefillTokens: Int {
      if prefilled >= 0 { return Int(prefilled) }
      if input >= 0 { return Int(max(0, input - max(0, reused))) }
      return 0
    }
  }

  init() {}

  var count: Int { snapshotIDs.count }
  var isEmpty: Bool { snapshotIDs.isEmpty }
  var hasTimes: Bool { timeWeights.last != Int64(count) }

  // MARK: Adding rows

  mutating func append(_ rows: some Collection<SnapshotRow>) {
    guard !rows.isEmpty else { return }
    for row in rows {
      if let last = snapshotIDs.last, row.id <= last { continue }
      snapshotIDs.append(row.id)
      sequences.append(Int32(clamping: row.sequence))
      times.append(row.at)
      counts.append(Int32(clamping: row.count))
      instructions.append(row.instructions?.rawValue ?? 0)
      tokens.append(row.tokens)
      firstInference.append(Int32(inferences.count))
      largestTotal = max(largestTotal, row.tokens.total)
      tokenWeights.append((tokenWeights.last ?? 0) + 1)
      timeWeights.append((timeWeights.last ?? 0) + 1)
    }
    version += 1
  }

  mutating func append(_ rows: some Collection<RequestRow>) {
    guard !rows.isEmpty else { return }
    for row in rows where requestIDs.last.map({ $0 < row.id }) ?? true {
      requestIDs.append(row.id)
      requestSequences.append(Int32(clamping: row.sequence))
    }
    version += 1
  }

  /// Adds inferences, or replaces those that are known. One whose snapshot is not here is left out.
  mutating func upsert(_ rows: some Collection<InferenceRow>) {
    guard !rows.isEmpty else { return }
    var firstChanged = count
    for row in rows {
      guard let snapshot = index(of: row.snapshot) else { continue }
      let inference = compact(row, snapshot: snapshot)
      let place = Self.lowerBound(inferenceIDs, row.id)
      if place < inferenceIDs.count, inferenceIDs[place] == row.id {
        guard inferences[place] != inference else { continue }
        count(inferences[place], sign: -1)
        // The answer of a running inference moves it on to a later snapshot.
        firstChanged = min(firstChanged, Int(inferences[place].snapshot))
        inferences[place] = inference
      } else {
        inferenceIDs.insert(row.id, at: place)
        inferences.insert(inference, at: place)
      }
      count(inference, sign: 1)
      firstChanged = min(firstChanged, snapshot)
    }
    guard firstChanged < count else { return }
    place(from: firstChanged)
    weigh(from: firstChanged)
    version += 1
  }

  /// Finds each snapshot's first inference again, from a snapshot on.
  private mutating func place(from first: Int) {
    var next = Self.partition(0..<inferences.count) { inferences[$0].snapshot >= Int32(first) }
    for snapshot in first..<count {
      while next < inferences.count, inferences[next].snapshot < Int32(snapshot) { next += 1 }
      firstInference[snapshot] = Int32(next)
    }
  }

  mutating func addWarning(at snapshot: SnapshotID?) {
    guard !isEmpty else { return }
    let place = snapshot.flatMap(index(of:)) ?? 0
    warnings[Int32(place), default: 0] += 1
    version += 1
  }

  /// A prewarm whose model told what it evaluated.
  mutating func addPrewarm(_ row: EventRow) {
    guard !isEmpty, case .prewarmEnded(let end)? = LiveEvent(row), let prefilled = end.prefilled?.value else {
      return
    }
    let place = Int32(row.snapshot.flatMap(index(of:)) ?? 0)
    prewarms[place] = Int32(clamping: Int(prewarms[place] ?? 0) + max(0, min(prefilled, Int(Int32.max))))
    version += 1
  }

  private mutating func compact(_ row: InferenceRow, snapshot: Int) -> Inference {
    func tokens(_ quantity: Quantity?) -> Int32 { quantity.map { Int32(clamping: $0.value) } ?? Self.unknown }
    func time(_ from: Timestamp?, _ to: Timestamp?) -> Int32 {
      guard let from, let to, to >= from else { return Self.unknown }
      return Int32(clamping: to.milliseconds - from.milliseconds)
    }
    return Inference(
      snapshot: Int32(snapshot), request: Int32(clamping: Self.lowerBound(requestIDs, row.request)),
      input: tokens(row.input), reused: tokens(row.reused), prefilled: tokens(row.prefilled),
      output: tokens(row.output), lost: Int32(clamping: row.lostTokens),
      prefillTime: time(row.started, row.firstToken),
      decodeTime: time(row.firstToken ?? row.started, row.finished), cause: row.cause,
      calls: UInt8(clamping: row.calls.count), profile: intern(row.profile), model: intern(row.model))
  }

  private mutating func intern(_ name: String?) -> Int16 {
    guard let name else { return -1 }
    if let known = nameIndex[name] { return known }
    guard names.count < Int(Int16.max) else { return -1 }
    let index = Int16(names.count)
    names.append(name)
    nameIndex[name] = index
    return index
  }

  /// The names of the profiles met, in the order of meeting.
  var profiles: [String] {
    let used = Set(inferences.map(\.profile))
    return names.indices.filter { used.contains(Int16($0)) }.map { names[$0] }
  }

  private func name(_ index: Int16) -> String? { index >= 0 ? names[Int(index)] : nil }

  func profile(of inference: Inference) -> String? { name(inference.profile) }
  func model(of inference: Inference) -> String? { name(inference.model) }

  private mutating func count(_ inference: Inference, sign: Int) {
    if inference.isLost { lossCount += sign }
    lostTokens += sign * Int(inference.lost)
    if inference.prefillTime > 0, inference.prefilled > 0 {
      timedPrefill.tokens += sign * Int(inference.prefilled)
      timedPrefill.milliseconds += sign * Int(inference.prefillTime)
    }
  }

  /// Sums the axis' weights again from a snapshot on.
  private mutating func weigh(from first: Int) {
    for snapshot in first..<count {
      var byTokens: Int64 = 0
      var byTime: Int64 = 0
      for index in inferenceRange(of: snapshot) {
        let inference = inferences[index]
        byTokens += Int64(inference.prefillTokens) + Int64(max(0, inference.output))
        byTime += Int64(max(0, inference.prefillTime)) + Int64(max(0, inference.decodeTime))
      }
      tokenWeights[snapshot + 1] = tokenWeights[snapshot] + max(1, byTokens)
      timeWeights[snapshot + 1] = timeWeights[snapshot] + max(1, byTime)
    }
  }

  // MARK: Finding

  /// The inferences whose output a snapshot holds, as indices.
  func inferenceRange(of snapshot: Int) -> Range<Int> {
    let first = Int(firstInference[snapshot])
    let end = snapshot + 1 < count ? Int(firstInference[snapshot + 1]) : inferences.count
    return first..<max(first, end)
  }

  func index(of snapshot: SnapshotID) -> Int? {
    let place = Self.lowerBound(snapshotIDs, snapshot)
    return place < count && snapshotIDs[place] == snapshot ? place : nil
  }

  /// The snapshot at or before an id, for one that is gone or in another session.
  func index(atOrBefore snapshot: SnapshotID) -> Int {
    max(0, Self.lowerBound(snapshotIDs, SnapshotID(snapshot.rawValue &+ 1)) - 1)
  }

  /// Index of the request that a snapshot belongs to: that of its own inference, or of the next one.
  func request(of snapshot: Int) -> Int? {
    guard !inferences.isEmpty, snapshot < count else {
      return requestIDs.isEmpty ? nil : requestIDs.count - 1
    }
    let place = Int(firstInference[snapshot])
    // After the last inference stands what the newest request has so far.
    guard place < inferences.count else { return requestIDs.isEmpty ? nil : requestIDs.count - 1 }
    let request = Int(inferences[place].request)
    return request < requestIDs.count ? request : nil
  }

  /// The first snapshot with an inference of the request.
  func firstSnapshot(ofRequest request: Int) -> Int? {
    let place = Self.partition(0..<inferences.count) { inferences[$0].request >= Int32(request) }
    guard place < inferences.count, inferences[place].request == Int32(request) else { return nil }
    return Int(inferences[place].snapshot)
  }

  /// The inferences of a request, as indices.
  func inferences(ofRequest request: Int) -> Range<Int> {
    let first = Self.partition(0..<inferences.count) { inferences[$0].request >= Int32(request) }
    let end = Self.partition(first..<inferences.count) { inferences[$0].request > Int32(request) }
    return first..<end
  }

  /// True when any inference of the snapshot lost what a cache had held.
  func isLost(_ snapshot: Int) -> Bool {
    inferenceRange(of: snapshot).contains { inferences[$0].isLost }
  }

  /// Whether a filter lets any inference of the snapshot through; one without inferences shows unless the filter asks.
  func matches(_ filter: Filter, _ snapshot: Int) -> Bool {
    inferenceRange(of: snapshot).contains { index in
      let inference = inferences[index]
      return filter.matches(
        Filter.StepFacts(
          profile: profile(of: inference), model: model(of: inference), cause: inference.cause,
          isLost: inference.isLost))
    }
  }

  /// Milliseconds to prefill so many tokens, at the speed of the inferences that were timed; nil when none was.
  func predictedPrefill(_ tokens: Int) -> Quantity? {
    guard timedPrefill.tokens > 0, tokens > 0 else { return nil }
    let speed = Double(timedPrefill.milliseconds) / Double(timedPrefill.tokens)
    return .predicted(Int((Double(tokens) * speed).rounded()))
  }

  /// The first place of a sorted array whose element is not less than `value`.
  private static func lowerBound<Element: Comparable>(_ array: [Element], _ value: Element) -> Int {
    partition(0..<array.count) { array[$0] >= value }
  }

  /// The first index for which `holds` is true, all later ones being true as well.
  static func partition(_ range: Range<Int>, _ holds: (Int) -> Bool) -> Int {
    var low = range.lowerBound
    var high = range.upperBound
    while low < high {
      let middle = (low + high) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
