import Foundation
import PlantedFaults
import Testing

extension EndToEnd {
  @Suite("Planted faults, through the command line")
  struct PlantedFaultsInFolders {
    /// The cause that `why` must give for each kind of fault.
    private static func cause(_ kind: PlantedFault.Kind) -> String? {
      switch kind {
      case .oneCharacterEdit: "instructions-edited"
      case .toolsSwapped: "tool-reordered"
      case .schemaKeysReordered: "tool-changed"
      case .historyEdit, .noBreakSpace: "entry-edited"
      case .movedBlock: "entry-reordered"
      case .compaction: "entry-dropped"
      case .orphanToolOutput: nil
      }
    }

    private func check(_ generator: SessionGenerator) throws {
      let (place, faults) = try Workplace.dumps(of: generator)
      let why = try PrintedWhy(place.folder)
      #expect(why.format == "stemma.why/1")
      let breaks = faults.filter { $0.kind != .orphanToolOutput }
      #expect(why.losses.map(\.snapshot) == breaks.map(\.snapshot))
      for (fault, loss) in zip(breaks, why.losses) {
        #expect(loss.cause == Self.cause(fault.kind), "\(fault)")
        let divergence = try #require(loss.divergence, "\(fault)")
        #expect(divergence.entry == fault.entry, "\(fault)")
        #expect(divergence.part == fault.part, "\(fault)")
        // A moved block differs from its first byte on.
        #expect(divergence.byte == fault.byte ?? 0, "\(fault)")
        #expect(divergence.before.contains(fault.before), "\(fault): \(divergence.before)")
        #expect(divergence.after.contains(fault.after), "\(fault): \(divergence.after)")
        #expect(divergence.detail == fault.detail, "\(fault)")
        #expect(loss.cost.tokens > 0, "\(fault)")
      }
      let orphan = try #require(faults.first { $0.kind == .orphanToolOutput })
      #expect(why.warnings.map(\.snapshot) == [orphan.snapshot])
      #expect(why.warnings.map(\.entry) == [orphan.entry])
      #expect(why.warnings.allSatisfy { $0.message.contains("call") })
    }

    @Test(
      "Two hundred requests: every fault is named where it is, and nothing else",
      arguments: [1, 2, 3] as [UInt64])
    func twoHundred(seed: UInt64) throws {
      try check(SessionGenerator(seed: seed, requests: 200, entriesPerDump: 60))
    }

    @Test("A thousand requests")
    func thousand() throws {
      try check(SessionGenerator(seed: 4, requests: 1000))
    }

    @Test("A pretty dump is explained as a compact one is")
    func layouts() throws {
      try check(SessionGenerator(seed: 5, requests: 100, entriesPerDump: 40, layout: .pretty))
    }

    @Test("The clock sample: each snapshot names the time that it tells")
    func clock() throws {
      // The instructions begin "You look after a loaf of sourdough.\n\nIt is 10:15 on Sunday, 13 September 2026.":
      // what changes are the hour and the minute, and the names of the files tell the same.
      let times = [
        "10:15", "11:02", "11:34", "12:41", "15:13", "15:46", "16:12", "16:15", "17:31", "18:24", "18:52",
        "19:16",
      ]
      let why = try PrintedWhy(Samples.path("clock"))
      let firsts = Dictionary(grouping: why.inferences, by: \.snapshot).compactMapValues(\.first)
      #expect(firsts.count == times.count)
      for snapshot in 1..<times.count {
        let inference = try #require(firsts[snapshot])
        let divergence = try #require(inference.divergence, "snapshot \(snapshot)")
        #expect(inference.cause == "instructions-edited")
        #expect(divergence.entry == 0 && divergence.part == "text")
        #expect(divergence.before.contains("It is \(times[snapshot - 1]) on"), "\(divergence.before)")
        #expect(divergence.after.contains("It is \(times[snapshot]) on"), "\(divergence.after)")
      }
      #expect(firsts[0]?.cause == "cold")
      // Only the first step of a dump meets the new time; a second one in it goes on from there.
      #expect(why.losses.count == times.count - 1)
    }
  }
}
