/// The summaries that were read last, each in the one slot that its id leads to.
///
/// A dictionary would now and then stop to grow or to be emptied, for longer than a step through a recording may take.
struct SummaryCache {
  private static let slotCount = 1 << 16

  private var slots: [EntrySummary?] = []

  subscript(id: EntryID) -> EntrySummary? {
    guard !slots.isEmpty, let found = slots[Self.slot(id)], found.id == id else { return nil }
    return found
  }

  mutating func keep(_ summary: EntrySummary) {
    if slots.isEmpty { slots = [EntrySummary?](repeating: nil, count: Self.slotCount) }
    slots[Self.slot(summary.id)] = summary
  }

  mutating func removeAll() { slots = [] }

  private static func slot(_ id: EntryID) -> Int {
    Int(truncatingIfNeeded: id.rawValue & Int64(slotCount - 1))
  }
}
