import PrefixCache
import Recordings
import Testing
import Transcripts

@testable import Workbench

/// Numbers that are the same on every run.
struct FixedRandom: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
}

@Suite struct TimelineTests {
  static func snapshots(_ count: Int) -> [SnapshotRow] {
    (0..<count).map { index in
      var tokens = KindTokens()
      tokens.prompt = Int32(100 + index)
      return SnapshotRow(
        id: SnapshotID(Int64(index + 1)), session: SessionID(1), sequence: index, cause: "response",
        position: 0,
        removed: 0, inserted: 1, count: 1, instructions: EntryID(1), tokens: tokens)
    }
  }

  static func inference(
    _ id: Int, snapshot: Int, input: Int = 100, reused: Int = 90, output: Int = 20, lost: Int = 0,
    cause: CacheCause = .appended, request: Int = 1
  ) -> InferenceRow {
    InferenceRow(
      id: InferenceID(Int64(id)), request: RequestID(Int64(request)), session: SessionID(1), sequence: id,
      snapshot: SnapshotID(Int64(snapshot + 1)), inputEntries: 1, position: 0, removed: 0, inserted: 1,
      input: .counted(input), reused: .predicted(reused), prefilled: .predicted(input - reused),
      output: .counted(output), cause: cause, calls: [], lostTokens: lost)
  }

  @Test func aColumnShowsTheWorstOfItsSnapshots() {
    var timeline = Timeline()
    timeline.append(Self.snapshots(4))
    timeline.upsert([
      Self.inference(1, snapshot: 0, reused: 80), Self.inference(2, snapshot: 1, reused: 40),
      Self.inference(3, snapshot: 2, reused: 10, lost: 60, cause: .entryEdited),
      Self.inference(4, snapshot: 3, reused: 95),
    ])
    let axis = LaneAxis(timeline: timeline, width: 1, zoom: 0, scale: .tokens)
    let lanes = LaneColumns(timeline, axis: axis, offset: 0, width: 1, filter: Filter(source: "", terms: []))
    #expect(lanes.columns.count == 1)
    let column = lanes.columns[0]
    #expect(column.snapshots == 0..<4)
    #expect(column.isLost && column.lostTokens == 60)
    #expect(column.hit == 0.1)
    #expect(column.tokens.total == 103)
  }

