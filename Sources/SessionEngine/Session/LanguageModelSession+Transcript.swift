import Transcripts

extension LanguageModelSession {
  /// Replaces the transcript from outside of a request.
  func assign(_ transcript: Transcript) {
    replaceEntries(whileResponding: false) { current in
      guard let change = TranscriptChange(cause: .history, from: current, to: transcript) else { return nil }
      current = transcript
      return change
    }
  }

  /// Replaces everything but a leading instructions entry (H2).
  ///
  /// - Parameter whileResponding: True from a hook of the running request, which may do so.
  func assign(history: Transcript.HistoryView, whileResponding: Bool) {
    replaceEntries(whileResponding: whileResponding) { current in
      var transcript = current
      transcript.history = history
      guard let change = TranscriptChange(cause: .history, from: current, to: transcript) else { return nil }
      current = transcript
      return change
    }
  }

  private func replaceEntries(
    whileResponding: Bool, _ replace: (inout Transcript) -> TranscriptChange?
  ) {
    changing(\.transcript) {
      state.withLock { state in
        guard state.phase != .responding || whileResponding else {
          // The model may be silent for long; the request need not wait for it to end.
          state.wasAssigned = true
          state.channel?.finish(throwing: Error.transcriptMutationWhileResponding)
          return
        }
        if let point = state.revertPoint { state.revertPoint = point.keeping(state.transcript) }
        if let change = replace(&state.transcript) { announcer.enqueue(.transcript(change)) }
        state.plainEntries = 0
      }
    }
    announcer.deliver()
  }

  /// Whether the transcript holds an attachment. Entries of the history are looked at once, however often this is asked.
  var holdsAttachment: Bool {
    state.withLock { state in
      let leading = state.transcript.leadingInstructions
      let start = leading == nil ? 0 : 1
      while start + state.plainEntries < state.transcript.count {
        if state.transcript[start + state.plainEntries].hasAttachment { return true }
        state.plainEntries += 1
      }
      return leading.map { Transcript.Entry.instructions($0).hasAttachment } ?? false
    }
  }

  /// Adds an entry at the end.
  func append(_ entry: Transcript.Entry, cause: TranscriptChange.Cause) {
    changing(\.transcript) {
      state.withLock { state in
        state.transcript.append(entry)
        announcer.enqueue(
          .transcript(
            TranscriptChange(
              cause: cause, position: state.transcript.count - 1, removed: 0, inserted: [entry],
              count: state.transcript.count)))
      }
    }
    announcer.deliver()
  }

  /// Puts `entry` in place of the leading instructions entry; nil removes one that was rendered here.
  func lead(with entry: Transcript.Instructions?) {
    changing(\.transcript) {
      state.withLock { state in
        let held = state.transcript.leadingInstructions
        guard entry != nil || state.ownsInstructions else { return }
        state.ownsInstructions = entry != nil
        guard entry != held else { return }
        let inserted = entry.map { [Transcript.Entry.instructions($0)] } ?? []
        let removed = held == nil ? 0 : 1
        state.transcript.replaceSubrange(0..<removed, with: inserted)
        announcer.enqueue(
          .transcript(
            TranscriptChange(
              cause: .instructions, position: 0, removed: removed, inserted: inserted,
              count: state.transcript.count)))
      }
    }
    announcer.deliver()
  }
}

extension Transcript.Entry {
  var hasAttachment: Bool {
    segments.contains { if case .attachment = $0 { true } else { false } }
  }
}

extension TranscriptChange {
  /// The shortest splice between two transcripts that leaves both ends alone; nil when they are equal.
  init?(cause: Cause, from old: Transcript, to new: Transcript) {
    let shorter = Swift.min(old.count, new.count)
    var start = 0
    while start < shorter, old[start] == new[start] { start += 1 }
    var tail = 0
    while tail < shorter - start, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
    let removed = old.count - start - tail
    let inserted = Array(new[start..<(new.count - tail)])
    if removed == 0 && inserted.isEmpty { return nil }
    self.init(cause: cause, position: start, removed: removed, inserted: inserted, count: new.count)
  }
}
