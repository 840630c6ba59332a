extension BytePairTokenizer {
  /// Builds the tokenizer that a `tokenizer.json` describes.
  static func load(json document: JSONCursor) throws(TokenizerError) -> BytePairTokenizer {
    var document = document
    let path = document.path
    let members = try document.index()
    try document.end()
    guard let modelAt = members["model"] else {
      throw .notATokenizer(path: path, reason: "a JSON object without a \"model\"")
    }
    var digest = Digest()
    document.bytes.withUnsafeBufferPointer { digest.add($0) }

    var steps = TokenizerJSONSteps(path: path)
    if let offset = members["normalizer"] { try steps.readNormalizer(document.at(offset)) }
    if let offset = members["pre_tokenizer"] { try steps.readPreTokenizer(document.at(offset)) }

    let model = try TokenizerJSONModel(document.at(modelAt), isByteLevel: steps.isByteLevel)
    var vocabulary = model.vocabulary
    var pipeline = steps.pipeline
    if let offset = members["added_tokens"] {
      try readAddedTokens(document.at(offset), into: &pipeline, &vocabulary)
    }
    pipeline.cutBeforeSpaces(vocabulary, model.mergeModel)
    return BytePairTokenizer(
      digest: digest.value, vocabulary: vocabulary, pipeline: pipeline, model: model.mergeModel)
  }

  private static func readAddedTokens(
    _ cursor: JSONCursor, into pipeline: inout TextPipeline, _ vocabulary: inout Vocabulary
  ) throws(TokenizerError) {
    var cursor = cursor
    var asTheyAre: [AddedTokens.Token] = []
    var normalized: [AddedTokens.Token] = []
    var ids: Set<Int32> = []
    let path = cursor.path
    var added: [AddedTokens.Token] = []
    let normalizers = pipeline.normalizers
    try cursor.elements { cursor throws(TokenizerError) in
      var token = AddedTokens.Token(id: -1, text: [])
      var isNormalized = false
      let start = cursor.position
      try cursor.members { cursor, key throws(TokenizerError) in
        switch String(decoding: key, as: UTF8.self) {
        case "id":
          let id = try cursor.integer()
          guard let id = Int32(exactly: id), id >= 0 else { throw cursor.malformed("token id out of range") }
          token.id = id
        case "content": token.text = try cursor.string()
        case "lstrip": token.takesSpaceBefore = try cursor.boolean()
        case "rstrip": token.takesSpaceBehind = try cursor.boolean()
        case "normalized": isNormalized = try cursor.boolean()
        case "single_word":
          if try cursor.boolean() { throw .unsupported(path: path, kind: "added token with single_word") }
        default: try cursor.skip()
        }
      }
      guard token.id >= 0 else { throw cursor.malformed("added token without an id", at: start) }
      ids.insert(token.id)
      added.append(token)
      if isNormalized {
        token.text = normalizers.reduce(token.text) { $1.apply(to: $0) }
        normalized.append(token)
      } else {
        asTheyAre.append(token)
      }
    }
    for token in added.sorted(by: { $0.id < $1.id }) where !vocabulary[token.id].elementsEqual(token.text) {
      guard vocabulary.accepts(id: Int(token.id), length: token.text.count) else {
        throw cursor.malformed("token id \(token.id) is far beyond the vocabulary")
      }
      vocabulary.insert(token.text, id: Int(token.id), findable: false)
    }
    pipeline.addedIds = ids
    pipeline.addedTokens = AddedTokens(asTheyAre)
    pipeline.addedToNormalized = AddedTokens(normalized)
  }
}

/// The `model` of a `tokenizer.json`: a byte-pair vocabulary with its merges.
private struct TokenizerJSONModel {
  var vocabulary: Vocabulary
  var mergeModel: MergeModel

