import Policies
import PrefixCache
import Recordings
import Terminal
import Transcripts

/// What happened.
enum Event: Sendable {
  case terminal(TerminalEvent)
  case loaded(Loaded)
}

/// What an effect brought, or what a recording told by itself.
enum Loaded: Sendable {
  /// A recording was opened: nothing is known of it but its sessions.
  case opened(Opened)
  /// The newest rows, or all rows, of the session on screen.
  case timeline(Timeline)
  case loading(done: Int, total: Int)
  /// Rows that were written since.
  case grown(Growth)
  case content(SnapshotContent)
  case facts(InferenceFacts)
  /// The live session stands otherwise.
  case control(ControlState)
  /// The live session was a replay, and what there is of it was compared.
  case compared(ComparedSessions)
  case glances([EntryID: EntryGlance])
  case entry(InspectedEntry)
  case tested(Filter, [EntryID: Bool])
  case inferences([SnapshotID: [InferenceRow]], callIDs: [SnapshotID: [String]])
  case prompts([RequestRow])
  case diff(DiffContent)
  case found(snapshot: SnapshotID, entry: Int)
  /// So many snapshots were looked through; nil when all were.
  case searching(Int?)
  /// How much of the policies' work is done.
  case weighing(done: Int, total: Int)
  case policies(PolicyTable)
  case recordings([PickerItem])
  case opening(path: String, share: Double?)
  case notice(String)
  case trouble(String)

  struct Opened: Sendable {
    var file: String
    var title: String
    var sessions: [SessionRow]
    var session: Int
    var isLive: Bool
    var control: ControlState?
    var comparison: ComparedSessions?
  }

  struct Growth: Sendable {
    var sessions: [SessionRow] = []
    var snapshots: [SnapshotRow] = []
    var requests: [RequestRow] = []
    var inferences: [InferenceRow] = []
    /// The inference that is not finished, which is not among the others.
    var running: Streaming?
    var warnings: [EventRow] = []
    /// Ends of prewarms.
    var prewarms: [EventRow] = []
    /// Whether a program writes the recording.
    var hasWriter = true
    /// Whether the program that recorded the session ended in the middle of a request.
    var endedAbruptly = false
  }
}
