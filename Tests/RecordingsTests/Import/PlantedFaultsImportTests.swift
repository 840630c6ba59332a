import Foundation
import PlantedFaults
import PrefixCache
import Testing
import Transcripts

@testable import Recordings

/// The generator knows where it broke a session; the import must find these places and nothing else.
@Suite("Import: every planted fault is found, and nothing else")
struct PlantedFaultsImportTests {
  @Test("A thousand requests", .timeLimit(.minutes(10)))
  func thousand() throws { try check(SessionGenerator(seed: 1)) }

  @Test("Two hundred requests of other seeds", arguments: 2...21 as ClosedRange<UInt64>)
  func seeds(_ seed: UInt64) throws {
    try check(SessionGenerator(seed: seed, requests: 200, entriesPerDump: 60))
  }

  @Test("The pretty layout says the same")
  func pretty() throws {
    try check(SessionGenerator(seed: 22, requests: 120, entriesPerDump: 60, layout: .pretty))
  }

  private func check(_ generator: SessionGenerator) throws {
    let folder = try TemporaryFolder()
    let faults = try generator.write(to: folder.path)
    let recording = try Source.open(folder.path, options: DumpFolder.options)
    #expect(try recording.sessions().map(\.title) == ["workshop"])
    let snapshots = try recording.snapshots()
    #expect(snapshots.count == generator.requests)

    var rows: [Int: [InferenceRow]] = [:]
    let sequences = Dictionary(uniqueKeysWithValues: snapshots.map { ($0.id, $0.sequence) })
    for row in try recording.inferences() {
      rows[try #require(sequences[row.snapshot]), default: []].append(row)
    }
    var broken: Set<Int> = []
    for fault in faults where fault.kind != .orphanToolOutput {
      broken.insert(fault.snapshot)
      let row = try #require(rows[fault.snapshot]?.first, "\(fault)")
      let found = try #require(row.divergence, "\(fault)")
      #expect(row.cause == Self.cause(fault.kind), "\(fault)")
      #expect(found.entry == fault.entry && found.part == fault.part, "\(fault): \(found)")
      #expect(found.byte == fault.byte ?? 0, "\(fault): \(found)")
      #expect(found.before.contains(fault.before) && found.after.contains(fault.after), "\(fault): \(found)")
      #expect(found.detail == fault.detail, "\(fault): \(found)")
      #expect(row.lostTokens > 0 && row.reused?.value == found.token, "\(fault): \(row)")
    }
    for (snapshot, rows) in rows {
      for (number, row) in rows.enumerated() where number > 0 || !broken.contains(snapshot) {
        #expect(
          !row.cause.isLoss && row.divergence == nil && row.lostTokens == 0, "snapshot \(snapshot): \(row)")
      }
    }
    #expect(rows[0] == nil && rows[1]?.first?.cause == .cold)
    #expect(rows.values.joined().count { $0.cause == .cold } == 1)

    // The orphan is a matter of shape: a warning, and the only one.
    let orphan = try #require(faults.first { $0.kind == .orphanToolOutput })
    let warnings = try recording.warningLines
    #expect(warnings.count == 1, "\(warnings)")
    #expect(
      warnings.first?.hasPrefix("snapshot \(orphan.snapshot), entry \(orphan.entry): the output of “") == true
    )
  }

  private static func cause(_ kind: PlantedFault.Kind) -> CacheCause {
    switch kind {
    case .oneCharacterEdit: .instructionsEdited
    case .toolsSwapped: .toolReordered
    case .schemaKeysReordered: .toolChanged
    case .historyEdit, .noBreakSpace: .entryEdited
    case .movedBlock: .entryReordered
    case .compaction: .entryDropped
    case .orphanToolOutput: .appended
    }
  }
}
