import Glibc
import Recordings
import Tokenizers

/// A recording, a transcript file or a folder of dumps that another program writes, kept up to date here.
final class FollowedSource {
  /// A recording is read where it is; anything else is imported into one in memory, again whenever it has grown.
  let recording: Recording
  private let folder: FolderImport?
  private let bell: ChangeBell
  private var watches: [any Sendable] = []

  /// - Throws: `ImportError`, `RecordingError` or `TokenizerError`.
  init(_ path: String, _ settings: Settings) throws {
    bell = try ChangeBell()
    let bell = bell
    if Recording.isRecording(path) {
      recording = try Recording.open(path)
      folder = nil
      watches.append(RecordingWatch(recording) { bell.ring() })
      return
    }
    let counter = try settings.counter()
    recording = try Recording.inMemory(tokenizer: counter.name)
    let folder = try FolderImport(
      path, into: recording, options: ImportOptions(counter: counter, window: settings.window))
    self.folder = folder
    // Watched from before the first look, so that nothing falls between them.
    watches.append(FolderWatch(path) { _ in bell.ring() })
    let bar = ProgressBar()
    defer { bar.finish() }
    do {
      try folder.update { bar.report($0) }
    } catch ImportError.noTranscripts {
      // An app may be about to write its first dump.
    }
  }

  /// Sleeps until something changed, and takes it in.
  func wait() throws {
    bell.wait()
    try folder?.update()
  }
}

/// Lets one thread wait for what others announce.
final class ChangeBell: Sendable {
  private let reader: Int32
  private let writer: Int32

  init() throws(FileError) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw FileError(path: "a pipe", action: "cannot be made") }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (reader, writer) = (ends[0], ends[1])
  }

  deinit {
    close(reader)
    close(writer)
  }

  func ring() {
    var byte: UInt8 = 1
    // A full pipe means that it is ringing already.
    _ = write(writer, &byte, 1)
  }

  /// Returns once it was rung, however often.
  func wait() {
    var ready = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
    while poll(&ready, 1, -1) < 0, errno == EINTR {}
    var bytes = [UInt8](repeating: 0, count: 256)
    while read(reader, &bytes, bytes.count) > 0 {}
  }
}
