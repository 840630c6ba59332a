import Glibc

/// Calls back with the names of files that another program writes, renames or removes in a folder.
///
/// Uses the system's notifications (inotify), and looks four times a second where there are none: on network
/// file systems, when the system's supply of watches is used up, and while the folder is not there.
public final class FolderWatch: Sendable {
  private let thread: WatchThread

  /// Watches a folder, or one file of it, from now on, until `stop()` or the last reference.
  ///
  /// In a folder, a file counts as changed when it was closed after writing, moved in or out, or removed. A
  /// single file counts as changed with each write too, and need not be there yet.
  /// - Parameter onChange: called on the watch's thread with the names of the files, each once, in the order
  ///   of change. Changes that come within some hundredths of a second are one call. No names mean that
  ///   anything may have changed.
  public convenience init(_ path: String, onChange: @escaping @Sendable ([String]) -> Void) {
    self.init(path, notified: true, onChange: onChange)
  }

  /// - Parameter notified: false to look for changes even where the system would tell them.
  init(_ path: String, notified: Bool, onChange: @escaping @Sendable ([String]) -> Void) {
    let place = WatchedPlace(path)
    // Made here and not on the thread, so that what changes after this initialiser is seen.
    let notifications = notified ? FolderNotifications(place) : nil
    let listing = FolderListing(place)
    thread = WatchThread { stop in
      var loop = WatchLoop(place, notifications, listing, notified: notified)
      while let names = loop.next(stop) { onChange(names) }
    }
  }

  /// Ends the watch. When it returns, the callback has run for the last time (unless the callback itself
  /// calls it).
  public func stop() { thread.stop() }
}

/// A folder, or one file in it.
struct WatchedPlace: Sendable {
  var folder: String
  /// nil for the whole folder.
  var file: String?

  init(_ path: String) {
    var facts = stat()
    if stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR {
      folder = path
    } else if let slash = path.lastIndex(of: "/") {
      folder = slash == path.startIndex ? "/" : String(path[..<slash])
      file = String(path[path.index(after: slash)...])
    } else {
      folder = "."
      file = path
    }
  }

  func includes(_ name: String) -> Bool { file == nil || file == name }
}

/// The thread's work: waits for changes, by notification where there is one, else by comparing listings.
private struct WatchLoop {
  /// Between two looks at a folder that does not notify.
  private static let lookingPause: Int32 = 250
  /// A burst of changes ends with so much quiet …
  private static let quiet: Int32 = 15
  /// … or has been gathered for so many such times.
  private static let longestBurst = 4

  private let place: WatchedPlace
  private let notified: Bool
  private var notifications: FolderNotifications?
  private var listing: FolderListing

  init(
    _ place: WatchedPlace, _ notifications: FolderNotifications?, _ listing: FolderListing, notified: Bool
  ) {
    self.place = place
    self.notifications = notifications
    self.listing = listing
    self.notified = notified
  }

  /// The next changes; nil when it is time to stop.
  mutating func next(_ stop: WatchThread.StopSignal) -> [String]? {
    while true {
      guard let source = notifications else {
        if stop.wait(milliseconds: Self.lookingPause) { return nil }
        // First the notifications, then the listing: what changes between the two is in both, not in neither.
        if notified { notifications = FolderNotifications(place) }
        let now = FolderListing(place)
        let names = now.changes(since: listing)
        listing = now
        if !names.isEmpty { return names }
        continue
      }
      if stop.wait(or: source.descriptor, milliseconds: -1) { return nil }
      var burst = source.read()
      var rounds = 0
      while burst.isWhole, rounds < Self.longestBurst, !burst.names.isEmpty {
        rounds += 1
        if stop.wait(or: source.descriptor, milliseconds: Self.quiet) { return nil }
        let more = source.read()
        if more.isNothing { break }
        burst.add(more)
      }
      if burst.folderIsGone {
        notifications = nil
        listing = FolderListing(place)
      }
      if !burst.isWhole { return [] }
      if !burst.names.isEmpty { return burst.names }
    }
  }
}
