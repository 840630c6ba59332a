/// What happens to the text before it is merged.
struct TextPipeline: Sendable {
  /// Found in the text as it came.
  var addedTokens = AddedTokens([])
  var normalizers: [Normalizer] = []
  /// Found in the text as the normalizers left it.
  var addedToNormalized = AddedTokens([])
  var preTokenizers: [PreTokenizer] = []

  /// The ids of all added tokens: they are decoded as they are spelled.
  var addedIds: Set<Int32> = []
  /// The mark that stands for a space in the vocabulary's spelling.
  var spaceMark: [UInt8]?
  /// Encoding puts a space in front of the text.
  var prefixesSpace = false
}

extension TextPipeline {
  /// Cuts the text before each space as a last step, if no token spans such a place, so that no merge can.
  ///
  /// The tokens stay the same; but a vocabulary that marks spaces, and otherwise merges a whole text as one
  /// piece, then merges word by word.
  mutating func cutBeforeSpaces(_ vocabulary: Vocabulary, _ model: MergeModel) {
    guard let mark = spaceMark, !mark.isEmpty, !model.takesWholePieces, vocabulary.id(of: mark) >= 0,
      !preTokenizers.contains(.split(.literal(mark), .mergedWithNext)),
      !vocabulary.hasToken(goingOnInto: mark)
    else { return }
    preTokenizers.append(.split(.runOf(mark), .mergedWithNext))
  }
}

/// How the pieces of text become tokens.
struct MergeModel: Sendable {
  enum Order: Sendable {
    /// By the rank of a pair.
    case ranked(MergeTable)
    /// By the score of the token that a pair makes; a score for each id.
    case scored([Float])
  }

  /// What a piece is cut into before merging.
  enum Symbols: Sendable {
    /// Bytes: the token of each, -1 for none.
    case bytes([Int32])
    /// Characters, found in the vocabulary.
    case characters
  }

  var order: Order
  var symbols: Symbols
  /// A piece that is a token is taken whole, without merging.
  var takesWholePieces = false
  /// The tokens of single bytes (`<0x0A>`), 256 of them, that spell a character of no token; -1 for none.
  var byteFallback: [Int32]?
  /// The bytes those tokens stand for.
  var byteValues: [Int32: UInt8] = [:]
  /// The token of a character that has no token. Without one, such a character is dropped.
  var unknown: Int32?
  /// Neighbouring unknown characters are one token.
  var fusesUnknown = false
  /// A symbol of no token still stands between its neighbours, so that they do not merge (llama.cpp);
  /// otherwise they close up before merging (`tokenizers`).
  var missingSymbolsSeparate = false
}
