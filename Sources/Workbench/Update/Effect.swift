import Recordings

/// Something that the state asks for and does not do itself. What comes of it comes back as an event.
enum Effect: Sendable, Hashable {
  case readContent(SnapshotID)
  case readGlances([EntryID])
  case readEntry(EntryID)
  /// Looks whether entries pass the terms of the filter that read their text.
  case testEntries(Filter, [EntryID], fates: [EntryFate?])
  case readInferences([SnapshotID])
  case readPrompts(RequestID, count: Int)
  case readDiff(older: SnapshotID, newer: SnapshotID)
  /// Looks for a text from an entry of a snapshot on, through all snapshots and round the end.
  case find(TextSearch, from: SnapshotID, entry: Int, forward: Bool)
  case stopFinding
  case chooseSession(SessionID)
  /// Computes what other policies would have cost.
  case weighPolicies(SessionRow)
  case listRecordings
  /// Asks something of the live session.
  case control(ControlCommand)
  /// What the recording tells of a snapshot's inferences beyond their numbers.
  case readFacts(SnapshotID)
  case open(String)
  case copy(String)
  /// Shows a text in $PAGER.
  case page(String)
  case useMouse(Bool)
  case suspend
  case redraw
  case quit
}
