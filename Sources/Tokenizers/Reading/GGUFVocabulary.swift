extension BytePairTokenizer {
  /// Builds the tokenizer that a GGUF's metadata describes, to give what llama.cpp's `/tokenize` gives.
  static func load(gguf file: TokenizerFile) throws(TokenizerError) -> BytePairTokenizer {
    let metadata = try GGUFMetadata(file)
    guard let kind = try metadata.string("tokenizer.ggml.model") else {
      throw .notATokenizer(path: file.path, reason: "a GGUF without tokenizer.ggml.model")
    }
    switch kind {
    case "gpt2": return try loadByteLevel(metadata)
    case "llama": return try loadScored(metadata)
    default: throw .unsupported(path: file.path, kind: "tokenizer.ggml.model \(kind)")
    }
  }

  // MARK: Byte-level byte-pair encoding

  private static func loadByteLevel(_ metadata: GGUFMetadata) throws(TokenizerError) -> BytePairTokenizer {
    let path = metadata.file.path
    let name = try metadata.string("tokenizer.ggml.pre") ?? "default"
    guard let splitting = GGUFSplitting(named: name) else {
      throw .unsupported(path: path, kind: "tokenizer.ggml.pre \(name)")
    }
    let tokens = try GGUFTokens(metadata, isByteLevel: true)
    var digest = tokens.digest
    Array(name.utf8).withUnsafeBufferPointer { digest.add($0) }

    guard let mergeCount = try metadata.stringCount("tokenizer.ggml.merges") else {
      throw .notATokenizer(path: path, reason: "a gpt2 vocabulary without tokenizer.ggml.merges")
    }
    var builder = MergeTableBuilder(
      path: path, vocabulary: tokens.vocabulary, isByteLevel: true, laterWins: false, expecting: mergeCount)
    try metadata.strings("tokenizer.ggml.merges") { line, _ throws(TokenizerError) in
      digest.add(UInt64(line.count))
      line.withUnsafeBufferPointer { digest.add($0) }
      try builder.add(line: line)
    }

    var pipeline = TextPipeline()
    pipeline.addedTokens = AddedTokens(tokens.added)
    pipeline.addedIds = Set(tokens.added.map(\.id))
    pipeline.preTokenizers = splitting.steps.map { .split(.words($0), .isolated) }
    var model = MergeModel(
      order: .ranked(builder.finished), symbols: .bytes(tokens.vocabulary.singleBytes()))
    model.takesWholePieces = splitting.takesWholePieces
    model.missingSymbolsSeparate = true
    return BytePairTokenizer(
      digest: digest.value, vocabulary: tokens.vocabulary, pipeline: pipeline, model: model)
  }

  // MARK: SentencePiece by score

  private static func loadScored(_ metadata: GGUFMetadata) throws(TokenizerError) -> BytePairTokenizer {
    let tokens = try GGUFTokens(metadata, isByteLevel: false)
    var digest = tokens.digest
    let count = tokens.vocabulary.idLimit
    guard
      let (kind, bits) = try metadata.words(
        "tokenizer.ggml.scores", of: [.float32, .int32], atLeast: count)
    else {
      throw .notATokenizer(
        path: metadata.file.path, reason: "a llama vocabulary without tokenizer.ggml.scores")
    }
    for word in bits { digest.add(UInt64(word)) }
    let scores = bits.map {
      kind == .float32 ? Float(bitPattern: $0) : Float(Int32(bitPattern: $0))
    }

    let prefixes = try metadata.bool("tokenizer.ggml.add_space_prefix") ?? true
    digest.add(prefixes ? 1 : 0)
    let mark = Array("\u{2581}".utf8)
    var pipeline = TextPipeline()
    pipeline.addedTokens = AddedTokens(tokens.added)
    pipeline.addedIds = Set(tokens.added.map(\.id))
    if prefixes { pipeline.normalizers.append(.prepend(mark)) }
    pipeline.normalizers.append(.replace([0x20], by: mark))
    pipeline.spaceMark = mark
    pipeline.prefixesSpace = prefixes

    var model = MergeModel(order: .scored(scores), symbols: .characters)
    let byteTokens = tokens.vocabulary.byteTokens()
    let singleBytes = tokens.vocabulary.singleBytes()
    for (byte, id) in byteTokens.enumerated() where id >= 0 { model.byteValues[id] = UInt8(byte) }
    model.byteFallback = (0..<256).map { byteTokens[$0] >= 0 ? byteTokens[$0] : singleBytes[$0] }
    let unknown = Int32(truncatingIfNeeded: try metadata.uint32("tokenizer.ggml.unknown_token_id") ?? 0)
    model.unknown = unknown >= 0 && unknown < count ? unknown : nil
    pipeline.cutBeforeSpaces(tokens.vocabulary, model)
    return BytePairTokenizer(
      digest: digest.value, vocabulary: tokens.vocabulary, pipeline: pipeline, model: model)
  }
}

/// The tokens of a GGUF and which of them are found in the text as they are spelled.
private struct GGUFTokens {
  var vocabulary: Vocabulary
  var added: [AddedTokens.Token] = []
  var digest = Digest()

  /// llama.cpp's `llama_token_type`: those that it looks for in the text before anything else.
  private static let unknownType: UInt32 = 2
  private static let controlType: UInt32 = 3
  private static let userDefinedType: UInt32 = 4

