/// What a model sees of one entry, in the order in which it sees it.
///
/// An instructions entry is its text and then each tool definition; a prompt is its segments and the schema of its response
/// format; a batch of tool calls is each name and its arguments. Ids, options, assets and metadata are not sent and not here.
/// Texts of neighbouring segments are joined by a newline into one part.
public struct EntryParts: Sendable {
  public enum Role: UInt8, Sendable, Hashable {
    case text = 1
    case tool, structure, image, schema, callName, arguments, outputName, raw
  }

  public struct Part: Sendable {
    public var role: Role
    /// The tool's, structure's or image's name; empty elsewhere.
    public var label: String
    /// Which one of its role this is in the entry, from 0.
    public var ordinal: Int
    /// Where its UTF-8 text stands in `bytes`.
    public var range: Range<Int>
    /// Of a text that joins several segments: where the newlines between them stand, in bytes from the part's start.
    public var joints: [Int] = []

    public init(role: Role, label: String, ordinal: Int, range: Range<Int>) {
      self.role = role
      self.label = label
      self.ordinal = ordinal
      self.range = range
    }

    /// The name that `stemma why` prints: `text`, `tool:searchRecipes`, `arguments` …
    public var name: String {
      switch role {
      case .text: numbered("text")
      case .tool: "tool:\(label)"
      case .structure: numbered("structure:\(label)")
      case .image: label.isEmpty ? numbered("image") : "image:\(label)"
      case .schema: "schema"
      case .callName: numbered("name")
      case .arguments: numbered("arguments")
      case .outputName: "name"
      case .raw: "raw"
      }
    }

    private func numbered(_ name: String) -> String { ordinal == 0 ? name : "\(name):\(ordinal + 1)" }
  }

  /// All parts' texts, with separators between them, so that equal `bytes` mean an equal sight.
  public internal(set) var bytes: [UInt8] = []
  public internal(set) var parts: [Part] = []

  init() {}

  /// The text of a part, as UTF-8.
  public func utf8(_ part: Part) -> ArraySlice<UInt8> { bytes[part.range] }

  public func text(_ part: Part) -> String { String(decoding: bytes[part.range], as: UTF8.self) }

  // MARK: Building

  mutating func reset(kind: EntryKind) {
    bytes.removeAll(keepingCapacity: true)
    parts.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: kind.rawValue.utf8)
  }

  /// Opens a part; what is appended to `bytes` until `end` is its text.
  mutating func begin(_ role: Role, label: String = "") {
    if role == .text, let last = parts.last, last.role == .text {
      parts[parts.count - 1].joints.append(bytes.count - last.range.lowerBound)
      bytes.append(UInt8(ascii: "\n"))
      return
    }
    // 0xFF never stands in UTF-8, so no text can imitate a separator.
    bytes.append(0xFF)
    bytes.append(role.rawValue)
    if !label.isEmpty { bytes.append(contentsOf: label.utf8) }
    bytes.append(0xFF)
    let ordinal = parts.reduce(0) { $0 + ($1.role == role ? 1 : 0) }
    parts.append(Part(role: role, label: label, ordinal: ordinal, range: bytes.count..<bytes.count))
  }

  mutating func end() {
    let last = parts.count - 1
    parts[last].range = parts[last].range.lowerBound..<bytes.count
  }
}
