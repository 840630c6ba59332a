import Recordings
import Terminal
import Tokenizers

/// A recording to look at.
public struct WorkbenchSource: Sendable {
  public var recording: Recording
  /// The file's name as a command line takes it: it stands in the commands that views show.
  public var file: String
  /// Whether more may be written to it; it is then followed.
  public var isLive: Bool
  /// The snapshot to begin at, by its number in the session; nil for the newest.
  public var snapshot: Int?
  /// Steers the session that is being recorded; nil for a recording to look at only.
  public var control: (any SessionControl)?
  /// Kept for as long as the recording is on screen: a folder's watch, an import that goes on.
  public var keeping: (any Sendable)?
  /// The session that this one replays, beside it; the workbench opens on the two.
  public var comparison: ComparedSessions?

  public init(
    recording: Recording, file: String, isLive: Bool = false, snapshot: Int? = nil,
    control: (any SessionControl)? = nil, keeping: (any Sendable)? = nil
  ) {
    self.recording = recording
    self.file = file
    self.isLive = isLive
    self.snapshot = snapshot
    self.control = control
    self.keeping = keeping
  }
}

/// How a workbench looks and what it may reach.
public struct WorkbenchOptions: Sendable {
  /// Themes to choose from; at least one is used even if this is empty.
  public var themes: [Theme]
  /// The name of the theme to begin with; the first one if there is none of this name.
  public var theme: String?
  public var glyphs: Glyphs
  public var depth: ColorDepth
  public var mouse: Bool
  /// Seconds east of Greenwich of the times shown.
  public var utcOffset: Int
  /// Counts the tools of an instructions entry one by one, if it counts as the recording does.
  public var counter: (any TokenCounter)?
  /// Sessions that can be started: the picker lists the first before the files, the others after them. `open` is given their
  /// paths.
  public var offers: [PickerItem]
  /// Folders whose recordings the picker lists, and what to call them.
  public var folders: [Folder]
  /// Opens what the picker or `:open` names, on a thread of its own. The closure given to it takes the share read so far,
  /// 0…1. What it throws is shown as one line.
  public var open: (@Sendable (String, @escaping @Sendable (Double) -> Void) throws -> WorkbenchSource)?

  public struct Folder: Sendable, Hashable {
    public var path: String
    /// "here", "samples".
    public var name: String

    public init(path: String, name: String) {
      self.path = path
      self.name = name
    }
  }

  public init(
    themes: [Theme] = Theme.builtIns, theme: String? = nil, glyphs: Glyphs = .unicode,
    depth: ColorDepth = .trueColor, mouse: Bool = true, utcOffset: Int = 0,
    counter: (any TokenCounter)? = nil, offers: [PickerItem] = [],
    folders: [Folder] = [Folder(path: ".", name: "here")],
    open: (@Sendable (String, @escaping @Sendable (Double) -> Void) throws -> WorkbenchSource)? = nil
  ) {
    self.themes = themes
    self.theme = theme
    self.glyphs = glyphs
    self.depth = depth
    self.mouse = mouse
    self.utcOffset = utcOffset
    self.counter = counter
    self.offers = offers
    self.folders = folders
    self.open = open
  }
}
