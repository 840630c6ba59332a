import CSQLite
import Glibc
import Transcripts

/// A prepared statement: bind by position from 1, step, read columns from 0, `reset` when done.
///
/// A failed bind shows at the next step, so binding does not throw.
final class Statement {
  private let handle: OpaquePointer
  /// The connection owns its statements and outlives their use.
  private unowned let connection: Connection

  init(handle: OpaquePointer, connection: Connection) {
    self.handle = handle
    self.connection = connection
  }

  deinit { sqlite3_finalize(handle) }

  // MARK: - Binding

  func bind(_ index: Int32, _ value: Int64) { sqlite3_bind_int64(handle, index, value) }
  func bind(_ index: Int32, _ value: Int) { sqlite3_bind_int64(handle, index, Int64(value)) }

  func bind(_ index: Int32, _ value: Int64?) {
    if let value { bind(index, value) } else { sqlite3_bind_null(handle, index) }
  }

  /// A quantity's value; its origin goes to a column of its own.
  func bind(_ index: Int32, _ value: Quantity?) { bind(index, value.map { Int64($0.value) }) }

  func bind(_ index: Int32, _ value: Timestamp?) { bind(index, value?.milliseconds) }

  func bind(_ index: Int32, _ value: String?) {
    guard var value else {
      sqlite3_bind_null(handle, index)
      return
    }
    value.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        _ = sqlite3_bind_text_copy(handle, index, text.baseAddress, UInt64(text.count))
      }
    }
  }

  func bind(text bytes: [UInt8], _ index: Int32) {
    bytes.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { text in
        _ = sqlite3_bind_text_copy(handle, index, text.baseAddress, UInt64(text.count))
      }
    }
  }

  func bind(blob bytes: [UInt8]?, _ index: Int32) {
    guard let bytes else {
      sqlite3_bind_null(handle, index)
      return
    }
    bytes.withUnsafeBytes { buffer in
      _ = sqlite3_bind_blob_copy(handle, index, buffer.baseAddress, UInt64(buffer.count))
    }
  }

  /// Sixteen bytes, big-endian.
  func bind(_ index: Int32, _ digest: EntryDigest) {
    withUnsafeBytes(of: (digest.high.bigEndian, digest.low.bigEndian)) { buffer in
      _ = sqlite3_bind_blob_copy(handle, index, buffer.baseAddress, UInt64(buffer.count))
    }
  }

  // MARK: - Running

  /// Moves to the next row; false when there is none.
  func step() throws(RecordingError) -> Bool {
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    let failure = connection.failure(code)
    reset()
    throw failure
  }

  /// Runs a statement that gives no rows.
  func run() throws(RecordingError) {
    defer { reset() }
    while try step() {}
  }

  /// Ends a run; the bindings stay until the next ones replace them.
  func reset() { sqlite3_reset(handle) }

  // MARK: - Columns of the row

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }
  func int64(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }
  func int(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }

  func int32(_ column: Int32) -> Int32 { Int32(clamping: sqlite3_column_int64(handle, column)) }

  func optionalInt64(_ column: Int32) -> Int64? {
    isNull(column) ? nil : sqlite3_column_int64(handle, column)
  }

  func timestamp(_ column: Int32) -> Timestamp? {
    let milliseconds = sqlite3_column_int64(handle, column)
    // NULL reads as 0, and the first moment of 1970 is rare: most rows are spared the second call.
    if milliseconds == 0, isNull(column) { return nil }
    return Timestamp(milliseconds: milliseconds)
  }

  func text(_ column: Int32) -> String? {
    isNull(column) ? nil : bytes(column) { String(decoding: $0, as: UTF8.self) }
  }

  /// True when a text or blob column holds just these bytes.
  func hasBytes(_ column: Int32, _ other: [UInt8]) -> Bool {
    bytes(column) { stored in
      other.withUnsafeBytes { other in
        guard stored.count == other.count else { return false }
        guard let left = stored.baseAddress, let right = other.baseAddress else { return true }
        return memcmp(left, right, other.count) == 0
      }
    }
  }

  /// The bytes of a text or blob column, valid inside `body`; none for NULL.
  func bytes<T>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> T) -> T {
    let address = sqlite3_column_blob(handle, column)
    let count = Int(sqlite3_column_bytes(handle, column))
    return body(UnsafeRawBufferPointer(start: address, count: address == nil ? 0 : count))
  }
}
