/// Encodes and counts text with the byte-pair vocabulary of a model.
///
/// Load one with ``load(path:)``. Ids and counts are those of the Hugging Face `tokenizers` library for a
/// `tokenizer.json` and of llama.cpp for a GGUF: added tokens such as `<|im_start|>` are found in the text,
/// and nothing that a post-processor or chat template would add is counted.
///
/// A tokenizer is an immutable value of a few megabytes; copies share them.
public struct BytePairTokenizer: TokenCounter {
  /// `bpe:` and 16 hexadecimal digits: a digest of the file's vocabulary, merges and splitting. `stemma-bpe/1` for
  /// the vocabulary that is part of the program.
  public let name: String

  let vocabulary: Vocabulary
  let pipeline: TextPipeline
  let model: MergeModel

  init(digest: UInt64, vocabulary: Vocabulary, pipeline: TextPipeline, model: MergeModel) {
    let hex = String(digest, radix: 16)
    self.init(
      name: "bpe:" + String(repeating: "0", count: 16 - hex.count) + hex, vocabulary: vocabulary,
      pipeline: pipeline, model: model)
  }

  init(name: String, vocabulary: Vocabulary, pipeline: TextPipeline, model: MergeModel) {
    self.name = name
    self.vocabulary = vocabulary
    self.pipeline = pipeline
    self.model = model
  }

  /// The number of tokens in the vocabulary, added tokens included.
  public var vocabularySize: Int { vocabulary.count }

  /// How many tokens the text is: as many as `encode` gives, without keeping them.
  public func count(utf8: UnsafeBufferPointer<UInt8>) -> Int {
    let encoder = Encoder(self, collecting: false)
    encoder.encode(utf8)
    return encoder.count
  }

  /// The ids of the text's tokens.
  public func encode(_ text: String) -> [Int32] {
    var text = text
    return text.withUTF8 { encode(utf8: $0) }
  }

  /// The ids of the text's tokens; where the bytes are not UTF-8, each broken sequence is read as one U+FFFD.
  public func encode(utf8: UnsafeBufferPointer<UInt8>) -> [Int32] {
    let encoder = Encoder(self, collecting: true)
    encoder.encode(utf8)
    return encoder.ids
  }

  /// The bytes a token stands for, as the vocabulary spells them; none for an id that is not in it.
  ///
  /// Of a byte-level vocabulary these are bytes of the text, so that the tokens' bytes in a row are the text; a
  /// character may be cut between two tokens.
  public func bytes(of id: Int32) -> ArraySlice<UInt8> { vocabulary[id] }

  /// The text that the tokens stand for. Ids that are not in the vocabulary are left out.
  ///
  /// For a byte-level vocabulary this gives an encoded text back exactly, except for what a normalizer
  /// changed. For one that marks spaces, the marks become spaces and the one that encoding put in front is
  /// dropped. Bytes that are no UTF-8 (a character cut in two) become U+FFFD.
  public func decode(_ ids: [Int32]) -> String {
    var bytes: [UInt8] = []
    for id in ids {
      if let byte = model.byteValues[id] {
        bytes.append(byte)
      } else if let mark = pipeline.spaceMark, !pipeline.addedIds.contains(id) {
        bytes += Normalizer.replace(mark, by: [0x20], in: Array(vocabulary[id]))
      } else {
        bytes += vocabulary[id]
      }
    }
    if pipeline.prefixesSpace, bytes.first == 0x20 { bytes.removeFirst() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
