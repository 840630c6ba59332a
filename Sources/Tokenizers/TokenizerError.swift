/// Why a tokenizer could not be loaded. Every case reads as one line: the file, where, what to do.
public enum TokenizerError: Error, Equatable, Sendable {
  /// There is no file at the path.
  case notFound(path: String)
  /// The file is there, but the system refused to give its bytes.
  case unreadable(path: String, reason: String)
  /// The file was read and is neither a `tokenizer.json` nor a GGUF with a vocabulary.
  case notATokenizer(path: String, reason: String)
  /// The file ends, at this many bytes, before what it announces.
  case truncated(path: String, offset: Int)
  /// What stands at this byte offset breaks the format.
  case malformed(path: String, offset: Int, reason: String)
  /// A well-formed tokenizer of a kind that would be counted wrongly if it were guessed at.
  case unsupported(path: String, kind: String)
  /// The merge of this index (from 0) does not fit the vocabulary.
  case inconsistentMerges(path: String, index: Int, reason: String)
}

extension TokenizerError: CustomStringConvertible {
  /// One line: the file, where in it, what is wrong and what to do.
  public var description: String {
    switch self {
    case .notFound(let path):
      "\(path): no such file; give the path of a tokenizer.json or a .gguf"
    case .unreadable(let path, let reason):
      "\(path): cannot be read (\(reason)); check the file's kind and permissions"
    case .notATokenizer(let path, let reason):
      "\(path): not a tokenizer (\(reason)); give a tokenizer.json or a .gguf with a vocabulary"
    case .truncated(let path, let offset):
      "\(path): ends at byte \(offset), before its end; fetch the file again"
    case .malformed(let path, let offset, let reason):
      "\(path): byte \(offset): \(reason); fetch the file again or report it to its maker"
    case .unsupported(let path, let kind):
      "\(path): unsupported \(kind); use another model's vocabulary or the character count"
    case .inconsistentMerges(let path, let index, let reason):
      "\(path): merge \(index): \(reason); fetch the file again or report it to its maker"
    }
  }
}
