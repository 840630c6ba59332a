import Foundation

/// A number as `--json` prints it, with where it comes from.
struct PrintedQuantity: Decodable, Equatable {
  var value: Int
  var origin: String
}

/// `stemma why --json`, as far as tests look at it.
struct PrintedWhy: Decodable {
  struct Inference: Decodable {
    var inference: Int
    var snapshot: Int
    var cause: String
    var input: PrintedQuantity?
    var reused: PrintedQuantity?
    var divergence: Divergence?
    var cost: Cost
  }

  struct Divergence: Decodable {
    var token: Int
    var entry: Int
    var part: String
    var byte: Int
    var before: String
    var after: String
    var detail: String?
  }

  struct Cost: Decodable {
    var tokens: Int
  }

  struct Warning: Decodable {
    var snapshot: Int
    var entry: Int
    var message: String
  }

  var format: String
  var inferences: [Inference]
  var warnings: [Warning]

  /// What `stemma why DIR --json` prints.
  init(_ path: String) throws {
    let result = try StemmaProcess.run(["why", path, "--json"])
    guard result.status == 0 else { throw Unexpected(result: result) }
    self = try JSONDecoder().decode(Self.self, from: Data(result.stdout.utf8))
  }

  /// Those that lost what the cache held.
  var losses: [Inference] { inferences.filter { !["cold", "appended"].contains($0.cause) } }

  struct Unexpected: Error {
    var result: ChildProcess.Result
  }
}

/// `stemma diff --json`.
struct PrintedDiff: Decodable {
  struct Splice: Decodable, Equatable {
    var position: Int
    var removed: Int
    var inserted: Int
  }

  struct Entry: Decodable {
    var op: String
    var a: Int?
    var b: Int?
    var kind: String?
    var words: [Word]?
  }

  struct Word: Decodable, Equatable {
    var op: String
    var text: String
  }

  struct Prefix: Decodable {
    var entries: Int
    var tokens: PrintedQuantity
  }

  struct Invalidated: Decodable {
    var tokens: PrintedQuantity
  }

  var format: String
  var splice: Splice
  var entries: [Entry]
  var prefix: Prefix
  var invalidated: Invalidated
}
