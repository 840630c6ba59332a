import FoundationEssentials
import Recordings
import Tokenizers
import TranscriptFormats
import Transcripts

/// Reading transcript JSON: against Foundation's decoder on the same file, and all the way into a recording.
enum ReaderBenchmark {
  /// What a person would write to read these files with Foundation: only what every entry has.
  private struct PeerDocument: Decodable {
    struct Envelope: Decodable { var entries: [Entry] }
    struct Entry: Decodable {
      var id: String
      var role: String
      var contents: [Segment]?
      var toolCalls: [Call]?
      var toolName: String?
      var toolCallID: String?
    }
    struct Segment: Decodable {
      var id: String
      var type: String
      var text: String?
    }
    struct Call: Decodable {
      var id: String
      var name: String
      var arguments: String
    }
    var transcript: Envelope
  }

  static func run(_ place: Workplace) throws -> [Claim] {
    let path = try place.transcript(megabytes: 50)
    let bytes = try Workplace.read(path)
    let megabytes = Double(bytes.count) / 1e6
    var kept = 0
    let ours = try Stopwatch.seconds(runs: 3) {
      var reader = TranscriptReader()
      var count = 0
      _ = try bytes.withUnsafeBufferPointer { text in
        try reader.read(text, file: path) { scanner in
          count += scanner.record(tokens: 0, toolTokens: 0).json.isEmpty ? 0 : 1
          return count
        }
      }
      kept = count
    }
    // Of this whole process so far, the file's own bytes included.
    let peak = try Workplace.peakMebibytes(of: "self") * 1_048_576 / Double(bytes.count)
    let data = Data(bytes)
    var peerKept = 0
    let peer = try Stopwatch.seconds(runs: 3) {
      peerKept = try JSONDecoder().decode(PeerDocument.self, from: data).transcript.entries.count
    }
    guard kept == peerKept else { throw Workplace.Failure(what: "\(kept) entries here, \(peerKept) there") }
    let options = ImportOptions(counter: CharacterTokenCounter())
    let imported = try Stopwatch.seconds(runs: 1) { _ = try Source.open(path, options: options) }
    return [
      .atMost("reader: memory against the file", peak, 3, "x"),
      .atLeast("reader: records of a 50-MB transcript", megabytes / ours, 100, "MB/s"),
      .ratio(
        "reader: against Foundation", ours: megabytes / ours, peer: megabytes / peer, peerName: "JSONDecoder",
        atLeast: 3, "MB/s"),
      .figure(
        "import: the same, each model step a snapshot", "\(Figure.text(megabytes / imported)) MB/s",
        "one transcript of \(kept) entries"),
    ]
  }
}
