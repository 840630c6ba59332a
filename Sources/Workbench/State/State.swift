import PrefixCache
import Recordings
import Terminal
import Transcripts

/// Everything the screen is made from. `update(_:)` turns an event into the next state and the effects it asks for;
/// `frame()` draws it. Neither reads nor writes anything.
struct State: Sendable {
  // MARK: What is looked at

  /// The file's name as a command line takes it; empty when nothing is open.
  var file = ""
  var title = ""
  var sessions: [SessionRow] = []
  /// Index in `sessions` of the one on screen.
  var session = 0
  var timeline = Timeline()
  /// Rows read and rows there are, while the beginning of a long recording is still missing.
  var loading: (done: Int, total: Int)?
  /// Whether the recording may grow.
  var isLive = false
  /// Whether a program writes it at the moment.
  var hasWriter = true
  /// Whether the program that recorded the session on screen ended in the middle of a request.
  var endedAbruptly = false
  /// Whether the cursor goes with the newest snapshot.
  var isFollowing = true
  /// How the live session behind the recording stands; nil where there is none to steer.
  var control: ControlState?
  /// The session that this one replays; nil for a session of its own.
  var comparison: ComparedSessions?
  /// The inference that is running in the session on screen.
  var streaming: Streaming?
  /// Where the cursor stood in sessions that were left.
  var places: [SessionID: SnapshotID] = [:]

  // MARK: Where one looks

  /// Index of the snapshot under the cursor.
  var cursor = 0
  var zoom = 0
  /// Virtual column at the left edge of the lanes.
  var laneOffset = 0
  var scale = LaneAxis.Scale.time
  /// The other end of a dragged span of snapshots.
  var spanStart: Int?
  var mark: SnapshotID?
  var pane = Pane.entries
  var entries = ListPosition()
  /// The entry to choose once the snapshot under the cursor has been read.
  var pendingEntry: Int?
  var tab = InspectorTab.text
  var inspectorTop = 0
  var views: [View] = [.main]
  var filter = Filter(source: "", terms: [])
  var search: TextSearch?
  /// Snapshots looked through, while a search goes on through the recording.
  var searching: Int?

  // MARK: What was read for it

  var content: SnapshotContent?
  var facts: InferenceFacts?
  var glances: [EntryID: EntryGlance] = [:]
  var inspected: InspectedEntry?
  /// The tool definitions of the snapshot's instructions.
  var instructions: InspectedEntry?
  var personas = Personas()
  /// Whether entries pass the terms of the filter that read their text.
  var filtered: [EntryID: Bool] = [:]
  var lanes: LaneColumns?
  var inspectorLines = Document()
  var viewLines = Document()

  // MARK: The terminal

  var size: Size
  var themes: [Theme]
  var themeIndex = 0
  var glyphs = Glyphs.unicode
  /// No colours: lanes are drawn so that they are told apart without.
  var isMono = false
  var isMouseOn = true
  var utcOffset = 0
  var prompt: Prompt?
  var history = PromptHistory()
  /// One line at the foot until the next key.
  var notice: Notice?

  enum Pane: Sendable, Hashable {
    case entries, inspector
  }

  struct Notice: Sendable, Hashable {
    var text: String
    var isTrouble = false
  }

  init(size: Size, themes: [Theme]) {
    self.size = size
    self.themes = themes
  }

  var theme: Theme { themes[themeIndex] }
  var view: View { views.last ?? .main }

  var sessionRow: SessionRow? { sessions.indices.contains(session) ? sessions[session] : nil }

  /// The model's context window in tokens; nil where the source does not tell it.
  var window: Int? { sessionRow?.window.map(\.value).flatMap { $0 > 0 ? $0 : nil } }

  /// Whether the session was recorded while it ran.
  var isRecordedLive: Bool { sessionRow?.isRecordedLive == true }

  var isAtNewest: Bool { cursor >= timeline.count - 1 }

  /// The snapshot under the cursor; nil for an empty recording.
  var cursorID: SnapshotID? {
    timeline.snapshotIDs.indices.contains(cursor) ? timeline.snapshotIDs[cursor] : nil
  }

  /// The content that belongs to the cursor, not to where it stood before.
  var currentContent: SnapshotContent? { content?.snapshot.id == cursorID ? content : nil }

  /// Indices in the snapshot of the entries that the list shows.
  var listedEntries: [Int] {
    guard let content = currentContent else { return [] }
    guard !filter.isEmpty else { return Array(content.entries.indices) }
    return content.entries.indices.filter { index in
      let entry = content.entries[index]
      if filter.readsText { return filtered[entry.id] ?? false }
      return filter.matches(
        Filter.EntryFacts(kind: entry.kind, tokens: Int(entry.tokens), fate: content.fate(index)))
    }
  }

  /// Index in the snapshot of the chosen entry.
  var selectedEntry: Int? {
    let listed = listedEntries
    if selectedGrowing != nil { return nil }
    return listed.indices.contains(entries.selected) ? listed[entries.selected] : listed.last
  }

  // MARK: What grows

  /// What the model is writing, shown below the newest snapshot's entries.
  var growing: [Streaming.Growing] {
    guard isAtNewest, filter.isEmpty, let streaming else { return [] }
    // Before its first words, the answer to come holds their place.
    return streaming.growing.isEmpty ? [Streaming.Growing(kind: .response, text: "")] : streaming.growing
  }

  /// Rows of the entries list.
  var entryCount: Int { listedEntries.count + growing.count }

  /// Index of the chosen entry among those that grow; nil when another is chosen.
  var selectedGrowing: Int? {
    let growing = growing
    guard !growing.isEmpty, currentContent != nil else { return nil }
    let place = entries.selected - listedEntries.count
    return growing.indices.contains(place) ? place : nil
  }

  /// The snapshot's number as people and commands write it.
  func number(of snapshot: Int) -> Int {
    timeline.sequences.indices.contains(snapshot) ? Int(timeline.sequences[snapshot]) : 0
  }

  /// `FILE@N` for the command line, quoted for a shell where need be.
  var place: String { Self.shellWord(file) + "@\(number(of: cursor))" }

  /// A word as a shell reads it.
  static func shellWord(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "._-/+@%,:".unicodeScalars.contains(scalar)
    }
    if isPlain, !text.isEmpty { return text }
    return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}

/// The tabs of the inspector.
enum InspectorTab: Int, Sendable, Hashable, CaseIterable {
  case text, json, sent, tools, usage, options, why

  var title: String {
    switch self {
    case .text: "Text"
    case .json: "JSON"
    case .sent: "Sent"
    case .tools: "Tools"
    case .usage: "Usage"
    case .options: "Options"
    case .why: "Why"
    }
  }
}

/// An entry read whole.
struct InspectedEntry: Sendable {
  var id: EntryID
  var record: EntryRecord
  var entry: Transcript.Entry
  /// Of an instructions entry: the tokens of each tool definition, in order; empty when they were not counted.
  var toolTokens: [Int]
}

/// Lines ready to be drawn, and what they were made for.
struct Document: Sendable {
  var key: Key?
  var lines: [[Span]] = []

  struct Key: Sendable, Hashable {
    var subject: String
    var width: Int
    var theme: String
  }
}
