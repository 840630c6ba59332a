import PrefixCache
import Recordings
import Terminal
import Transcripts

// What effects brought.

extension State {
  /// More first words than this are forgotten together and read again as needed.
  private static let glancesKept = 4096

  mutating func take(_ loaded: Loaded) -> [Effect] {
    switch loaded {
    case .opened(let opened):
      forgetSession()
      file = opened.file
      title = opened.title
      sessions = opened.sessions
      session = opened.session
      isLive = opened.isLive
      control = opened.control
      places = [:]
      glances = [:]
      filtered = [:]
      personas = Personas()
      views = [.main]
      notice = nil
      comparison = opened.comparison
      if let comparison { take(comparison) }
    case .compared(let compared):
      comparison = compared
      // Whoever looks at something else is told; r is the way there.
      if view.kind == .main { take(compared) }
    case .timeline(let timeline): replace(timeline)
    case .loading(let done, let total): loading = done < total ? (done, total) : nil
    case .grown(let growth): grow(growth)
    case .content(let content): if content.snapshot.id == cursorID { show(content) }
    case .facts(let facts): if facts.snapshot == cursorID { self.facts = facts }
    case .control(let control): take(control)
    case .glances(let read):
      if glances.count > Self.glancesKept { glances = [:] }
      glances.merge(read) { _, new in new }
    case .entry(let entry):
      if entry.id == wantedEntry { inspected = entry }
      if entry.id == wantedInstructions { instructions = entry }
      personasLearn(entry)
    case .tested(let filter, let passes):
      if filter == self.filter { filtered.merge(passes) { _, new in new } }
    case .inferences(let rows, let callIDs): takeInferences(rows, callIDs)
    case .prompts(let rows):
      guard case .requests(var view) = view else { break }
      for row in rows { view.prompts[row.id] = row }
      replaceView(.requests(view))
    case .diff(let content):
      guard case .diff(var diff) = view, diff.older == content.older.id, diff.newer == content.newer.id else {
        break
      }
      diff.content = content
      replaceView(.diff(diff))
    case .found(let snapshot, let entry): arrive(at: snapshot, entry: entry)
    case .searching(let count):
      if searching != nil, count == nil { giveUpSearch() }
      searching = count
    case .weighing(let done, let total):
      guard case .policies(var view) = view, view.table == nil else { break }
      view.progress = (done, total)
      replaceView(.policies(view))
    case .policies(let table):
      guard case .policies(var view) = view else { break }
      view.table = table
      replaceView(.policies(view))
    case .recordings(let items):
      guard case .picker(var picker) = view else { break }
      picker.items = items
      picker.isListed = true
      replaceView(.picker(picker))
    case .opening(let path, let share):
      guard case .picker(var picker) = view else { break }
      picker.opening = (path, share)
      replaceView(.picker(picker))
    case .notice(let text): notice = Notice(text: text)
    case .trouble(let text):
      notice = Notice(text: text, isTrouble: true)
      guard case .picker(var picker) = view else { break }
      picker.opening = nil
      replaceView(.picker(picker))
    }
    return []
  }

  private mutating func take(_ compared: ComparedSessions) {
    for profile in compared.profiles { personas.learn(profile: profile) }
    openReplay()
  }

  private mutating func replace(_ timeline: Timeline) {
    let here = cursorID
    self.timeline = timeline
    lanes = nil
    spanStart = nil
    refreshPlaces(isReplaced: true)
    if here == nil, let id = sessionRow?.id, let place = places[id] {
      moveCursor(to: timeline.index(atOrBefore: place), follows: false)
    } else if isFollowing || here == nil {
      moveCursor(to: timeline.count - 1, follows: isFollowing)
    } else if let here {
      let following = isFollowing
      moveCursor(to: timeline.index(atOrBefore: here), follows: following)
    }
  }

  private mutating func grow(_ growth: Loaded.Growth) {
    for row in growth.sessions {
      if let known = sessions.firstIndex(where: { $0.id == row.id }) {
        sessions[known] = row
      } else {
        sessions.append(row)
      }
    }
    timeline.append(growth.snapshots)
    timeline.append(growth.requests)
    timeline.upsert(growth.inferences)
    for warning in growth.warnings { timeline.addWarning(at: warning.snapshot) }
    for prewarm in growth.prewarms { timeline.addPrewarm(prewarm) }
    hasWriter = growth.hasWriter
    endedAbruptly = growth.endedAbruptly
    if growth.running?.row?.id != streaming?.row?.id { content = nil }
    // How a request ended is written after what it took back.
    if content?.takenBack?.outcome == .open { content = nil }
    take(growth.running)
    refreshPlaces(isReplaced: false)
    if isFollowing, spanStart == nil {
      moveCursor(to: timeline.count - 1, follows: true)
    } else {
      clampLanes()
    }
    // An inference of the snapshot on screen may have finished.
    if let content, growth.inferences.contains(where: { $0.snapshot == content.snapshot.id }) {
      self.content = nil
      facts = nil
    }
  }

  /// Shows a snapshot's entries. The chosen entry stays the same one where it is still there; following, it is the newest.
  private mutating func show(_ content: SnapshotContent) {
    let selected = selectedEntry.flatMap {
      self.content?.entries.indices.contains($0) == true ? self.content?.entries[$0].id : nil
    }
    let wasAtEnd = entries.selected >= (self.content?.entries.count ?? 0) - 1
    self.content = content
    let listed = listedEntries
    let count = entryCount
    var row = count - 1
    if let loss = content.worst, loss.cause.isLoss, tab == .why {
      row = listed.firstIndex { $0 >= loss.position } ?? row
    } else if !wasAtEnd, let selected,
      let place = listed.firstIndex(where: { content.entries[$0].id == selected })
    {
      row = place
    } else if !wasAtEnd {
      row = min(entries.selected, row)
    }
    entries.select(row, count: count, height: layout.entryRows)
    if let pendingEntry { selectEntry(pendingEntry) }
    pendingEntry = nil
  }

  private mutating func takeInferences(
    _ rows: [SnapshotID: [InferenceRow]], _ callIDs: [SnapshotID: [String]]
  ) {
    switch view {
    case .why(var view):
      view.rows.merge(rows) { _, new in new }
      replaceView(.why(view))
    case .requests(var view):
      view.rows.merge(rows) { _, new in new }
      view.callIDs.merge(callIDs) { _, new in new }
      if !children.isEmpty { listNodes(&view) }
      replaceView(.requests(view))
    default: break
    }
  }

  private mutating func personasLearn(_ entry: InspectedEntry) {
    guard case .instructions = entry.entry else { return }
    personas.learn(entry.id, words: EntryGlance(entry.record).words, keepsColor: !isRecordedLive)
  }
}
