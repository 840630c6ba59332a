import Policies
import PrefixCache
import Recordings
import Transcripts

/// What fills the screen. Views lie on a stack: `q` and Esc go back to the one below.
enum View: Sendable {
  case main
  /// The inspector alone, for narrow terminals.
  case inspector
  case diff(DiffView)
  case why(WhyView)
  case budget(BudgetView)
  case policies(PoliciesView)
  case requests(RequestsView)
  case control(ControlView)
  case replay(ReplayView)
  case picker(PickerView)
  case themes(ThemesView)
  case help(HelpView)

  enum Kind: String, Sendable, Hashable, CaseIterable {
    case main, inspector, diff, why, budget, policies, requests, control, replay, picker, themes, help

    /// The view's name in a title and in help.
    var title: String {
      switch self {
      case .main: "Session"
      case .inspector: "Entry"
      case .diff: "Diff"
      case .why: "Lost cache"
      case .budget: "Budget"
      case .policies: "Policies"
      case .requests: "Requests"
      case .control: "Live session"
      case .replay: "Replay"
      case .picker: "Open"
      case .themes: "Themes"
      case .help: "Keys"
      }
    }
  }

  var kind: Kind {
    switch self {
    case .main: .main
    case .inspector: .inspector
    case .diff: .diff
    case .why: .why
    case .budget: .budget
    case .policies: .policies
    case .requests: .requests
    case .control: .control
    case .replay: .replay
    case .picker: .picker
    case .themes: .themes
    case .help: .help
    }
  }
}

/// Two snapshots side by side.
struct DiffView: Sendable {
  var older: SnapshotID
  var newer: SnapshotID
  var content: DiffContent?
  var top = 0
}

/// All losses of the session, worst first.
struct WhyView: Sendable {
  /// Indices of inferences in the timeline.
  var inferences: [Int]
  var position = ListPosition()
  /// Rows of the losses that were on screen, by snapshot.
  var rows: [SnapshotID: [InferenceRow]] = [:]
}

struct BudgetView: Sendable {
  var top = 0
}

/// What other policies would have cost.
struct PoliciesView: Sendable {
  var top = 0
  /// Nil while it is being computed.
  var table: PolicyTable?
  /// How much of the work is done.
  var progress: (done: Int, total: Int) = (0, 0)
}

/// What can be steered in a live session.
struct ControlView: Sendable, Hashable {
  var position = ListPosition()
}

/// The tree session → request → inference → tool → child session, as far as it is unfolded.
struct RequestsView: Sendable {
  enum Node: Sendable, Hashable {
    /// A session of the recording, so many levels below one that no tool began.
    case session(Int, depth: Int)
    /// A session that the tool call above it began.
    case child(Int)
    /// Indices in the timeline.
    case request(Int)
    case inference(Int)
    case tool(inference: Int, call: Int)
  }

  var nodes: [Node] = []
  var unfolded: Set<Int> = []
  var position = ListPosition()
  var prompts: [RequestID: RequestRow] = [:]
  var rows: [SnapshotID: [InferenceRow]] = [:]
  /// Ids of the tool calls that each snapshot's inferences made, in order.
  var callIDs: [SnapshotID: [String]] = [:]
}

/// Recordings to open.
struct PickerView: Sendable {
  var items: [PickerItem] = []
  var isListed = false
  var search = LineInput()
  var position = ListPosition()
  /// The file that is being read, and how much of it.
  var opening: (path: String, share: Double?)?

  /// The items that have every word of the search in their name or place.
  var found: [PickerItem] {
    let words = search.text.split(separator: " ").map { TextSearch(String($0)) }
    guard !words.isEmpty else { return items }
    return items.filter { item in
      words.allSatisfy { $0.isIn(item.title) || $0.isIn(item.place) || $0.isIn(item.detail) }
    }
  }
}

/// A line of the picker.
public struct PickerItem: Sendable, Hashable {
  /// What is opened.
  public var path: String
  public var title: String
  /// Where it stands, for people: "here", "samples".
  public var place: String
  /// A few words more: size, kind.
  public var detail: String

  public init(path: String, title: String, place: String, detail: String) {
    self.path = path
    self.title = title
    self.place = place
    self.detail = detail
  }
}

struct ThemesView: Sendable {
  var position = ListPosition()
  /// The theme to go back to.
  var original: Int
}

struct HelpView: Sendable {
  var of: View.Kind
  var top = 0
}
