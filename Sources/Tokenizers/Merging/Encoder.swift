/// The work of encoding one text: it owns the scratch memory and collects, or only counts, the tokens.
final class Encoder {
  private(set) var ids: [Int32] = []
  private(set) var count = 0
  private var lastId: Int32 = -1
  private let collects: Bool
  private let tokenizer: BytePairTokenizer
  private let pipeline: TextPipeline
  private let model: MergeModel
  private let ranked: RankedMerger?
  private let scored: ScoredMerger?
  private let byteTokens: [Int32]
  /// Every byte is one symbol, so that a piece's bytes are appended in one go.
  private let appendsWholesale: Bool
  private var cache: PieceCache?

  /// Positions in a text are 32 bits in the mergers; a longer text is encoded in slices of at most this
  /// many bytes.
  private static let sliceLength = 1 << 30

  /// A text of fewer bytes is encoded before a cache would be worth its memory.
  private static let cacheThreshold = 2048

  init(_ tokenizer: BytePairTokenizer, collecting: Bool) {
    self.tokenizer = tokenizer
    pipeline = tokenizer.pipeline
    model = tokenizer.model
    collects = collecting
    switch model.order {
    case .ranked(let table): (ranked, scored) = (RankedMerger(table), nil)
    case .scored(let scores): (ranked, scored) = (nil, ScoredMerger(tokenizer.vocabulary, scores: scores))
    }
    if case .bytes(let tokens) = model.symbols { byteTokens = tokens } else { byteTokens = [] }
    appendsWholesale = model.missingSymbolsSeparate || !byteTokens.contains(-1)
  }

  func encode(_ text: UnsafeBufferPointer<UInt8>) {
    guard UTF8Text.isValid(text) else {
      var repaired = String(decoding: text, as: UTF8.self)
      return repaired.withUTF8 { encodeValid($0) }
    }
    encodeValid(text)
  }

  private func encodeValid(_ text: UnsafeBufferPointer<UInt8>) {
    if text.count >= Self.cacheThreshold { cache = PieceCache() }
    var start = 0
    while start < text.count {
      var end = min(text.count, start + Self.sliceLength)
      while end < text.count, text[end] & 0xC0 == 0x80 { end -= 1 }
      encodeSlice(UnsafeBufferPointer(rebasing: text[start..<end]))
      start = end
    }
  }

  private func encodeSlice(_ text: UnsafeBufferPointer<UInt8>) {
    pipeline.addedTokens.split(text) {
      emit($0)
    } text: { range in
      let part = UnsafeBufferPointer(rebasing: text[range])
      let isFirst = range.lowerBound == 0
      guard !pipeline.normalizers.isEmpty else { return encodeNormalized(part, isFirst: isFirst) }
      let normalized = pipeline.normalizers.reduce(Array(part)) { $1.apply(to: $0) }
      normalized.withUnsafeBufferPointer { encodeNormalized($0, isFirst: isFirst) }
    }
  }

  private func encodeNormalized(_ text: UnsafeBufferPointer<UInt8>, isFirst: Bool) {
    pipeline.addedToNormalized.split(text) {
      emit($0)
    } text: { range in
      let part = UnsafeBufferPointer(rebasing: text[range])
      cut(part, isFirst: isFirst && range.lowerBound == 0, step: 0)
    }
  }

  private func cut(_ piece: UnsafeBufferPointer<UInt8>, isFirst: Bool, step: Int) {
    guard step < pipeline.preTokenizers.count else { return merge(piece) }
    pipeline.preTokenizers[step].apply(to: piece, isFirst: isFirst) { part, isFirst in
      cut(part, isFirst: isFirst, step: step + 1)
    }
  }

  private func merge(_ piece: UnsafeBufferPointer<UInt8>) {
    guard cache != nil, let key = PieceCache.Key(piece) else { return mergeAnew(piece) }
    if let known = cache?[key] {
      if !collects {
        count += known.count
        return
      }
      if known.count == 1 { return emit(known.id) }
    }
    let before = count
    mergeAnew(piece)
    cache?.remember(key, count: count - before, id: lastId)
  }

  private func mergeAnew(_ piece: UnsafeBufferPointer<UInt8>) {
    if model.takesWholePieces {
      let id = tokenizer.vocabulary.id(of: piece)
      if id >= 0 { return emit(id) }
    }
    if let scored {
      scored.merge(piece) { id, bytes in
        if id >= 0 { emit(id) } else { spell(bytes) }
      }
      return
    }
    guard let ranked else { return }
    ranked.begin()
    if byteTokens.isEmpty {
      appendCharacters(of: piece, to: ranked)
    } else if appendsWholesale {
      byteTokens.withUnsafeBufferPointer { tokens in
        if let tokens = tokens.baseAddress { ranked.append(bytes: piece, tokens: tokens) }
      }
    } else {
      appendBytes(of: piece, to: ranked)
    }
    ranked.merge()
    let symbols = UnsafeBufferPointer(start: ranked.symbols, count: ranked.count)
    for symbol in symbols where symbol >= 0 { emit(symbol) }
  }

  private func appendBytes(of piece: UnsafeBufferPointer<UInt8>, to merger: RankedMerger) {
    var inUnknown = false
    byteTokens.withUnsafeBufferPointer { tokens in
      for byte in piece {
        let id = tokens[Int(byte)]
        if id >= 0 {
          merger.append(id)
          inUnknown = false
        } else if let unknown = model.unknown {
          if !(inUnknown && model.fusesUnknown) { merger.append(unknown) }
          inUnknown = true
        }
      }
    }
  }

  private func appendCharacters(of piece: UnsafeBufferPointer<UInt8>, to merger: RankedMerger) {
    guard let base = piece.baseAddress else { return }
    // `tokenizers` holds an unknown token back until a character with a token comes, past bytes that fell
    // back.
    var pending = false
    var position = 0
    while position < piece.count {
      let width = UTF8Text.decode(base, at: position, end: piece.count).width
      let id = tokenizer.vocabulary.id(of: base + position, length: width)
      if id >= 0 {
        if pending, let unknown = model.unknown { merger.append(unknown) }
        pending = false
        merger.append(id)
      } else if let fallback = model.byteFallback,
        (position..<position + width).allSatisfy({ fallback[Int(base[$0])] >= 0 })
      {
        for offset in position..<position + width { merger.append(fallback[Int(base[offset])]) }
      } else if let unknown = model.unknown {
        if pending, !model.fusesUnknown { merger.append(unknown) }
        pending = true
      }
      position += width
    }
    if pending, let unknown = model.unknown { merger.append(unknown) }
  }

  /// A character of no token, as the tokens of its bytes.
  private func spell(_ bytes: UnsafeBufferPointer<UInt8>) {
    for byte in bytes {
      let id = model.byteFallback?[Int(byte)] ?? -1
      if id >= 0 { emit(id) } else if let unknown = model.unknown { emit(unknown) }
    }
  }

  @inline(__always)
  private func emit(_ id: Int32) {
    count += 1
    lastId = id
    if collects { ids.append(id) }
  }
}
