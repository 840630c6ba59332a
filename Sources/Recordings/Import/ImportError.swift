import TranscriptFormats

/// Why nothing could be opened or imported. Its description is the one line that a person sees.
public enum ImportError: Error, Sendable, CustomStringConvertible {
  case file(TranscriptFileError)
  case recording(RecordingError)
  case notFound(path: String)
  case noTranscripts(folder: String)
  /// Every file of a folder was refused; the first refusal tells why.
  case allRefused(folder: String, count: Int, first: String)

  public var description: String {
    switch self {
    case .file(let error): error.description
    case .recording(let error): error.description
    case .notFound(let path): "\(path): no such file or folder"
    case .noTranscripts(let folder):
      "\(folder): no transcripts in this folder (files named *.json); name the folder that an app writes its dumps to"
    case .allRefused(let folder, let count, let first):
      "\(folder): none of its \(count) files is a transcript; the first one: \(first)"
    }
  }
}
