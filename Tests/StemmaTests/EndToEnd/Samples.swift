import Foundation

/// The transcripts that come with the project.
enum Samples {
  static let folder = StemmaProcess.packageRoot + "/sample-transcripts"

  static func path(_ name: String) -> String { folder + "/" + name }

  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path(name))))
  }

  /// All transcript files, those in folders too, from `sample-transcripts` on: `clock/loaf_20260913-101527.json`.
  static let files: [String] = {
    let all = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return all.filter { $0.hasSuffix(".json") }.sorted()
  }()

  static let broken = "broken.json"
}
