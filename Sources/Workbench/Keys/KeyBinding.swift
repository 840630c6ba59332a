import Recordings
import Terminal

/// One line of the key table: what is pressed, what it does, what it is called, where and when it works.
struct KeyBinding: Sendable {
  var keys: [String]
  var action: Action
  /// A word or two for the foot of the screen; nil for keys that only help lists.
  var hint: String?
  /// How the foot and help show the keys, where that is not their names.
  var shown: String?
  var description: String
  var group: Group
  var views: Set<View.Kind>
  var when = Condition.always

  /// Headings of help.
  enum Group: String, Sendable, CaseIterable {
    case time = "Time"
    case move = "Moving"
    case look = "Looking"
    case find = "Finding"
    case live = "Live session"
    case views = "Views"
    case program = "Program"
  }

  /// What has to be so for the key to do anything.
  enum Condition: Sendable, Hashable {
    case always, hasSnapshots, hasLosses, hasMark, hasSearch, hasSessions, isLive, hasEarlier
    case hasChildren, hasParent
    case hasReplay
    case hasPairs, hasReplayChildren, hasReplayParent
    case isControlled, isResponding, hasConsent, hasScript

    /// What is told when it is not so.
    var complaint: String {
      switch self {
      case .always: ""
      case .hasSnapshots: "nothing is recorded here yet"
      case .hasLosses: "no cache was lost in this session"
      case .hasMark: "no snapshot is marked; m marks one"
      case .hasSearch: "nothing was searched for; / finds"
      case .hasSessions: "this recording has one session"
      case .isLive: "this recording does not grow"
      case .hasEarlier: "there is no other snapshot to compare with; m marks one"
      case .hasChildren: "no tool of this session began a session of its own"
      case .hasParent: "no tool began this session"
      case .hasReplay: "nothing is compared here; stemma replay sets a session beside another"
      case .hasPairs: "one session is compared here"
      case .hasReplayChildren: "no tool of this session began a session of its own"
      case .hasReplayParent: "no tool began this session"
      case .isControlled: "this is a recording; “stemma demo” and “stemma run” begin a session"
      case .isResponding: "nothing is being answered"
      case .hasConsent: "nothing waits for consent"
      case .hasScript: "the script is at its end; i types a prompt"
      }
    }
  }

  /// The keys as help and the foot show them.
  var label: String {
    shown ?? keys.map(Self.label(ofKey:)).joined(separator: " ")
  }

  static func label(ofKey name: String) -> String {
    switch name {
    case "left": "←"
    case "right": "→"
    case "up": "↑"
    case "down": "↓"
    case "shift-left": "⇧←"
    case "shift-right": "⇧→"
    case "pageup": "PgUp"
    case "pagedown": "PgDn"
    case "home": "Home"
    case "end": "End"
    case "tab": "Tab"
    case "shift-tab": "⇧Tab"
    case "enter": "Enter"
    case "escape": "Esc"
    case "ctrl-l": "Ctrl-L"
    case "ctrl-z": "Ctrl-Z"
    default: name
    }
  }
}

extension State {
  func holds(_ condition: KeyBinding.Condition) -> Bool {
    switch condition {
    case .always: true
    case .hasSnapshots: !timeline.isEmpty
    case .hasLosses: timeline.lossCount > 0
    case .hasMark: mark != nil
    case .hasSearch: search != nil
    case .hasSessions: sessions.count > 1
    case .isLive: isLive
    case .hasEarlier: !timeline.isEmpty && (cursor > 0 || (mark != nil && mark != cursorID))
    case .hasChildren: !children.isEmpty
    case .hasParent: parent != nil
    case .hasReplay: comparison != nil
    case .hasPairs: (comparison?.comparison.pairs.count ?? 0) > 1
    case .hasReplayChildren: !replayChildren.isEmpty
    case .hasReplayParent: replayParent != nil
    case .isControlled: control != nil
    case .isResponding: control?.isResponding == true
    case .hasConsent: control?.consents.isEmpty == false
    case .hasScript: control?.script?.next != nil
    }
  }
}
