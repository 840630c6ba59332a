/// One deliberate break in an otherwise append-only session, told by the generator that made it.
///
/// A tool that explains sessions is right when it finds these and nothing else. No field comes from comparing
/// two dumps: the generator knows where it wrote what.
public struct PlantedFault: Sendable, Equatable {
  /// What was done to the session.
  public enum Kind: String, Sendable, CaseIterable {
    /// One ASCII letter of the instructions text became another.
    case oneCharacterEdit
    /// Two tool definitions changed places.
    case toolsSwapped
    /// The keys inside `properties` of one tool's schema came in another order; nothing else changed.
    case schemaKeysReordered
    /// One word of an old tool output became another.
    case historyEdit
    /// One space of an old response became U+00A0.
    case noBreakSpace
    /// Three consecutive entries moved to a later place.
    case movedBlock
    /// The oldest part of the history gave way to a prompt and a response that sum it up.
    case compaction
    /// A tool output was appended whose call is nowhere. It breaks no prefix: only its shape is wrong.
    case orphanToolOutput
  }

  /// The dump that is the first to show it, from 0.
  public var snapshot: Int
  /// What was done.
  public var kind: Kind
  /// The index, in that dump, of the first entry that differs from the dump before.
  public var entry: Int
  /// The part of the entry: `text` (its text segments put together) or `tool:NAME`.
  ///
  /// A tool's part is its compact JSON `{"function":{"description":…,"name":…,"parameters":…},"type":"function"}`,
  /// with the keys of the outer two objects sorted, the schema's keys in the order of the file, and `/` not
  /// escaped. Where two tools were swapped, NAME is the tool that now stands at the earlier of the two places.
  public var part: String
  /// The offset in UTF-8 bytes, from 0, of the first differing character inside the part; nil for a moved
  /// block and for an orphan, where a whole entry is new at this place.
  public var byte: Int?
  /// What stood there in the dump before, from the difference on: at most 24 characters; empty for an orphan.
  public var before: String
  /// What stands there now, from the difference on: at most 24 characters.
  public var after: String
  /// `swapped-with:N` (the later of the two places among the tools, from 0), `key-order-only`,
  /// `U+00A0 for U+0020`, `moved-to:N` (where the first moved entry is now), or nil.
  public var detail: String?
}