  @Test("R9: a prewarm is marked behind the snapshot that it followed, where its model told of it")
  func prewarms() {
    func ended(_ snapshot: Int64?, _ members: String) -> EventRow {
      EventRow(
        id: 1, session: SessionID(1), snapshot: snapshot.map(SnapshotID.init), kind: "prewarm-ended",
        json: #"{"prewarm":1,"finish":"finished"\#(members)}"#)
    }
    func told(_ tokens: Int) -> String {
      #","prefilled":{"value":\#(tokens),"origin":"measured"}"#
    }
    var timeline = Timeline()
    timeline.addPrewarm(ended(1, told(5)))
    #expect(timeline.prewarms.isEmpty, "there is nothing to stand behind yet")
    timeline.append(Self.snapshots(2))
    timeline.upsert([
      Self.inference(1, snapshot: 0, input: 60, reused: 0, output: 20),
      Self.inference(2, snapshot: 1, input: 20, reused: 0, output: 20),
    ])
    timeline.addPrewarm(ended(1, told(30)))
    timeline.addPrewarm(ended(1, told(12)))
    timeline.addPrewarm(ended(2, ""))
    #expect(timeline.prewarms == [0: 42])
    let axis = LaneAxis(timeline: timeline, width: 16, zoom: 0, scale: .tokens)
    let lanes = LaneColumns(timeline, axis: axis, offset: 0, width: 16, filter: Filter(source: "", terms: []))
    // The first snapshot's columns are 0 to 9, the last of them blank.
    #expect(lanes.columns.indices.filter { lanes.columns[$0].isWarmed } == [9])
    // Off the screen it is not shown at another place.
    let right = LaneColumns(timeline, axis: axis, offset: 10, width: 6, filter: Filter(source: "", terms: []))
    #expect(right.columns.count { $0.isWarmed } == 0)
  }

  @Test func withRoomEverySnapshotHasABarAndAGap() {
    var timeline = Timeline()
    timeline.append(Self.snapshots(2))
    // 60 prefilled and 20 decoded; 20 and 20: shares of 80 and 40.
    timeline.upsert([
      Self.inference(1, snapshot: 0, input: 60, reused: 0, output: 20),
      Self.inference(2, snapshot: 1, input: 20, reused: 0, output: 20),
    ])
    let axis = LaneAxis(timeline: timeline, width: 16, zoom: 0, scale: .tokens)
    // 16 columns, 2 for each snapshot and 12 by weight: 8 and 4.
    #expect(axis.columns(of: 0, timeline) == 0..<10)
    #expect(axis.columns(of: 1, timeline) == 10..<16)
    let lanes = LaneColumns(timeline, axis: axis, offset: 0, width: 16, filter: Filter(source: "", terms: []))
    // Nine columns in proportion 60 to 20 are 6.75 and 2.25: the boundary falls at 7.
    let prefill = lanes.columns[0..<10].map { $0.prefill > 0 && !$0.isGap }
    #expect(prefill == [true, true, true, true, true, true, true, false, false, false])
    #expect(lanes.columns[9].isGap && lanes.columns[15].isGap)
    #expect(lanes.columns[8].decode > 0)
  }

  @Test func columnsAndSnapshotsPointAtEachOther() {
    var timeline = Timeline()
    timeline.append(Self.snapshots(37))
    timeline.upsert((0..<37).map { Self.inference($0 + 1, snapshot: $0, reused: $0 * 2, output: $0) })
    for width in [5, 36, 37, 80, 200] {
      for zoom in 0...LaneAxis.deepestZoom(count: 37, width: width) {
        let axis = LaneAxis(timeline: timeline, width: width, zoom: zoom, scale: .tokens)
        #expect(axis.edge(37, timeline) == axis.length)
        for snapshot in 0..<37 {
          let columns = axis.columns(of: snapshot, timeline)
          let found = axis.snapshot(at: columns.lowerBound, timeline)
          // In a shared column the first one answers.
          #expect(axis.isCompressed ? found <= snapshot : found == snapshot)
        }
      }
    }
  }

  @Test func anInferenceIsReplacedWhenItFinishes() {
    var timeline = Timeline()
    timeline.append(Self.snapshots(3))
    timeline.upsert([Self.inference(1, snapshot: 0), Self.inference(2, snapshot: 2, output: 0)])
    let version = timeline.version
    #expect(timeline.tokenWeights == [0, 30, 31, 41])
    timeline.upsert([Self.inference(2, snapshot: 2, output: 50, lost: 5, cause: .evicted)])
    #expect(timeline.inferences.count == 2)
    #expect(timeline.tokenWeights == [0, 30, 31, 91])
    #expect(timeline.lossCount == 1 && timeline.lostTokens == 5)
    #expect(timeline.version > version)
    let unchanged = timeline.version
    timeline.upsert([Self.inference(2, snapshot: 2, output: 50, lost: 5, cause: .evicted)])
    #expect(timeline.version == unchanged)
  }

  @Test func aSnapshotMayHoldSeveralInferencesOrNone() {
    var timeline = Timeline()
    timeline.append(Self.snapshots(4))
    timeline.upsert([
      Self.inference(1, snapshot: 1), Self.inference(2, snapshot: 1, lost: 3, cause: .evicted),
      Self.inference(3, snapshot: 3),
    ])
    #expect((0..<4).map { timeline.inferenceRange(of: $0) } == [0..<0, 0..<2, 2..<2, 2..<3])
    #expect((0..<4).map(timeline.isLost) == [false, true, false, false])
  }

  /// However the axis is compressed, zoomed, scrolled and scaled, every loss is in a column that is drawn.
  @Test func noLossIsEverLost() {
    var random = FixedRandom(state: 7)
    for round in 0..<120 {
      let count = Int.random(in: 1...400, using: &random)
      var timeline = Timeline()
      timeline.append(Self.snapshots(count))
      var rows: [InferenceRow] = []
      for snapshot in 0..<count {
        for _ in 0..<Int.random(in: 0...2, using: &random) {
          let isLost = Int.random(in: 0..<6, using: &random) == 0
          let heavy = Int.random(in: 0..<10, using: &random) == 0
          rows.append(
            Self.inference(
              rows.count + 1, snapshot: snapshot, input: heavy ? 90_000 : 100, reused: 0,
              output: Int.random(in: 0...50, using: &random), lost: isLost ? 40 : 0,
              cause: isLost ? .entryEdited : .appended))
        }
      }
      timeline.upsert(rows)
      let width = Int.random(in: 1...260, using: &random)
      let zoom = Int.random(in: 0...LaneAxis.deepestZoom(count: count, width: width), using: &random)
      let axis = LaneAxis(timeline: timeline, width: width, zoom: zoom, scale: .tokens)
      var drawn: Set<Int> = []
      var offset = 0
      while offset < axis.length {
        let lanes = LaneColumns(
          timeline, axis: axis, offset: offset, width: width, filter: Filter(source: "", terms: []))
        #expect(
          lanes.columns.allSatisfy { !$0.snapshots.isEmpty }, "a column without a snapshot in round \(round)")
        for column in lanes.columns where column.isLost {
          for snapshot in column.snapshots where timeline.isLost(Int(snapshot)) {
            drawn.insert(Int(snapshot))
          }
        }
        offset += width
      }
      let lost = Set((0..<count).filter(timeline.isLost))
      #expect(drawn == lost, "round \(round): \(count) snapshots over \(width) columns at zoom \(zoom)")
    }
  }
}
