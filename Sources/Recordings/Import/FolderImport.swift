import Glibc
import TranscriptFormats
import Transcripts

/// Brings a folder of dumps, or one transcript file, into a recording, and again whenever it has grown.
///
/// Each call of `update` looks at the folder and imports the files that are new or have changed: a changed file is a new moment
/// of its session. A file that is just being written (cut off, or changing while it is read) is left for the next call. Used
/// by one thread at a time.
public final class FolderImport {
  private let path: String
  private var importer: Importer
  private let isFolder: Bool
  private var seen: [String: FileBytes.Facts] = [:]
  private var isFirst = true
  /// Set once a transaction was undone: what the importer knows is no longer what the recording holds.
  private var failure: ImportError?
  /// Files that were refused as they are now, with the reason. One that is saved again is read again.
  public private(set) var refused: [TranscriptFileError] = []

  /// - Throws: `ImportError.notFound`.
  public init(_ path: String, into recording: Recording, options: ImportOptions) throws(ImportError) {
    guard let facts = FileBytes.Facts(path) else { throw .notFound(path: path) }
    self.path = path
    isFolder = facts.isFolder
    importer = Importer(into: recording, options: options)
  }

  /// Imports what is new.
  ///
  /// - Returns: how many files brought something new.
  /// - Throws: `ImportError` when there is nothing to import at the first call, or the recording can't be written; after the
  ///   latter every call throws it again.
  @discardableResult
  public func update(report: ImportReport? = nil) throws(ImportError) -> Int {
    if let failure { throw failure }
    let fresh = try files().filter { seen[$0.name] != $0.facts }
    let total = fresh.reduce(0) { $0 + $1.facts.size }
    var done = 0
    var imported = 0
    // Some files a transaction: a reader of the same recording sees them come.
    for start in stride(from: 0, to: fresh.count, by: 64) {
      let slice = fresh[start..<min(start + 64, fresh.count)]
      do {
        try importer.recording.write { writer in
          for file in slice {
            report?(ImportProgress(doneBytes: done, totalBytes: total, item: file.name))
            let before = done
            if try add(
              file, &writer,
              report: { [total] in
                report?(ImportProgress(doneBytes: before + $0, totalBytes: total, item: file.name))
              })
            {
              imported += 1
            }
            done += file.facts.size
          }
        }
      } catch let error as TranscriptFileError {
        // Only the first look at a single file ends like this; nothing of it is in the recording.
        importer = Importer(into: importer.recording, options: importer.options)
        throw .file(error)
      } catch {
        let failure = ImportError(error, path: path)
        self.failure = failure
        throw failure
      }
    }
    if isFirst, imported == 0, isFolder {
      guard let first = refused.first else { throw .noTranscripts(folder: path) }
      throw .allRefused(folder: path, count: refused.count, first: first.description)
    }
    isFirst = false
    return imported
  }

  private struct File {
    var name: String
    var path: String
    var facts: FileBytes.Facts
    var dump: DumpName
    var at: Timestamp
  }

  private func add(_ file: File, _ writer: inout RecordingWriter, report: @escaping (Int) -> Void) throws
    -> Bool
  {
    let manner: Importer.Manner =
      isFolder ? .dump(title: file.dump.title, at: file.at) : .session(at: file.at)
    do {
      let imported = try importer.file(
        file.path, name: file.name, origin: path, manner, &writer, report: report)
      // Not what the listing said: a file that grew since would be new once more, and its moment told twice.
      seen[file.name] = imported.facts
      refused.removeAll { $0.file == file.path }
      return imported.isNew
    } catch let error as TranscriptFileError {
      guard isFolder || !isFirst else { throw error }
      if isFirst || !error.mayHeal {
        seen[file.name] = file.facts
        refused.removeAll { $0.file == file.path }
        refused.append(error)
      }
      return false
    }
  }

  /// The folder's JSON files in the order of their time, then of their names; of a single file, itself.
  private func files() throws(ImportError) -> [File] {
    guard isFolder else {
      guard let facts = FileBytes.Facts(path) else { return [] }
      let name = path.split(separator: "/").last.map(String.init) ?? path
      return [file(name, path, facts)]
    }
    guard let folder = opendir(path) else {
      throw .file(.unreadable(file: path, reason: FileBytes.reason(errno)))
    }
    defer { closedir(folder) }
    var files: [File] = []
    while let item = readdir(folder) {
      let name = withUnsafePointer(to: &item.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name.hasSuffix(".json"), !name.hasPrefix(".") else { continue }
      let full = path.hasSuffix("/") ? path + name : path + "/" + name
      guard let facts = FileBytes.Facts(full), facts.isRegular else { continue }
      files.append(file(name, full, facts))
    }
    return Self.ordered(files)
  }

  /// By the time in the names; numbered files by their numbers, which survive copying; anything else by modification time.
  private static func ordered(_ files: [File]) -> [File] {
    let isNumbered =
      files.allSatisfy { $0.dump.at == nil } && Set(files.map { NaturalOrder.stem(of: $0.name) }).count == 1
    if isNumbered { return files.sorted { NaturalOrder.precedes($0.name, $1.name) } }
    return files.sorted {
      let (a, b) = (($0.at, $0.facts.modified), ($1.at, $1.facts.modified))
      return a != b ? a < b : NaturalOrder.precedes($0.name, $1.name)
    }
  }

  private func file(_ name: String, _ path: String, _ facts: FileBytes.Facts) -> File {
    let dump = DumpName(name)
    return File(
      name: name, path: path, facts: facts, dump: dump,
      at: dump.at ?? Timestamp(milliseconds: facts.modified / 1_000_000))
  }
}

extension ImportError {
  fileprivate init(_ error: any Error, path: String) {
    self =
      (error as? RecordingError).map(ImportError.recording)
      ?? .file(.unreadable(file: path, reason: "\(error)"))
  }
}

extension TranscriptFileError {
  /// True for what a file that is just being written looks like.
  fileprivate var mayHeal: Bool {
    switch self {
    case .changedWhileRead, .empty: true
    case .json(_, let error): if case .endsEarly = error.reason { true } else { false }
    default: false
    }
  }
}

/// Names as people sort them: `dump-9` before `dump-10`.
enum NaturalOrder {
  static func precedes(_ a: String, _ b: String) -> Bool {
    var left = Array(a.utf8)[...]
    var right = Array(b.utf8)[...]
    while let x = left.first, let y = right.first {
      if isDigit(x), isDigit(y) {
        let one = number(&left)
        let other = number(&right)
        if one.count != other.count { return one.count < other.count }
        if one != other { return one.lexicographicallyPrecedes(other) }
      } else if x != y {
        return x < y
      } else {
        left.removeFirst()
        right.removeFirst()
      }
    }
    return left.count < right.count
  }

  /// The name without its digits: `dump-9.json` and `dump-10.json` have one stem.
  static func stem(of name: String) -> [UInt8] { name.utf8.filter { !isDigit($0) } }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  /// Takes a run of digits off the front, without its leading zeros.
  private static func number(_ text: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let digits = text.prefix(while: isDigit)
    text = text.dropFirst(digits.count)
    return digits.drop { $0 == UInt8(ascii: "0") }
  }
}