  init(_ metadata: GGUFMetadata, isByteLevel: Bool) throws(TokenizerError) {
    let path = metadata.file.path
    guard let count = try metadata.stringCount("tokenizer.ggml.tokens"), count > 0 else {
      throw .notATokenizer(path: path, reason: "a GGUF without tokenizer.ggml.tokens")
    }
    guard count <= 1 << 24 else {
      throw .notATokenizer(path: path, reason: "a vocabulary of \(count) tokens")
    }
    let types = try metadata.words("tokenizer.ggml.token_type", of: [.int32, .uint32], atLeast: count)?.bits
    let swallowsSpace = try Self.swallowsSpaceBehindTokens(metadata)

    var vocabulary = Vocabulary(expecting: count)
    var added: [AddedTokens.Token] = []
    var digest = Digest()
    var id = 0
    try metadata.strings("tokenizer.ggml.tokens") { spelling, offset throws(TokenizerError) in
      let type = types?[id] ?? 1
      digest.add(UInt64(spelling.count) << 32 | UInt64(type))
      spelling.withUnsafeBufferPointer { digest.add($0) }
      let isAdded = type == Self.controlType || type == Self.userDefinedType || type == Self.unknownType
      var bytes = spelling
      var findable = true
      if isByteLevel {
        let spelled = spelling.withUnsafeBufferPointer { ByteAlphabet.bytes(of: $0) }
        findable = spelled != nil && (!isAdded || spelled == spelling)
        if !isAdded, let spelled { bytes = spelled }
      }
      guard vocabulary.accepts(id: id, length: bytes.count) else {
        throw .malformed(path: path, offset: offset, reason: "a vocabulary of more than 256 MiB")
      }
      vocabulary.insert(bytes, id: id, findable: findable)
      if isAdded {
        added.append(
          AddedTokens.Token(id: Int32(id), text: spelling, takesSpaceBehind: swallowsSpace(spelling)))
      }
      id += 1
    }
    self.vocabulary = vocabulary
    self.added = added
    self.digest = digest
  }

  /// llama.cpp lets the special tokens of Phi-3 take the white space behind them; it knows the model by its
  /// name.
  private static func swallowsSpaceBehindTokens(
    _ metadata: GGUFMetadata
  ) throws(TokenizerError) -> ([UInt8]) -> Bool {
    let name = try metadata.string("general.name")?.lowercased() ?? ""
    guard name.split(separator: "-").joined().contains("phi3") else { return { _ in false } }
    let exceptions = ["<unk>", "<s>", "<|endoftext|>"].map { Array($0.utf8) }
    return { !exceptions.contains($0) }
  }
}

/// How llama.cpp cuts text for each `tokenizer.ggml.pre` (`llama-vocab.cpp`).
struct GGUFSplitting {
  var steps: [WordPattern]
  /// A piece that is a token is not merged: `ignore_merges` there.
  var takesWholePieces = false

  /// Nil for a name whose splitting is not implemented.
  init?(named name: String) {
    var folding = WordPattern.llama3
    folding.foldsLongS = false
    var oneDigit = folding
    oneDigit.digits = 1
    var marked = oneDigit
    marked.marksAreLetters = true
    var cased = WordPattern.o200k
    cased.foldsLongS = false
    cased.asciiCaseOnly = true
    let digit = WordPattern(family: .digits, digits: 1)
    let threeDigits = WordPattern(family: .digits, digits: 3)

    switch name {
    case "default":
      steps = [
        WordPattern(family: .punctuation), .gpt2, WordPattern(family: .digits),
        WordPattern(family: .threeDigits),
      ]
    case "gpt-2", "phi-2", "jina-es", "jina-de", "gigachat", "a.x-4.0", "mellum",
      "jina-v1-en", "roberta-bpe", "mpt", "olmo", "jais", "exaone4",
      "trillion",
      "granite-docling":
      steps = [.gpt2]
    case "starcoder", "refact", "command-r", "smollm", "codeshell", "exaone", "minerva-7b", "mellum2":
      steps = [digit, .gpt2]
    case "llama3", "llama-v3", "llama-bpe", "falcon3", "falcon-h1", "pixtral", "midm-2.0", "lfm2",
      "jina-v5-nano":
      (steps, takesWholePieces) = ([folding], true)
    case "dbrx", "smaug-bpe", "glm4", "chatglm-bpe":
      steps = [folding]
    case "minicpm5":
      var unlimited = folding
      unlimited.digits = .max
      (steps, takesWholePieces) = ([threeDigits, unlimited], true)
    case "qwen2", "deepseek-r1-qwen", "kormo", "f2llmv2", "megrez", "stablelm2", "hunyuan", "solar-open",
      "grok-2",
      "bailingmoe", "bailingmoe2", "llada-moe":
      steps = [oneDigit]
    case "qwen35":
      steps = [marked]
    case "gpt-4o", "llama4", "kanana2", "talkie", "minimax-m2":
      steps = [cased]
    case "tekken":
      cased.contractions = .none
      cased.digits = 1
      (steps, takesWholePieces) = ([cased], true)
    case "deepseek-v3", "hunyuan-dense", "joyai-llm", "hy_v4":
      steps = [threeDigits, WordPattern(family: .ideographs), WordPattern(family: .deepseek3)]
    default:
      return nil
    }
  }
}
