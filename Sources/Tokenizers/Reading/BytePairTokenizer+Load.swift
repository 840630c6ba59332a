extension BytePairTokenizer {
  /// Reads a vocabulary from a `tokenizer.json` of the Hugging Face `tokenizers` library or a GGUF model
  /// file.
  ///
  /// The two are told apart by their content. Of a GGUF only the metadata at its front is read.
  ///
  /// - Throws: Whatever would make a count wrong: a truncated or inconsistent file, or a kind of model,
  ///   normalizer or splitting that is not implemented here, by its name.
  public static func load(path: String) throws(TokenizerError) -> BytePairTokenizer {
    let file = try TokenizerFile(path: path)
    let head = try file.bytes(at: 0, count: min(file.size, 64))
    if head.starts(with: GGUFMetadata.magic) { return try load(gguf: file) }
    let first = head.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard first == UInt8(ascii: "{") else {
      throw .notATokenizer(path: path, reason: head.isEmpty ? "empty file" : "neither JSON nor GGUF")
    }
    guard file.size <= Vocabulary.maximumBytes else {
      throw .notATokenizer(path: path, reason: "larger than 256 MiB")
    }
    return try load(json: JSONCursor(path: path, bytes: file.bytes(at: 0, count: file.size)))
  }
}

extension Vocabulary {
  /// The ids of the tokens `<0x00>` … `<0xFF>`, -1 where there is none.
  func byteTokens() -> [Int32] {
    (0...255).map { (byte: Int) in
      let hex = String(byte, radix: 16, uppercase: true)
      return id(of: Array("<0x\(hex.count == 1 ? "0" : "")\(hex)>".utf8))
    }
  }

  /// The ids of the tokens of a single byte, -1 where there is none.
  func singleBytes() -> [Int32] { (0...255).map { id(of: [UInt8($0)]) } }
}
