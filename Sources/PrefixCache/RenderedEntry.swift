import Tokenizers
import Transcripts

/// What a model sees of one entry, part by part, with the tokens of each.
///
/// A whole context is `[instructions text][tool definitions][entries, oldest first]`: the parts of its entries in order. Template
/// marks between entries are not known from a transcript and not counted; images are not text and count nothing.
public struct RenderedEntry: Sendable {
  public struct Part: Sendable {
    public var role: EntryParts.Role
    /// `text`, `tool:NAME`, `arguments`, `schema` …, as `stemma why` prints it.
    public var name: String
    /// The tool's, structure's or image's own name; empty elsewhere.
    public var label: String
    public var text: String
    public var tokens: Int
  }

  public var kind: EntryKind
  public var parts: [Part]

  public init(_ record: EntryRecord, counter: some TokenCounter) {
    var scanner = EntryScanner()
    kind = record.kind
    parts = []
    let scanned: Bool = record.json.withUnsafeBufferPointer { buffer in
      (try? scanner.scan(buffer, at: 0)) != nil
    }
    guard scanned else { return }
    let rendered = scanner.parts
    parts = rendered.parts.map { part in
      Part(
        role: part.role, name: part.name, label: part.label, text: rendered.text(part),
        tokens: EntryTokens.count(part, of: rendered, counter: counter))
    }
  }

  public var tokens: Int { parts.reduce(0) { $0 + $1.tokens } }

  /// The tokens of the tool definitions alone.
  public var toolTokens: Int { parts.reduce(0) { $0 + ($1.role == .tool ? $1.tokens : 0) } }
}

/// Counts an entry's tokens part by part, without making strings of them.
public enum EntryTokens {
  static func count(_ part: EntryParts.Part, of parts: EntryParts, counter: some TokenCounter) -> Int {
    guard part.role != .image else { return 0 }
    return parts.bytes.withUnsafeBufferPointer { buffer in
      counter.count(utf8: UnsafeBufferPointer(rebasing: buffer[part.range]))
    }
  }

  /// The tokens of a whole entry, and of its tool definitions alone.
  public static func count(_ parts: EntryParts, counter: some TokenCounter) -> (all: Int32, tools: Int32) {
    var all = 0
    var tools = 0
    for part in parts.parts {
      let tokens = count(part, of: parts, counter: counter)
      all += tokens
      if part.role == .tool { tools += tokens }
    }
    return (Int32(clamping: all), Int32(clamping: tools))
  }
}
