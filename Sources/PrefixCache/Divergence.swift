/// The first place at which what is sent now differs from what the cache holds.
public struct Divergence: Sendable, Hashable {
  /// Tokens before the difference, from the start of the request.
  public var token: Int
  /// Index of the entry in the newer snapshot; for something removed, where it stood.
  public var entry: Int
  /// Which part of the entry: `text`, `tool:NAME`, `arguments`, `schema` …
  public var part: String
  /// UTF-8 bytes within the part, from 0, at the first differing character.
  public var byte: Int
  /// Excerpts from the first differing character on, with a little before it for reading; empty when that side has nothing there.
  public var before: String
  public var after: String
  /// A remark that changes how the difference reads: `key-order-only`, `moved-to:36`, `swapped-with:3`, `U+00A0 for U+0020`.
  public var detail: String?

  public init(
    token: Int, entry: Int, part: String, byte: Int, before: String, after: String, detail: String? = nil
  ) {
    self.token = token
    self.entry = entry
    self.part = part
    self.byte = byte
    self.before = before
    self.after = after
    self.detail = detail
  }
}
