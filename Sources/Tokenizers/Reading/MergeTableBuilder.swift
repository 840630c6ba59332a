/// Fills a merge table from the spelled merges of a file, checking each against the vocabulary.
struct MergeTableBuilder {
  let path: String
  /// Whether tokens are spelled in the byte alphabet.
  let isByteLevel: Bool
  /// Of a pair given twice, the later merge counts (`tokenizers`) or the earlier (llama.cpp).
  let laterWins: Bool
  private let vocabulary: Vocabulary
  private let table: MergeTable
  private var count = 0

  init(path: String, vocabulary: Vocabulary, isByteLevel: Bool, laterWins: Bool, expecting: Int) {
    self.path = path
    self.vocabulary = vocabulary
    self.isByteLevel = isByteLevel
    self.laterWins = laterWins
    table = MergeTable(capacity: expecting)
  }

  var finished: MergeTable { table }

  /// Adds `left right`, a space between the two.
  mutating func add(line: [UInt8]) throws(TokenizerError) {
    // A token may itself be spelled with a leading space.
    guard let space = line.dropFirst().firstIndex(of: 0x20) else {
      throw inconsistent("no space between two tokens")
    }
    try add(Array(line[..<space]), Array(line[(space + 1)...]))
  }

  mutating func add(_ left: [UInt8], _ right: [UInt8]) throws(TokenizerError) {
    let leftBytes = bytes(of: left)
    let rightBytes = bytes(of: right)
    let leftId = vocabulary.id(of: leftBytes)
    guard leftId >= 0 else { throw missing(left) }
    let rightId = vocabulary.id(of: rightBytes)
    guard rightId >= 0 else { throw missing(right) }
    let id = vocabulary.id(of: leftBytes + rightBytes)
    guard id >= 0 else { throw missing(left + right) }
    table.insert(leftId, rightId, MergeTable.Merge(rank: UInt32(count), id: id), replacing: laterWins)
    count += 1
  }

  private func bytes(of spelling: [UInt8]) -> [UInt8] {
    guard isByteLevel else { return spelling }
    return spelling.withUnsafeBufferPointer { ByteAlphabet.bytes(of: $0) } ?? spelling
  }

  private func missing(_ spelling: [UInt8]) -> TokenizerError {
    inconsistent("'\(String(decoding: spelling.prefix(40), as: UTF8.self))' is not in the vocabulary")
  }

  private func inconsistent(_ reason: String) -> TokenizerError {
    .inconsistentMerges(path: path, index: count, reason: reason)
  }
}
