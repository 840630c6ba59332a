import Glibc

/// The system's notifications about one folder (inotify).
final class FolderNotifications: Sendable {
  let descriptor: Int32
  private let place: WatchedPlace

  /// Changes that came together.
  struct Burst {
    private(set) var names: [String] = []
    private var known: Set<String> = []
    /// False when the system dropped some, or the folder went.
    var isWhole = true
    var folderIsGone = false

    var isNothing: Bool { names.isEmpty && isWhole }

    mutating func add(_ name: String) {
      if known.insert(name).inserted { names.append(name) }
    }

    mutating func add(_ other: Burst) {
      for name in other.names { add(name) }
      isWhole = isWhole && other.isWhole
      folderIsGone = folderIsGone || other.folderIsGone
    }
  }

  /// nil where there are none for this folder.
  init?(_ place: WatchedPlace) {
    guard !FileSystem.isShared(place.folder) else { return nil }
    let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    var events = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF
    if place.file != nil { events |= IN_MODIFY }
    guard inotify_add_watch(descriptor, place.folder, UInt32(events | IN_ONLYDIR)) >= 0 else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
    self.place = place
  }

  deinit { close(descriptor) }

  /// What has come since the last call.
  func read() -> Burst {
    var burst = Burst()
    let header = MemoryLayout<inotify_event>.size
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: MemoryLayout<inotify_event>.alignment) {
      buffer in
      while true {
        let length = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        guard length > 0 else { return }
        var offset = 0
        while offset + header <= length {
          let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let name = buffer[offset + header..<min(length, offset + header + Int(event.len))]
          offset += header + Int(event.len)
          note(event.mask, String(decoding: name.prefix { $0 != 0 }, as: UTF8.self), in: &burst)
        }
      }
    }
    return burst
  }

  private func note(_ mask: UInt32, _ name: String, in burst: inout Burst) {
    let gone = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT)
    if mask & gone != 0 {
      burst.folderIsGone = true
      burst.isWhole = false
    } else if mask & UInt32(IN_Q_OVERFLOW) != 0 {
      burst.isWhole = false
    } else if !name.isEmpty, place.includes(name) {
      burst.add(name)
    }
  }
}
