import Transcripts

/// What a list of entries shows of one of them, without its JSON.
public struct EntrySummary: Sendable, Hashable, Identifiable {
  public var id: EntryID
  public var kind: EntryKind
  /// Tokens of what a model sees, counted with the recording's tokenizer; for instructions, `toolTokens` of
  /// them are tool definitions.
  public var tokens: Int32
  public var toolTokens: Int32
  /// Of what a model sees of the entry: entries with equal content are the same tokens.
  public var content: EntryDigest

  public init(id: EntryID, kind: EntryKind, tokens: Int32, toolTokens: Int32 = 0, content: EntryDigest) {
    self.id = id
    self.kind = kind
    self.tokens = tokens
    self.toolTokens = toolTokens
    self.content = content
  }
}
