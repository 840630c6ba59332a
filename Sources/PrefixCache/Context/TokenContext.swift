import Tokenizers
import Transcripts

/// What a model is sent, as one sequence of tokens, each of which knows where it comes from (C1).
///
/// The order is D4's: the instructions' text, the tool definitions, the entries from the oldest to the newest. The sequence is a list
/// of blocks, one an entry, so that two contexts that share most of their entries are compared entry by entry, and token by
/// token only from where they part.
public struct TokenContext: Sendable {
  public private(set) var blocks: [TokenBlock] = []
  /// What is known of the sequence after each block.
  private var stations: [Station] = []
  /// True when the first block stands for tool definitions that no entry holds.
  var beginsWithTools = false

  /// Kept for each block, so that a longer context starts from what its beginning was worth.
  private struct Station {
    /// The position after the block's last token.
    var end: Int
    var fingerprint: UInt64
  }

  public init(_ blocks: [TokenBlock] = []) {
    for block in blocks { append(block) }
  }

  /// How many tokens there are.
  public var count: Int { stations.last?.end ?? 0 }

  /// A number that two contexts of the same entries share, and others hardly ever.
  public var fingerprint: UInt64 { stations.last?.fingerprint ?? 0xCBF2_9CE4_8422_2325 }

  public mutating func append(_ block: TokenBlock) {
    blocks.append(block)
    let mixed = (fingerprint ^ (block.content?.low ?? 0)) &* 0x100_0000_01B3
    stations.append(Station(end: count + block.count, fingerprint: mixed))
  }

  /// Keeps the first so many blocks.
  mutating func keep(_ count: Int) {
    blocks.removeSubrange(count...)
    stations.removeSubrange(count...)
  }

  /// The token at a position below `count`.
  public subscript(position: Int) -> ContextToken {
    let index = block(at: position)
    return blocks[index].tokens[position - start(of: index)]
  }

  /// All tokens in one array: for tests and for engines that take arrays.
  public var tokens: [ContextToken] { blocks.flatMap(\.tokens) }

  /// Where the token at a position comes from; nil beyond the end.
  public func provenance(of position: Int, tokenizer: BytePairTokenizer) -> TokenProvenance? {
    guard (0..<count).contains(position) else { return nil }
    let index = block(at: position)
    let entry = beginsWithTools ? index - 1 : index
    return blocks[index].provenance(
      of: position - start(of: index), entry: entry < 0 ? nil : entry, tokenizer: tokenizer)
  }

  /// How many tokens both begin with, looking at the first `limit` of the other.
  ///
  /// Blocks that both share cost one comparison of addresses each.
  public func commonPrefix(with other: TokenContext, limit: Int = .max) -> Int {
    let limit = min(limit, other.count, count)
    var index = SharedMemory.prefix(blocks, other.blocks)
    while index < blocks.count, index < other.blocks.count, blocks[index].isSame(as: other.blocks[index]) {
      index += 1
    }
    var position = start(of: index)
    guard position < limit else { return limit }
    // From here the blocks may be cut at other places, so both sides have a place of their own.
    var (mine, theirs) = (Cursor(block: index), Cursor(block: index))
    while position < limit {
      mine.settle(in: blocks)
      theirs.settle(in: other.blocks)
      guard mine.images == theirs.images,
        blocks[mine.block].tokens[mine.token] == other.blocks[theirs.block].tokens[theirs.token]
      else { break }
      mine.token += 1
      theirs.token += 1
      position += 1
    }
    return position
  }

  private struct Cursor {
    var block: Int
    var token = 0
    /// The images passed on the way: they are no tokens, and still a model that saw another one computed other values.
    var images: [EntryDigest] = []

    /// Moves on to the next block that has a token left. There is one: the position is below the count.
    mutating func settle(in blocks: [TokenBlock]) {
      while true {
        let here = blocks[block]
        for image in here.images where image.token == token { images.append(image.digest) }
        if token < here.count { return }
        block += 1
        token = 0
      }
    }
  }

  private func start(of block: Int) -> Int { block == 0 ? 0 : stations[block - 1].end }

  /// The block that a position stands in.
  private func block(at position: Int) -> Int {
    var (low, high) = (0, stations.count)
    while low < high {
      let middle = (low + high) / 2
      if stations[middle].end > position { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension TokenBlock {
  /// True when both are known to be the same tokens without comparing them.
  func isSame(as other: TokenBlock) -> Bool {
    self === other || content.map { $0 == other.content } ?? false
  }
}
