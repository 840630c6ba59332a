import Recordings
import Transcripts

/// The warnings about the entries of one snapshot, wherever in the recording they were first given.
///
/// A warning names an entry by its place in the snapshot that brought it; here it is looked up where it stands now.
struct SnapshotWarnings {
  struct Warning {
    var entry: Int
    var message: String
  }

  let all: [Warning]

  init(_ recording: Recording, _ session: SessionRow, _ snapshot: SnapshotRow) throws {
    let events = try recording.events(of: session.id, kind: "warning")
    guard !events.isEmpty else {
      all = []
      return
    }
    let ids = try recording.entryIDs(of: snapshot.id)
    var places: [EntryID: Int] = [:]
    for (index, id) in ids.enumerated() where places[id] == nil { places[id] = index }
    var known: (snapshot: SnapshotID, ids: [EntryID])?
    var found: [Warning] = []
    for event in events {
      guard let first = event.snapshot, first <= snapshot.id, let fact = RecordedWarning(event) else {
        continue
      }
      if known?.snapshot != first { known = (first, try recording.entryIDs(of: first)) }
      guard let then = known?.ids, then.indices.contains(fact.entry) else { continue }
      let id = then[fact.entry]
      let stays = ids.indices.contains(fact.entry) && ids[fact.entry] == id
      if let place = stays ? fact.entry : places[id] {
        found.append(Warning(entry: place, message: fact.message))
      }
    }
    all = found.sorted { $0.entry < $1.entry }
  }
}

/// The payload of an event of kind `warning`.
struct RecordedWarning {
  var entry: Int
  var message: String

  init?(_ event: EventRow) {
    guard let json = try? JSONValue(parsing: event.json.utf8), let message = json["message"]?.stringValue
    else {
      return nil
    }
    entry = json["entry"]?.intValue ?? 0
    self.message = message
  }
}
