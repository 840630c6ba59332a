import PrefixCache
import Recordings
import Tokenizers
import Transcripts

/// A folder of dumps of one long session: into a recording, explained, and how all that grows with the folder.
enum FolderBenchmark {
  static func run(_ place: Workplace) throws -> [Claim] {
    var claims: [Claim] = []
    var perRequest: [Double] = []
    let options = ImportOptions(counter: CharacterTokenCounter())
    for scale in [1, 4, 16] {
      let requests = 1000 * scale
      let folder = try place.dumps(requests: requests)
      let bytes = try Workplace.size(ofFolder: folder)
      var losses = 0
      let seconds = try Stopwatch.seconds(runs: scale == 16 ? 1 : 3) {
        let recording = try Source.open(folder, options: options)
        losses = try recording.inferences().count { $0.cause.isLoss }
      }
      perRequest.append(seconds / Double(bytes))
      claims.append(
        .figure(
          "folder: \(requests) dumps, \(Figure.text(Double(bytes) / 1e6)) MB, read and explained",
          "\(Figure.text(seconds * 1e3)) ms",
          "\(losses) losses, \(Figure.text(Double(bytes) / seconds / 1e6)) MB/s"))
      if scale == 1 {
        claims.append(.atMost("folder: 1,000 dumps explained", seconds, 1, "s"))
        claims.append(.atLeast("folder: import", Double(bytes) / seconds / 1e6, 100, "MB/s"))
        claims.append(try weight(folder, bytes, options, place))
      }
    }
    claims.append(
      .atMost(
        "folder: time a byte at 16x against 1x", (perRequest.last ?? 0) / (perRequest.first ?? 1), 1.5, "x"))
    return claims
  }

  private static func weight(_ folder: String, _ bytes: Int, _ options: ImportOptions, _ place: Workplace)
    throws
    -> Claim
  {
    let path = "\(place.path)/folder.stemma"
    let recording = try Recording.create(at: path, tokenizer: options.counter.name)
    try FolderImport(folder, into: recording, options: options).update()
    recording.close()
    return .atMost("folder: its recording", Double(Workplace.size(of: path)) / 1e6, 2, "MB")
  }
}
