/// A 128-bit XXH3 hash of some bytes. It finds equal content fast and proves nothing against somebody who means to collide: a
/// recording compares the bytes themselves before it takes two entries for one.
public struct EntryDigest: Sendable, Hashable {
  public var high: UInt64
  public var low: UInt64

  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// A half is as good as the whole: it is a hash already.
  public func hash(into hasher: inout Hasher) { hasher.combine(low) }
}

/// An entry as a recording stores it: its JSON in one canonical spelling, with two digests.
public struct EntryRecord: Sendable, Hashable {
  public var kind: EntryKind
  /// The entry's public JSON, compact, keys sorted except inside schemas and structured content, where the order is part of
  /// what a model sees.
  public var json: [UInt8]
  /// Of `json`: the entry's identity in a recording.
  public var digest: EntryDigest
  /// Of what a model sees of the entry (texts, tool definitions, arguments …; not ids, assets or metadata): two entries
  /// with equal content are the same tokens.
  public var content: EntryDigest
  /// Tokens of what a model sees, and for instructions the part of them that the tool definitions take.
  public var tokens: Int32
  public var toolTokens: Int32

  public init(
    kind: EntryKind, json: [UInt8], digest: EntryDigest, content: EntryDigest, tokens: Int32,
    toolTokens: Int32 = 0
  ) {
    self.kind = kind
    self.json = json
    self.digest = digest
    self.content = content
    self.tokens = tokens
    self.toolTokens = toolTokens
  }
}
