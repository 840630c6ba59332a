import PrefixCache
import Transcripts

/// Comparing two long snapshots entry by entry.
enum DiffBenchmark {
  static func run(_ place: Workplace) throws -> [Claim] {
    let before = (0..<10_000).map { context(UInt64($0)) }
    var after = before
    after[17] = context(1 << 40)
    after.removeSubrange(300..<420)
    after.insert(contentsOf: (0..<30).map { context(1 << 41 + $0) }, at: 5_000)
    let block = after[6_000..<6_050]
    after.insert(contentsOf: block, at: 8_000)
    after.removeSubrange(6_000..<6_050)
    var operations = 0
    let seconds = Stopwatch.seconds { operations = SnapshotDiff(from: before, to: after).operations.count }
    precondition(operations > 9_000)
    return [.atMost("diff: two snapshots of 10,000 entries", seconds * 1e3, 10, "ms")]
  }

  private static func context(_ number: UInt64) -> ContextEntry {
    ContextEntry(kind: .response, content: EntryDigest(high: number, low: ~number), tokens: 20)
  }
}
