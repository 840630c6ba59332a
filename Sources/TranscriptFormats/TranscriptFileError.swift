import Transcripts

/// Why a file could not be read as transcripts. Its description is the one line that a person sees.
public enum TranscriptFileError: Error, Sendable, Hashable, CustomStringConvertible {
  case json(file: String, JSONError)
  /// JSON, but not a transcript; `resemblance` names the format that it looks like.
  case notATranscript(file: String, resemblance: String?)
  case unsupportedVersion(file: String, version: String)
  case empty(file: String)
  case otherEncoding(file: String, name: String)
  case unreadable(file: String, reason: String)
  case changedWhileRead(file: String)
  case tooLarge(file: String, bytes: Int, limit: Int)

  public var file: String {
    switch self {
    case .json(let file, _), .notATranscript(let file, _), .unsupportedVersion(let file, _), .empty(let file),
      .otherEncoding(let file, _), .unreadable(let file, _), .changedWhileRead(let file),
      .tooLarge(let file, _, _):
      file
    }
  }

  public var description: String {
    switch self {
    case .json(let file, let error):
      let hint = if case .endsEarly = error.reason { "; the file looks cut off: save it again" } else { "" }
      return "\(file):\(error.line):\(error.column): \(error.message)\(hint)"
    case .notATranscript(let file, let resemblance?):
      return
        "\(file): looks like \(resemblance), not a FoundationModels transcript; this version reads FoundationModels"
        + " transcripts and .stemma recordings"
    case .notATranscript(let file, nil):
      return "\(file): JSON, but not a FoundationModels transcript (no transcript.entries); was it saved with"
        + " JSONEncoder().encode(session.transcript)?"
    case .unsupportedVersion(let file, let version):
      return "\(file): transcript version \(version) is neither 1 nor \"1.1\"; a newer stemma may read it"
    case .empty(let file):
      return "\(file): the file is empty; nothing was saved into it"
    case .otherEncoding(let file, let name):
      return "\(file): the text is \(name); convert it to UTF-8 first (iconv -t UTF-8)"
    case .unreadable(let file, let reason):
      return "\(file): \(reason)"
    case .changedWhileRead(let file):
      return "\(file): changed while it was read; open it again, or follow it with stemma watch"
    case .tooLarge(let file, let bytes, let limit):
      return "\(file): \(bytes) bytes are more than the \(limit) that one file may have; split it"
    }
  }
}
