import Glibc
import Terminal

/// Lists what could be opened in a folder: recordings, transcripts, and folders that hold transcripts.
enum RecordingListing {
  /// More files of one folder are not listed.
  private static let longest = 2000

  static func items(_ folders: [WorkbenchOptions.Folder]) -> [PickerItem] {
    folders.flatMap { items(in: $0) }
  }

  private static func items(in folder: WorkbenchOptions.Folder) -> [PickerItem] {
    var items: [(item: PickerItem, changed: Int)] = []
    for name in names(in: folder.path) where !name.hasPrefix(".") {
      let path = folder.path == "." ? name : folder.path + "/" + name
      var facts = stat()
      guard stat(path, &facts) == 0 else { continue }
      let size = NumberText.bytes(Int(facts.st_size))
      let changed = facts.st_mtim.tv_sec
      if facts.st_mode & S_IFMT == S_IFDIR {
        let dumps = names(in: path).filter { $0.hasSuffix(".json") }.count
        guard dumps > 1 else { continue }
        let detail = "folder of \(NumberText.count(dumps, "transcript"))"
        items.append((PickerItem(path: path, title: name, place: folder.name, detail: detail), changed))
      } else if name.hasSuffix(".stemma") {
        items.append(
          (PickerItem(path: path, title: name, place: folder.name, detail: "recording  \(size)"), changed))
      } else if name.hasSuffix(".json") || name.hasSuffix(".jsonl") {
        items.append(
          (PickerItem(path: path, title: name, place: folder.name, detail: "transcript  \(size)"), changed))
      }
    }
    // Recordings before the rest, the newest first.
    return items.sorted { a, b in
      let (first, second) = (a.item.detail.hasPrefix("recording"), b.item.detail.hasPrefix("recording"))
      if first != second { return first }
      return a.changed == b.changed ? a.item.title < b.item.title : a.changed > b.changed
    }.map(\.item)
  }

  private static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while names.count < longest, let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      names.append(name)
    }
    return names
  }
}
