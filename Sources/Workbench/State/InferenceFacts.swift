import Recordings
import Transcripts

/// What a recording tells of the inference that ended at a snapshot, beyond its numbers.
struct InferenceFacts: Sendable, Hashable {
  var snapshot: SnapshotID
  /// What the model was sent; nil where the snapshot has no inference.
  var sent: [Sent]?
  /// Whether `sent` was recorded. If not, it is what stood before the answer.
  var isRecorded = false
  /// Entries of the transcript at that moment.
  var transcriptCount = 0
  /// The options as they were resolved, and what set them; nil where the recording does not tell.
  var options: [Option]?
  /// Hooks that ran, tools that ran and other events between the snapshot before and this one.
  var happened: [Happening] = []

  struct Sent: Sendable, Hashable {
    var kind: EntryKind
    var words: String
    var tokens: Int
    /// Index in the transcript; nil for an entry that a transform made.
    var place: Int?
  }

  struct Option: Sendable, Hashable {
    var name: String
    var value: String
    var level: String
  }

  struct Happening: Sendable, Hashable {
    /// `onPrompt`, `tool`, `profile` …
    var what: String
    var detail: String
    var isTrouble = false

    init(what: String, detail: String, isTrouble: Bool = false) {
      self.what = what
      self.detail = detail
      self.isTrouble = isTrouble
    }

    /// Nil for what another event tells as well.
    init?(_ event: LiveEvent) {
      switch event {
      case .profile(let name, let previous):
        self.init(what: "profile", detail: previous.map { "\($0) → \(name)" } ?? name)
      case .hook(let name, let profile, let error):
        self.init(what: name, detail: error ?? profile, isTrouble: error != nil)
      case .toolStarted: return nil
      case .toolEnded(_, let tool, let milliseconds, let error):
        let time = milliseconds.map(NumberText.milliseconds) ?? ""
        self.init(what: tool, detail: error ?? time, isTrouble: error != nil)
      case .property(let name, let value): self.init(what: name, detail: "is now \(value)")
      case .prewarm: return nil
      case .prewarmEnded(let end):
        let finish: String
        switch end.finish {
        case .finished: finish = ""
        case .cancelled: finish = ", cut short"
        case .untold: finish = "the model tells nothing of it"
        case .failed: finish = end.error ?? "failed"
        }
        let tokens = end.prefilled.map { "\(NumberText.quantity($0)) tokens prefilled" } ?? ""
        self.init(what: "prewarm", detail: tokens + finish, isTrouble: end.finish == .failed)
      case .requestFailed(let request, let failure):
        self.init(what: "request \(request)", detail: failure.words, isTrouble: true)
      }
    }
  }
}
