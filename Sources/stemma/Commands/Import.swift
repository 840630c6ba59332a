import Glibc
import Recordings
import Tokenizers

extension Command {
  static let importRecordings: Command = .init(
    name: "import",
    summary: "turn transcripts and folders of dumps into one recording",
    operands: [Operand(name: "FILE|DIR", count: .oneOrMore)],
    options: [.recordingOutput, .window, .tokenizer],
    discussion: [
      "A transcript becomes a session whose snapshots are its model steps; a folder of dumps becomes one session a title, each "
        + "dump a snapshot. Entries are stored once, so the recording is a small part of the dumps' size and opens at once. "
        + "Nothing of the files is lost: “stemma export” gives each back."
    ],
    examples: [
      Example("stemma import ~/OrigamiTranscripts -o origami.stemma", "a folder of dumps")
    ],
    run: { invocation, console in
      guard let output = invocation.value(.recordingOutput) else {
        throw UsageError.needsOption(.recordingOutput, command: .importRecordings)
      }
      let settings = try Settings(invocation)
      for path in invocation.operands where Recording.isRecording(path) {
        throw ImportRefusal.isRecording(path: path)
      }
      let counter = try settings.counter()
      let recording = try Recording.create(at: output, tokenizer: counter.name)
      do {
        let files = try RecordingImport(recording, ImportOptions(counter: counter, window: settings.window))
          .add(invocation.operands, console)
        let counts = try recording.counts()
        recording.close()
        console.print(
          "\(output)  \(Words.count(files, "file")), \(Words.count(counts.sessions, "session")), "
            + "\(Words.count(counts.snapshots, "snapshot")), \(Words.count(counts.entries, "distinct entry", "distinct entries"))"
        )
      } catch {
        // What was begun is of no use to anybody, and stands in the way of another try.
        recording.close()
        for suffix in ["", "-wal", "-shm"] { unlink(output + suffix) }
        throw error
      }
      return .fine
    })
}

/// Brings files and folders into a new recording.
struct RecordingImport {
  private let recording: Recording
  private let options: ImportOptions

  init(_ recording: Recording, _ options: ImportOptions) {
    self.recording = recording
    self.options = options
  }

  /// Returns how many files were imported; files of a folder that are no transcripts are named on standard error.
  func add(_ paths: [String], _ console: Console) throws -> Int {
    let bar = ProgressBar()
    defer { bar.finish() }
    var files = 0
    for path in paths {
      let folder = try FolderImport(path, into: recording, options: options)
      files += try folder.update { bar.report($0) }
      guard !folder.refused.isEmpty else { continue }
      bar.finish()
      for refusal in folder.refused { console.complain("left out: \(refusal)") }
    }
    return files
  }
}

enum ImportRefusal: Error, CustomStringConvertible {
  case isRecording(path: String)

  var description: String {
    switch self {
    case .isRecording(let path): "\(path): a recording already; copy it with cp"
    }
  }
}
