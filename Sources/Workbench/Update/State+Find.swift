import Recordings

// Finding a text: in the snapshot's own entries first, then in the other snapshots.

extension State {
  /// Looks for what is being typed, from where the search began.
  mutating func findTyped(_ prompt: Prompt) -> [Effect] {
    guard let origin = prompt.origin else { return [] }
    guard !prompt.input.isEmpty else {
      search = nil
      searching = nil
      moveCursor(to: origin.snapshot)
      selectEntry(origin.entry)
      return [.stopFinding]
    }
    let search = TextSearch(prompt.input.text)
    self.search = search
    searching = 0
    guard timeline.snapshotIDs.indices.contains(origin.snapshot) else { return [] }
    return [.find(search, from: timeline.snapshotIDs[origin.snapshot], entry: origin.entry, forward: true)]
  }

  mutating func findAgain(forward: Bool) -> [Effect] {
    guard let search else { return [] }
    return find(search, forward: forward, includesHere: false)
  }

  mutating func find(_ search: TextSearch, forward: Bool, includesHere: Bool) -> [Effect] {
    guard let here = cursorID else { return [] }
    self.search = search
    searching = 0
    let entry = (selectedEntry ?? 0) + (includesHere ? 0 : forward ? 1 : -1)
    return [.find(search, from: here, entry: entry, forward: forward)]
  }

  mutating func arrive(at snapshot: SnapshotID, entry: Int) {
    searching = nil
    guard let place = timeline.index(of: snapshot) else { return }
    moveCursor(to: place)
    if currentContent != nil { selectEntry(entry) } else { pendingEntry = entry }
    if tab != .text && tab != .json { show(.text) }
  }

  /// Nothing was found: back to where the typing began, with a word about it.
  mutating func giveUpSearch() {
    notice = Notice(text: "“\(search?.lowered ?? "")” is nowhere in this session")
    guard let prompt, let origin = prompt.origin else { return }
    self.prompt?.complaint = "is nowhere in this session"
    moveCursor(to: origin.snapshot)
    if currentContent != nil { selectEntry(origin.entry) } else { pendingEntry = origin.entry }
  }

  /// Chooses an entry by its index in the snapshot, where the filter lets it be seen.
  mutating func selectEntry(_ index: Int) {
    let listed = listedEntries
    guard let row = listed.firstIndex(where: { $0 >= index }) else { return }
    entries.select(row, count: listed.count, height: layout.entryRows)
  }
}
