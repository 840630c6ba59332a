import Recordings
import Synchronization
import Tokenizers

/// A recording, a transcript file or a folder of dumps that another program writes, kept up to date here.
final class FollowedSource: Sendable {
  /// A recording is read where it is; anything else is imported into one in memory, again whenever it has grown.
  let recording: Recording
  private let folder: Mutex<FolderImport>?
  private let onChange: @Sendable ((any Error)?) -> Void
  /// Held for as long as this is followed.
  private let watch = Mutex<(any Sendable)?>(nil)

  /// - Parameter onChange: called on a thread of its own after each change was taken in, or could not be.
  /// - Throws: `ImportError`, `RecordingError` or `TokenizerError`.
  init(_ path: String, _ settings: Settings, onChange: @escaping @Sendable ((any Error)?) -> Void) throws {
    self.onChange = onChange
    if Recording.isRecording(path) {
      recording = try Recording.open(path)
      folder = nil
      let watch = RecordingWatch(recording) { onChange(nil) }
      self.watch.withLock { $0 = watch }
      return
    }
    let counter = try settings.counter()
    recording = try Recording.inMemory(tokenizer: counter.name)
    folder = Mutex(
      try FolderImport(
        path, into: recording, options: ImportOptions(counter: counter, window: settings.window)))
    // Watched from before the first look, so that nothing falls between them.
    let watch = FolderWatch(path) { [weak self] _ in self?.update() }
    self.watch.withLock { $0 = watch }
    let bar = ProgressBar()
    defer { bar.finish() }
    do {
      try folder?.withLock { folder in _ = try folder.update { bar.report($0) } }
    } catch ImportError.noTranscripts {
      // An app may be about to write its first dump.
    }
  }

  private func update() {
    do {
      try folder?.withLock { folder in _ = try folder.update() }
      onChange(nil)
    } catch {
      onChange(error)
    }
  }
}
