extension BytePairTokenizer {
  /// The tokenizer of the scripted model, `stemma-bpe/1`: a byte-level vocabulary of 4,096 tokens that
  /// `scripts/train-vocabulary` learnt from the texts of Stemma's repository.
  ///
  /// It is part of the program, so it needs no file. The first use builds its tables, which takes some
  /// milliseconds; any number of tasks may be the first.
  public static let stemma = BytePairTokenizer(
    name: stemmaName, splitting: .llama3, merges: MergeWords(StemmaMerges.text),
    expecting: StemmaMerges.count
  )
}

extension BytePairTokenizer {
  /// The name of `stemma`, known without building its tables.
  private static let stemmaName = "stemma-bpe/1"

  /// The tokenizer of that name which is part of the program; nil for a name of none.
  public static func embedded(named name: String) -> BytePairTokenizer? {
    name == stemmaName ? stemma : nil
  }

  /// A byte-level vocabulary from its merges alone: the first 256 tokens are the bytes, and every merge makes the
  /// next one.
  ///
  /// - Parameters:
  ///   - name: What counts are stored under: another vocabulary needs another name.
  ///   - merges: Two tokens each, in the order of their rank, as the bytes they stand for. A merge is left out
  ///     when one of its sides is no token yet.
  init(
    name: String, splitting: WordPattern, merges: some Sequence<(left: [UInt8], right: [UInt8])>,
    expecting count: Int
  ) {
    var vocabulary = Vocabulary(expecting: 256 + count)
    for byte in 0..<256 { vocabulary.insert([UInt8(byte)], id: byte, findable: true) }
    let table = MergeTable(capacity: count)
    var rank: UInt32 = 0
    for merge in merges where rank < UInt32(count) {
      let left = vocabulary.id(of: merge.left)
      let right = vocabulary.id(of: merge.right)
      guard left >= 0, right >= 0 else { continue }
      let id = vocabulary.idLimit
      vocabulary.insert(merge.left + merge.right, id: id, findable: true)
      table.insert(left, right, MergeTable.Merge(rank: rank, id: Int32(id)), replacing: false)
      rank += 1
    }
    var pipeline = TextPipeline()
    pipeline.preTokenizers = [.split(.words(splitting), .isolated)]
    self.init(
      name: name, vocabulary: vocabulary, pipeline: pipeline,
      model: MergeModel(order: .ranked(table), symbols: .bytes(vocabulary.singleBytes())))
  }
}

/// Merges spelled in the byte alphabet, two words each, with blanks between all words.
struct MergeWords: Sequence, IteratorProtocol {
  private let text: UnsafeBufferPointer<UInt8>
  private var position = 0

  init(_ text: StaticString) {
    self.text = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }

  mutating func next() -> (left: [UInt8], right: [UInt8])? {
    guard let left = word(), let right = word() else { return nil }
    return (left, right)
  }

  private mutating func word() -> [UInt8]? {
    while position < text.count, text[position] <= 0x20 { position += 1 }
    let start = position
    while position < text.count, text[position] > 0x20 { position += 1 }
    guard position > start else { return nil }
    return ByteAlphabet.bytes(of: UnsafeBufferPointer(rebasing: text[start..<position]))
  }
}
