import Tokenizers
import Transcripts

/// The tokens of one entry, part by part: what `EntryTokens` counts, itself.
///
/// A block never changes and is shared: the same block in two contexts says without looking that the tokens are the same.
public final class TokenBlock: Sendable {
  /// A part's tokens, and what of the entry they stand for.
  struct Run: Sendable {
    var role: EntryParts.Role
    var name: String
    var ordinal: Int
    /// Of parts that are segments: the first segment's index in the entry.
    var segment: Int
    /// Where further segments of a joined text begin, in bytes from the part's start.
    var joints: [Int]
    var tokens: Range<Int>
  }

  /// An image, which is no token, and the token it stands before.
  struct Image: Sendable {
    var token: Int
    var digest: EntryDigest
  }

  public let kind: EntryKind
  /// Equal for equal sights, as in `EntryRecord.content`; nil for an answer that is being decoded.
  public let content: EntryDigest?
  public let tokens: [ContextToken]
  /// The tokens of the tool definitions alone.
  public let toolTokens: Int
  let runs: [Run]
  let images: [Image]

  public var count: Int { tokens.count }

  /// The tokens of an entry that was scanned.
  public init(_ parts: EntryParts, kind: EntryKind, content: EntryDigest, tokenizer: BytePairTokenizer) {
    var tokens: [ContextToken] = []
    var runs: [Run] = []
    var segment = 0
    var toolTokens = 0
    var images: [Image] = []
    for part in parts.parts {
      let ids: [Int32] = parts.bytes.withUnsafeBufferPointer { buffer in
        // An image is no text and counts nothing.
        part.role == .image ? [] : tokenizer.encode(utf8: UnsafeBufferPointer(rebasing: buffer[part.range]))
      }
      let start = tokens.count
      Self.append(ids, kind: kind, role: part.role, to: &tokens)
      if part.role == .tool { toolTokens += ids.count }
      if part.role == .image {
        images.append(Image(token: start, digest: EntryDigest(of: Array(parts.utf8(part)))))
      }
      runs.append(
        Run(
          role: part.role, name: part.name, ordinal: part.ordinal, segment: segment, joints: part.joints,
          tokens: start..<tokens.count))
      if part.role.isSegment { segment += 1 + part.joints.count }
    }
    (self.kind, self.content, self.tokens, self.toolTokens) = (kind, content, tokens, toolTokens)
    (self.runs, self.images) = (runs, images)
  }

  /// The tokens of an answer, before it is an entry: texts with their roles, in the order in which the model writes them.
  public init(answer parts: [(role: EntryParts.Role, ids: [Int32])], kind: EntryKind) {
    var tokens: [ContextToken] = []
    var runs: [Run] = []
    var segment = 0
    for (role, ids) in parts {
      let start = tokens.count
      Self.append(ids, kind: kind, role: role, to: &tokens)
      let ordinal = runs.count { $0.role == role }
      let part = EntryParts.Part(role: role, label: "", ordinal: ordinal, range: 0..<0)
      runs.append(
        Run(
          role: role, name: part.name, ordinal: ordinal, segment: segment, joints: [],
          tokens: start..<tokens.count))
      if role.isSegment { segment += 1 }
    }
    (self.kind, content, self.tokens, toolTokens) = (kind, nil, tokens, 0)
    (self.runs, images) = (runs, [])
  }

  private static func append(
    _ ids: [Int32], kind: EntryKind, role: EntryParts.Role, to tokens: inout [ContextToken]
  ) {
    for (index, id) in ids.enumerated() {
      tokens.append(ContextToken(id, opening: index == 0 ? (kind, role) : nil))
    }
  }
}

extension EntryParts.Role {
  /// True for parts that are segments of their entry.
  var isSegment: Bool {
    switch self {
    case .text, .structure, .image, .raw: true
    case .tool, .schema, .callName, .arguments, .outputName: false
    }
  }
}
