import Transcripts

/// An entry as the prefix cache sees it: what it is, whether two are the same tokens, and how many tokens that is.
public struct ContextEntry: Sendable, Hashable {
  public var kind: EntryKind
  /// Equal contents are equal tokens, whatever the entries' ids and metadata.
  public var content: EntryDigest
  public var tokens: Int32
  /// Of an instructions entry: the tokens of its tool definitions, part of `tokens`.
  public var toolTokens: Int32

  public init(kind: EntryKind, content: EntryDigest, tokens: Int32, toolTokens: Int32 = 0) {
    self.kind = kind
    self.content = content
    self.tokens = tokens
    self.toolTokens = toolTokens
  }
}

extension KindTokens {
  /// Adds one entry's tokens to the band of its kind; an instructions entry fills two bands.
  public mutating func add(_ entry: ContextEntry) {
    self[entry.kind] += entry.tokens - entry.toolTokens
    tools += entry.toolTokens
  }

  public mutating func remove(_ entry: ContextEntry) {
    self[entry.kind] -= entry.tokens - entry.toolTokens
    tools -= entry.toolTokens
  }
}
