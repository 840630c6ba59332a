import Glibc

/// A file, and perhaps one of its snapshots: `FILE`, `FILE@3`, `FILE@-1`.
///
/// A name that is there is taken literally, so a file that really is called `a@3` wins over snapshot 3 of `a`.
struct SnapshotReference: Sendable, Equatable {
  var path: String
  /// From 0, or from the end: -1 is the last. Nil when none was named.
  var snapshot: Int?

  /// - Parameter file: the file that a bare `@3` is about; nil where there must be a name.
  init(_ word: String, of file: String? = nil) {
    if Self.isThere(word) {
      self.init(path: word, snapshot: nil)
    } else if let sign = word.lastIndex(of: "@"), let number = Int(word[word.index(after: sign)...]),
      sign > word.startIndex || file != nil
    {
      self.init(path: sign > word.startIndex ? String(word[..<sign]) : file ?? "", snapshot: number)
    } else {
      self.init(path: word, snapshot: nil)
    }
  }

  private init(path: String, snapshot: Int?) {
    self.path = path
    self.snapshot = snapshot
  }

  static func isThere(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0
  }

  /// The snapshot's number from 0 among `count`; the last one when none was named.
  func resolved(among count: Int) throws(ReadingError) -> Int {
    guard count > 0 else { throw .noSnapshots(path: path) }
    guard let snapshot else { return count - 1 }
    let index = snapshot < 0 ? count + snapshot : snapshot
    guard (0..<count).contains(index) else { throw .noSuchSnapshot(path: path, snapshot, count: count) }
    return index
  }
}