  init(_ cursor: JSONCursor, isByteLevel: Bool) throws(TokenizerError) {
    var cursor = cursor
    let path = cursor.path
    let members = try cursor.index()
    if let offset = members["type"] {
      var value = cursor.at(offset)
      let type = try value.text()
      guard type == "BPE" else { throw .unsupported(path: path, kind: "model \(type)") }
    }
    guard let vocabAt = members["vocab"], let mergesAt = members["merges"] else {
      throw .notATokenizer(path: path, reason: "its model has no \"vocab\" and \"merges\"")
    }
    for name in ["continuing_subword_prefix", "end_of_word_suffix"] {
      if let affix = try Self.text(name, members, cursor), !affix.isEmpty {
        throw .unsupported(path: path, kind: "model \(name)")
      }
    }
    try Self.refuseDropout(members, cursor)

    vocabulary = try Self.readVocabulary(cursor.at(vocabAt), isByteLevel: isByteLevel)
    let table = try Self.readMerges(cursor.at(mergesAt), vocabulary, isByteLevel: isByteLevel)
    let singleBytes = vocabulary.singleBytes()
    mergeModel = MergeModel(
      order: .ranked(table), symbols: isByteLevel ? .bytes(singleBytes) : .characters)
    mergeModel.takesWholePieces = try Self.flag("ignore_merges", members, cursor)
    mergeModel.fusesUnknown = try Self.flag("fuse_unk", members, cursor)
    if let unknown = try Self.text("unk_token", members, cursor) {
      let id = vocabulary.id(of: unknown)
      guard id >= 0 else {
        throw cursor.malformed("the unknown token is not in the vocabulary", at: members["unk_token"])
      }
      mergeModel.unknown = id
    }
    if try Self.flag("byte_fallback", members, cursor) {
      if isByteLevel {
        guard !singleBytes.contains(-1) else {
          throw .unsupported(path: path, kind: "byte_fallback under an incomplete ByteLevel alphabet")
        }
      } else {
        let tokens = vocabulary.byteTokens()
        mergeModel.byteFallback = tokens
        for (byte, id) in tokens.enumerated() where id >= 0 {
          mergeModel.byteValues[id] = UInt8(byte)
        }
      }
    }
  }

  private static func readVocabulary(
    _ cursor: JSONCursor, isByteLevel: Bool
  ) throws(TokenizerError) -> Vocabulary {
    var cursor = cursor
    var tokens: [(bytes: [UInt8], id: Int, findable: Bool)] = []
    var length = 0
    try cursor.members { cursor, key throws(TokenizerError) in
      let id = try cursor.integer()
      guard id >= 0 else { throw cursor.malformed("token id out of range") }
      length += key.count
      guard isByteLevel else { return tokens.append((key, id, true)) }
      if let bytes = key.withUnsafeBufferPointer({ ByteAlphabet.bytes(of: $0) }) {
        tokens.append((bytes, id, true))
      } else {
        tokens.append((key, id, false))
      }
    }
    let highest = tokens.lazy.map(\.id).max() ?? 0
    guard highest < tokens.count + Vocabulary.maximumGap else {
      throw cursor.malformed("token id \(highest) is far beyond the vocabulary")
    }
    var vocabulary = Vocabulary(expecting: tokens.count)
    vocabulary.reserve(ids: tokens.isEmpty ? 0 : highest + 1, bytes: length)
    for token in tokens { vocabulary.insert(token.bytes, id: token.id, findable: token.findable) }
    return vocabulary
  }

  private static func readMerges(
    _ cursor: JSONCursor, _ vocabulary: Vocabulary, isByteLevel: Bool
  ) throws(TokenizerError) -> MergeTable {
    var counting = cursor
    var count = 0
    try counting.elements { cursor throws(TokenizerError) in
      try cursor.skip()
      count += 1
    }
    var builder = MergeTableBuilder(
      path: cursor.path, vocabulary: vocabulary, isByteLevel: isByteLevel, laterWins: true,
      expecting: count)
    var cursor = cursor
    try cursor.elements { cursor throws(TokenizerError) in
      if try cursor.kind() == .string { return try builder.add(line: cursor.string()) }
      var pair: [[UInt8]] = []
      try cursor.elements { cursor throws(TokenizerError) in pair.append(try cursor.string()) }
      guard pair.count == 2 else { throw cursor.malformed("a merge is of two tokens") }
      try builder.add(pair[0], pair[1])
    }
    return builder.finished
  }

  private static func text(
    _ name: String, _ members: [String: Int], _ cursor: JSONCursor
  ) throws(TokenizerError) -> [UInt8]? {
    guard let offset = members[name] else { return nil }
    var value = cursor.at(offset)
    return try value.null() ? nil : value.string()
  }

  private static func flag(
    _ name: String, _ members: [String: Int], _ cursor: JSONCursor
  ) throws(TokenizerError) -> Bool {
    guard let offset = members[name] else { return false }
    var value = cursor.at(offset)
    return try value.null() ? false : value.boolean()
  }

  private static func refuseDropout(
    _ members: [String: Int], _ cursor: JSONCursor
  ) throws(TokenizerError) {
    guard let offset = members["dropout"] else { return }
    var value = cursor.at(offset)
    if try value.null() { return }
    try value.skip()
    let spelled = cursor.bytes[offset..<value.position]
    guard spelled.allSatisfy({ $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") }) else {
      throw .unsupported(path: cursor.path, kind: "model dropout: it tokenizes by chance")
    }
  }
}
