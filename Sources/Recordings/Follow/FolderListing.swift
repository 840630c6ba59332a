import Glibc

/// The files of a folder at one moment, as far as it shows which of them have changed.
struct FolderListing: Sendable {
  private struct File: Sendable, Equatable {
    var inode: UInt64
    var size: Int64
    var seconds: Int
    var nanoseconds: Int
  }
  private var files: [String: File] = [:]

  /// Empty when the folder cannot be read.
  init(_ place: WatchedPlace) {
    guard let folder = opendir(place.folder) else { return }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      var facts = stat()
      guard place.includes(name), fstatat(dirfd(folder), name, &facts, 0) == 0,
        facts.st_mode & S_IFMT == S_IFREG
      else { continue }
      files[name] = File(
        inode: UInt64(facts.st_ino), size: Int64(facts.st_size), seconds: facts.st_mtim.tv_sec,
        nanoseconds: facts.st_mtim.tv_nsec)
    }
  }

  /// Names of the files that came, went or were written between, in alphabetical order.
  func changes(since earlier: FolderListing) -> [String] {
    Set(files.keys).union(earlier.files.keys).filter { files[$0] != earlier.files[$0] }.sorted()
  }
}
