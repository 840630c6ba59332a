import PrefixCache
import Recordings
import Terminal

// What the screen needs and does not have yet, and what is worked out once and drawn many times.

extension State {
  /// Brings the lanes and documents up to date, and asks for what is to be read.
  mutating func settle() -> [Effect] {
    refreshLanes()
    let effects = needs
    refreshDocuments()
    return effects
  }

  /// The entry that the inspector shows.
  var wantedEntry: EntryID? {
    guard let content = currentContent, let selected = selectedEntry else { return nil }
    return content.entries[selected].id
  }

  var wantedInstructions: EntryID? { currentContent?.snapshot.instructions }

  private var needs: [Effect] {
    guard let id = cursorID else { return [] }
    guard let content = currentContent else { return labelNeeds + [.readContent(id)] }
    var effects = labelNeeds
    if let untested = untestedEntries(of: content) { effects.append(untested) }
    let missing = shownEntries.filter { glances[$0] == nil }
    if !missing.isEmpty { effects.append(.readGlances(missing)) }
    if tab == .sent || tab == .options, facts?.snapshot != id { effects.append(.readFacts(id)) }
    if let entry = wantedEntry, inspected?.id != entry { effects.append(.readEntry(entry)) }
    if let entry = wantedInstructions, instructions?.id != entry,
      entry != wantedEntry || inspected?.id == entry
    {
      effects.append(.readEntry(entry))
    }
    return effects + viewNeeds
  }

  /// Entries of which first words are on screen.
  private var shownEntries: [EntryID] {
    guard let content = currentContent else { return [] }
    let listed = listedEntries
    var shown = listed.dropFirst(entries.top).prefix(max(1, layout.entryRows)).map { content.entries[$0].id }
    if case .budget = view { shown += content.largest.map { content.entries[$0].id } }
    return shown
  }

  private func untestedEntries(of content: SnapshotContent) -> Effect? {
    guard filter.readsText else { return nil }
    let indices = content.entries.indices.filter { filtered[content.entries[$0].id] == nil }
    guard !indices.isEmpty else { return nil }
    return .testEntries(
      filter, indices.map { content.entries[$0].id }, fates: indices.map { content.fate($0) })
  }

  /// Instructions whose names the lane shows and does not know.
  private var labelNeeds: [Effect] {
    guard let lanes, view.kind == .main else { return [] }
    var missing: [EntryID] = []
    var last: Int64 = 0
    for column in lanes.columns where column.instructions != last {
      last = column.instructions
      guard last != 0, personas.persona(ofInstructions: last) == nil, glances[EntryID(last)] == nil,
        profile(of: Int(column.snapshots.lowerBound)) == nil
      else { continue }
      missing.append(EntryID(last))
    }
    return missing.isEmpty ? [] : [.readGlances(Array(Set(missing)).sorted())]
  }

  private var viewNeeds: [Effect] {
    switch view {
    case .why(let why):
      let shown = why.inferences.dropFirst(why.position.top).prefix(listHeight)
      return inferenceNeeds(Array(shown), known: why.rows)
    case .requests(let requests):
      let shown = requests.nodes.dropFirst(requests.position.top).prefix(listHeight)
      let inferences = shown.compactMap { node -> Int? in
        switch node {
        case .inference(let index), .tool(let index, _): index
        case .session, .child, .request: nil
        }
      }
      let unknown = shown.compactMap { node -> RequestID? in
        guard case .request(let index) = node, requests.prompts[timeline.requestIDs[index]] == nil else {
          return nil
        }
        return timeline.requestIDs[index]
      }
      let prompts = unknown.first.map { [Effect.readPrompts($0, count: listHeight)] } ?? []
      return prompts + inferenceNeeds(inferences, known: requests.rows)
    default: return []
    }
  }

  private func inferenceNeeds(_ inferences: [Int], known: [SnapshotID: [InferenceRow]]) -> [Effect] {
    let snapshots = Set(inferences.map { timeline.snapshotIDs[Int(timeline.inferences[$0].snapshot)] })
    let missing = snapshots.filter { known[$0] == nil }.sorted()
    return missing.isEmpty ? [] : [.readInferences(missing)]
  }

  // MARK: Worked out once

  private mutating func refreshLanes() {
    guard !timeline.isEmpty else {
      lanes = nil
      return
    }
    let axis = axis
    let width = laneWidth
    laneOffset = min(max(0, laneOffset), max(0, axis.length - width))
    let key = LaneColumns.Key(
      version: timeline.version, axis: axis, offset: laneOffset, width: width, filter: filter.source)
    if lanes?.key != key {
      lanes = LaneColumns(timeline, axis: axis, offset: laneOffset, width: width, filter: filter)
    }
    learnPersonas()
  }

  private mutating func learnPersonas() {
    guard let lanes else { return }
    for column in lanes.columns {
      if column.snapshots.isEmpty { continue }
      if let profile = profile(of: Int(column.snapshots.lowerBound)) {
        personas.learn(profile: profile)
      } else if column.instructions != 0, personas.persona(ofInstructions: column.instructions) == nil,
        let glance = glances[EntryID(column.instructions)]
      {
        // A live session's personas have names as soon as one of them has answered.
        personas.learn(EntryID(column.instructions), words: glance.words, keepsColor: !isRecordedLive)
      }
    }
  }

  /// The profile under which a snapshot was made; nil where none is told.
  func profile(of snapshot: Int) -> String? {
    guard timeline.firstInference.indices.contains(snapshot) else { return nil }
    let place = Int(timeline.firstInference[snapshot])
    guard place < timeline.inferences.count else {
      return streaming?.profile ?? timeline.inferences.last.flatMap(timeline.profile(of:))
    }
    return timeline.profile(of: timeline.inferences[place])
  }

  /// Who speaks at a snapshot; nil while that is not known.
  func persona(of snapshot: Int) -> Persona? {
    if let profile = profile(of: snapshot) { return personas.persona(ofProfile: profile) }
    guard timeline.instructions.indices.contains(snapshot) else { return nil }
    return personas.persona(ofInstructions: timeline.instructions[snapshot])
  }
}

extension SnapshotContent {
  /// Indices of the entries with the most tokens, the largest first.
  var largest: [Int] {
    let sorted = entries.indices.sorted {
      entries[$0].tokens == entries[$1].tokens ? $0 < $1 : entries[$0].tokens > entries[$1].tokens
    }
    return Array(sorted.prefix(10))
  }
}
