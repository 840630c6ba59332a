/// One recording: an SQLite file of sessions, requests, inferences and snapshots, or one in memory.
///
/// - A recording is made by `create(at:tokenizer:)`, opened by `open(_:for:)`; it is closed by `close()` or
///   with its last reference. A closed recording is one file.
/// - Any thread may use it: a lock guards its one connection. Rows come in the order of their ids, which is
///   the order of recording; `after` is the last id already known, so a reader follows a growing file by
///   asking for what is new.
/// - `write(_:)` is one transaction. When it returns, what was written survives the end of the process by any
///   signal (a loss of power may cost the last moments, never the file). When it throws, nothing of it was
///   written.
/// - A file has one writer at a time and any number of readers, in any processes; each reader sees whole
///   transactions.
/// - Nothing is ever changed in a snapshot or an entry, and no row is removed, but for those of what is
///   streaming: they tell the moment. An inference and a request that were recorded while they ran are
///   completed at their end.
public final class Recording: Sendable {
  /// What a recording is opened for.
  public enum Access: Sendable, Hashable {
    case reading, writing
  }

  /// The file; nil for one in memory.
  public let path: String?
  public let access: Access
  /// The name of the token counter that its counts come from.
  public let tokenizer: String

  private let lock = RecursiveLock()
  /// Used only between `enter` and `leave`.
  nonisolated(unsafe) private let store: Store

  init(store: Store, path: String?, access: Access) throws(RecordingError) {
    self.store = store
    self.path = path
    self.access = access
    tokenizer = try store.meta("tokenizer") ?? ""
  }

  /// Folds the log into the file and closes it. What is called afterwards throws `closed`.
  public func close() {
    let store = enter()
    defer { leave() }
    store.close()
  }

  /// Takes the lock, which `leave` gives back.
  func enter() -> Store {
    lock.lock()
    return store
  }

  func leave() { lock.unlock() }

  // MARK: - Transactions

  /// Runs `body` in one transaction and returns what it returns. A throw undoes everything and is passed on.
  ///
  /// What `body` reads of this recording includes what it has written. Other threads wait until it returns. A
  /// snapshot and what belongs to it are one call; an import puts many into one.
  /// - Throws: `readOnly`, `busy` when another program writes, `diskFull`, or what `body` throws.
  public func write<T>(_ body: (inout RecordingWriter) throws -> T) throws -> T {
    let store = enter()
    defer { leave() }
    guard access == .writing else { throw RecordingError.readOnly(path: store.connection.path) }
    guard store.connection.isIdle else {
      throw RecordingError.invalid(path: store.connection.path, detail: "a write inside a read or a write")
    }
    try store.begin()
    do {
      var writer = RecordingWriter(store: store)
      let result = try body(&writer)
      try store.commit()
      return result
    } catch {
      store.rollBack()
      throw error
    }
  }

  /// Runs `body`, whose reads of this recording all see the same moment, whatever others write meanwhile.
  public func read<T>(_ body: () throws -> T) throws -> T {
    let store = enter()
    defer { leave() }
    let result = try store.atOneMoment { () throws(RecordingError) in Result { try body() } }
    return try result.get()
  }

  /// Whether a program has the recording open for writing at the moment: this one, or another.
  ///
  /// A recording whose writer was killed has no writer, whatever its rows say of what is running.
  public var hasWriter: Bool {
    let store = enter()
    defer { leave() }
    guard access == .reading else { return store.connection.isOpen }
    return store.connection.logPath.map { WriterLock.isHeld(log: $0, patience: 5) } ?? false
  }

  /// Grows whenever the recording changes, by this object or by another program: cheap to compare.
  public struct ChangeCounter: Sendable, Hashable {
    var others: Int64
    var own: Int64
  }

  /// The counter now; two equal ones mean that nothing changed between.
  public var changeCounter: ChangeCounter {
    get throws(RecordingError) {
      let store = enter()
      defer { leave() }
      let version = try store.connection.statement("PRAGMA data_version")
      defer { version.reset() }
      let others = try version.step() ? version.int64(0) : 0
      return ChangeCounter(others: others, own: store.connection.totalChanges)
    }
  }
}
