/// What a command cannot find in a file that can be read. The text is one line: the file, what, what to do.
enum ReadingError: Error, CustomStringConvertible {
  case noSuchSnapshot(path: String, Int, count: Int)
  case noSnapshots(path: String)
  case noSuchSession(path: String, Int, count: Int)
  case noSuchEntry(path: String, snapshot: Int, Int, count: Int)
  case countedOtherwise(path: String, tokenizer: String)
  case notForVersionOne(path: String)

  var description: String {
    switch self {
    case .noSuchSnapshot(let path, let asked, 1):
      "\(path): no snapshot @\(asked); the only one is @0"
    case .noSuchSnapshot(let path, let asked, let count):
      "\(path): no snapshot @\(asked); there are @0 to @\(count - 1), and @-1 is the last"
    case .noSnapshots(let path):
      "\(path): no snapshots yet; “stemma watch” waits for the first"
    case .noSuchSession(let path, let asked, 1):
      "\(path): no session \(asked); there is only session 1"
    case .noSuchSession(let path, let asked, let count):
      "\(path): no session \(asked); there are 1 to \(count)"
    case .noSuchEntry(let path, let snapshot, let asked, 0):
      "\(path)@\(snapshot): no entry \(asked); this snapshot is empty"
    case .noSuchEntry(let path, let snapshot, let asked, let count):
      "\(path)@\(snapshot): no entry \(asked); there are 0 to \(count - 1)"
    case .countedOtherwise(let path, let tokenizer):
      "\(path): recorded live and counted with \(tokenizer); leave --tokenizer out: its numbers can't be had from another"
    case .notForVersionOne(let path):
      "\(path): bare entries have no version; leave “=1” and “=1.1” out to write them as they are"
    }
  }
}
