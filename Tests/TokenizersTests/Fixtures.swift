import Foundation

@testable import Tokenizers

/// The files of `Fixtures/` and files made for one test.
enum Fixtures {
  static func path(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures").appendingPathComponent(name).path
  }

  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(name))))
  }

  /// Calls the body with the path of a new file of these bytes, which is removed afterwards.
  static func withFile<Result>(_ bytes: [UInt8], _ body: (String) throws -> Result) throws -> Result {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("tokenizer-\(UUID().uuidString)")
    try Data(bytes).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    return try body(url.path)
  }

  static func load(json: String) throws -> BytePairTokenizer {
    try BytePairTokenizer.load(json: JSONCursor(path: "t.json", bytes: Array(json.utf8)))
  }
}

/// A small generator of random numbers with a fixed seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A string of up to `length` scalars of all planes, half of them ASCII.
  mutating func string(upTo length: Int) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...length, using: &self) {
      let limits: [UInt32] = [0x7F, 0x7F, 0x2FF, 0x33FF, 0xFFFF, 0x1FFFF]
      let limit = limits.randomElement(using: &self) ?? 0x7F
      if let scalar = Unicode.Scalar(UInt32.random(in: 0...limit, using: &self)) { text.append(scalar) }
    }
    return String(text)
  }
}

/// Writes the front of a GGUF file.
struct GGUFBytes {
  var bytes: [UInt8]

  init(version: UInt32 = 3, pairs: UInt64) {
    bytes = Array("GGUF".utf8)
    append(version)
    append(UInt64(0))
    append(pairs)
  }

  mutating func append<Number: FixedWidthInteger>(_ number: Number) {
    withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
  }

  mutating func append(_ text: String) {
    append(UInt64(text.utf8.count))
    bytes += text.utf8
  }

  mutating func string(_ key: String, _ value: String) {
    append(key)
    append(UInt32(8))
    append(value)
  }

  mutating func strings(_ key: String, _ values: [String]) {
    append(key)
    append(UInt32(9))
    append(UInt32(8))
    append(UInt64(values.count))
    for value in values { append(value) }
  }
}
