import Transcripts

extension SessionPropertyValues {
  /// Makes `history` the session's.
  func bind(to session: LanguageModelSession) {
    linkHistory(
      read: { [weak session] in session?.history ?? Transcript.HistoryView() },
      write: { [weak session] in session?.write(history: $0) })
  }

  /// Makes every write an event. Done when somebody listens: nothing is made of a write that nobody hears of.
  func announceWrites(to announcer: Announcer) {
    onChange = { [weak announcer] change in announcer?.announce(.property(change)) }
  }
}

extension LanguageModelSession {
  fileprivate var history: Transcript.HistoryView { state.withLock { $0.transcript.history } }

  /// A hook of the running request may write; anybody else while a request runs is refused as if they had assigned the transcript (R6).
  fileprivate func write(history: Transcript.HistoryView) {
    let isHook = SessionContext.current.map { $0.values === properties && $0.access == .readWrite } ?? false
    assign(history: history, whileResponding: isHook)
  }
}
