import Glibc
import Terminal

/// Lists what could be opened in a folder: recordings, transcripts, and folders that hold transcripts.
enum RecordingListing {
  /// More files of one folder are not listed.
  private static let longest = 2000

  static func items(_ folders: [WorkbenchOptions.Folder]) -> [PickerItem] {
    let listed = Set(folders.compactMap { canonical($0.path) })
    // Whoever is in the folder of samples sees them once.
    var met: Set<String> = []
    let distinct = folders.filter { folder in canonical(folder.path).map { met.insert($0).inserted } ?? true }
    return distinct.flatMap { items(in: $0, leavingOut: listed) }
  }

  private static func items(in folder: WorkbenchOptions.Folder, leavingOut listed: Set<String>)
    -> [PickerItem]
  {
    var items: [(item: PickerItem, changed: Int)] = []
    let descriptions = descriptions(in: folder.path)
    for name in names(in: folder.path) where !name.hasPrefix(".") {
      let path = folder.path == "." ? name : folder.path + "/" + name
      var facts = stat()
      guard stat(path, &facts) == 0 else { continue }
      let size = NumberText.bytes(Int(facts.st_size))
      let changed = facts.st_mtim.tv_sec
      if facts.st_mode & S_IFMT == S_IFDIR {
        if let real = canonical(path), listed.contains(real) { continue }
        let dumps = names(in: path).filter { $0.hasSuffix(".json") }
        guard dumps.count > 1, dumps.prefix(8).contains(where: { looksLikeTranscript(path + "/" + $0) })
        else { continue }
        let detail = descriptions[name]?.text ?? "folder of \(NumberText.count(dumps.count, "transcript"))"
        items.append((PickerItem(path: path, title: name, place: folder.name, detail: detail), changed))
      } else if name.hasSuffix(".stemma") {
        items.append(
          (PickerItem(path: path, title: name, place: folder.name, detail: "recording  \(size)"), changed))
      } else if name.hasSuffix(".json") || name.hasSuffix(".jsonl"), looksLikeTranscript(path) {
        let detail = descriptions[name]?.text ?? "transcript  \(size)"
        items.append((PickerItem(path: path, title: name, place: folder.name, detail: detail), changed))
      }
    }
    // What somebody described has an order of its own; else recordings before the rest, the newest first.
    if !descriptions.isEmpty {
      return items.map(\.item).sorted { a, b in
        let (first, second) = (descriptions[a.title]?.place ?? .max, descriptions[b.title]?.place ?? .max)
        return first == second ? a.title < b.title : first < second
      }
    }
    return items.sorted { a, b in
      let (first, second) = (a.item.detail.hasPrefix("recording"), b.item.detail.hasPrefix("recording"))
      if first != second { return first }
      return a.changed == b.changed ? a.item.title < b.item.title : a.changed > b.changed
    }.map(\.item)
  }

  /// The same folder by whichever path it is named.
  private static func canonical(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// A look at a file's beginning: settings and themes are JSON too, and nothing to open here.
  private static func looksLikeTranscript(_ path: String) -> Bool {
    let head = beginning(of: path, 4096)
    return head.contains("\"entries\"") || head.contains("\"role\"")
  }

  /// What the folder's README says of its files, in rows like ``| `name` | what it shows | … |``.
  private static func descriptions(in folder: String) -> [String: (place: Int, text: String)] {
    var found: [String: (place: Int, text: String)] = [:]
    for line in beginning(of: folder + "/README.md", 1 << 15).split(separator: "\n")
    where line.hasPrefix("| `") {
      let columns = line.split(separator: "|", omittingEmptySubsequences: true)
      guard columns.count > 1 else { continue }
      let name = columns[0].filter { $0 != "`" && $0 != " " && $0 != "/" }
      found[name] = (found.count, String(columns[1].drop { $0 == " " }.filter { $0 != "`" }))
    }
    return found
  }

  private static func beginning(of path: String, _ length: Int) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: length)
    let count = read(descriptor, &bytes, length)
    return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
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
