import Glibc

/// What kind of file system a folder is on, from `/proc/self/mounts`.
enum FileSystem {
  /// Kinds that another machine, or the host of a virtual one, may write to without this kernel's notice.
  private static let shared = [
    "nfs", "nfs4", "cifs", "smb3", "9p", "virtiofs", "vboxsf", "afs", "ceph", "glusterfs",
  ]

  /// True when changes in the folder may come without notification.
  static func isShared(_ folder: String) -> Bool {
    guard let resolved = realpath(folder, nil) else { return false }
    defer { free(resolved) }
    guard let mounts = fopen("/proc/self/mounts", "re") else { return false }
    defer { fclose(mounts) }
    var text: UnsafeMutablePointer<CChar>?
    var room = 0
    defer { free(text) }
    var lines: [String] = []
    while getline(&text, &room, mounts) > 0, let text { lines.append(String(cString: text)) }
    guard let kind = kind(of: String(cString: resolved), mounts: lines) else { return false }
    return shared.contains(kind) || kind.hasPrefix("fuse.")
  }

  /// The kind of the mount that holds the path: the last of those whose place is the longest beginning of it.
  /// A line is device, place, kind …, with a space in a name as `\\040`.
  static func kind(of path: String, mounts: [String]) -> String? {
    var best: (place: String, kind: String)?
    for line in mounts {
      let fields = line.split(separator: " ", maxSplits: 3)
      guard fields.count == 4 else { continue }
      let place = unescaped(fields[1])
      let holds = path == place || path.hasPrefix(place == "/" ? "/" : place + "/")
      if holds, place.utf8.count >= best?.place.utf8.count ?? 0 { best = (place, String(fields[2])) }
    }
    return best?.kind
  }

  private static func unescaped(_ field: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(field.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(3)
      if byte == UInt8(ascii: "\\"), digits.count == 3,
        let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
      {
        bytes.append(code)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
