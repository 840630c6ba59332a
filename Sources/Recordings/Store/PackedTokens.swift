import PrefixCache

/// The packed column `snapshot.tokens`: the eight counts of a `KindTokens` as signed varints, in the order of
/// its bands.
enum PackedTokens {
  static func pack(_ tokens: KindTokens) -> [UInt8] {
    var packed = PackedBytes(capacity: 16)
    for count in [
      tokens.instructions, tokens.tools, tokens.prompt, tokens.response, tokens.reasoning, tokens.toolCalls,
      tokens.toolOutput, tokens.unknown,
    ] {
      packed.append(signed: Int64(count))
    }
    return packed.bytes
  }

  static func unpack(_ bytes: UnsafeRawBufferPointer) -> KindTokens {
    var reader = PackedReader(bytes)
    func next() -> Int32 { Int32(clamping: reader.signed() ?? 0) }
    var tokens = KindTokens()
    tokens.instructions = next()
    tokens.tools = next()
    tokens.prompt = next()
    tokens.response = next()
    tokens.reasoning = next()
    tokens.toolCalls = next()
    tokens.toolOutput = next()
    tokens.unknown = next()
    return tokens
  }
}
