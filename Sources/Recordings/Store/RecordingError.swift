/// What can go wrong with a recording. The text is one line: what, where, what to do.
public enum RecordingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// No file has this name.
  case notFound(path: String)
  /// The file is something else: `what` says what it is ("a folder", "an empty file").
  case notARecording(path: String, what: String)
  /// A later version wrote the file; `known` is the newest schema that this program reads.
  case newerSchema(path: String, found: Int, known: Int)
  /// The system refused to open the file.
  case cannotOpen(path: String, reason: String)
  /// A recording that was opened for reading, or that the system does not let us change.
  case readOnly(path: String)
  /// No room for what was to be written; everything that was acknowledged before is still there.
  case diskFull(path: String)
  /// Another program, or another part of this one, is writing it.
  case busy(path: String)
  /// The file is a recording but not a sound one.
  case damaged(path: String, detail: String)
  /// `create` was asked for a file that is already there.
  case exists(path: String)
  /// A row was asked for that the recording does not have, or a splice does not fit its parent.
  case invalid(path: String, detail: String)
  /// The recording was closed.
  case closed(path: String)
  /// Anything else that the file system or SQLite reported.
  case io(path: String, reason: String)

  public var description: String {
    // A path, or what SQLite quotes of a damaged file, may hold line ends and worse.
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }

  private var text: String {
    switch self {
    case .notFound(let path):
      "\(path): no such file"
    case .notARecording(let path, let what):
      "\(path): not a recording but \(what); import it, or name a recording"
    case .newerSchema(let path, let found, let known):
      "\(path): written by a newer version (schema \(found), known up to \(known)); upgrade to open it"
    case .cannotOpen(let path, let reason):
      "\(path): cannot be opened: \(reason)"
    case .readOnly(let path):
      "\(path): open for reading only; make the file and its folder writable, or record to another file"
    case .diskFull(let path):
      "\(path): the disk is full; make room and try again; nothing that was confirmed is lost"
    case .busy(let path):
      "\(path): another program is recording to it; close that one, or record to another file"
    case .damaged(let path, let detail):
      "\(path): damaged (\(detail)); restore a copy, or import its source again"
    case .exists(let path):
      "\(path): already exists; choose another name, or remove it first"
    case .invalid(let path, let detail):
      "\(path): \(detail)"
    case .closed(let path):
      "\(path): the recording was closed; open it again"
    case .io(let path, let reason):
      "\(path): \(reason)"
    }
  }
}
