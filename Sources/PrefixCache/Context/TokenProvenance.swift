import Tokenizers
import Transcripts

/// Where a token of a context comes from (C1): the entry, the part of it, and the bytes.
public struct TokenProvenance: Sendable, Hashable {
  /// What of an entry the token belongs to; all from 0.
  public enum Place: Sendable, Hashable {
    /// A segment; of instructions that is an instructions block. A token over the border of two belongs to the one it begins in.
    case segment(Int)
    case toolDefinition(Int)
    /// The schema that a prompt asks its answer to follow.
    case schema
    /// The name or the arguments of a call.
    case call(Int)
    /// The name of the tool that an output is of.
    case outputName
  }

  /// Index of the entry in what was sent; nil for tool definitions that were sent without an instructions entry.
  public var entry: Int?
  public var kind: EntryKind
  /// `text`, `tool:NAME`, `arguments` …, as `stemma why` prints it.
  public var part: String
  public var place: Place
  /// The token's bytes within the part. Exact for byte-level vocabularies, whose tokens are pieces of the text.
  public var bytes: Range<Int>
  /// The token's first byte within the segment (or whatever the place is).
  public var offset: Int
}

extension TokenBlock {
  /// Where a token of the block comes from; `entry` is the caller's to say.
  func provenance(of token: Int, entry: Int?, tokenizer: BytePairTokenizer) -> TokenProvenance? {
    guard let run = runs.first(where: { $0.tokens.contains(token) }) else { return nil }
    var start = 0
    for before in run.tokens.lowerBound..<token { start += tokenizer.bytes(of: tokens[before].id).count }
    let end = start + tokenizer.bytes(of: tokens[token].id).count
    // The newline that joins two segments is the end of the first.
    let passed = run.joints.prefix { $0 < start }
    let base = passed.last.map { $0 + 1 } ?? 0
    let place: TokenProvenance.Place =
      switch run.role {
      case .text, .structure, .image, .raw: .segment(run.segment + passed.count)
      case .tool: .toolDefinition(run.ordinal)
      case .schema: .schema
      case .callName, .arguments: .call(run.ordinal)
      case .outputName: .outputName
      }
    return TokenProvenance(
      entry: entry, kind: kind, part: run.name, place: place, bytes: start..<end, offset: start - base)
  }
}
