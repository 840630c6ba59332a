import Tokenizers
import TranscriptFormats

/// Opens whatever a person names: a recording, a transcript file, or a folder of dumps.
public enum Source {
  /// - Parameters:
  ///   - path: a `.stemma` recording is opened for reading; anything else is imported into a recording in memory.
  ///   - report: told how far a long import has come.
  public static func open(
    _ path: String, options: ImportOptions, report: ImportReport? = nil
  ) throws(ImportError) -> Recording {
    guard let facts = FileBytes.Facts(path) else { throw .notFound(path: path) }
    do {
      if !facts.isFolder, Recording.isRecording(path) { return try Recording.open(path) }
      let recording = try Recording.inMemory(tokenizer: options.counter.name)
      try FolderImport(path, into: recording, options: options).update(report: report)
      return recording
    } catch let error as ImportError {
      throw error
    } catch let error as RecordingError {
      throw .recording(error)
    } catch {
      throw .file(.unreadable(file: path, reason: "\(error)"))
    }
  }
}
