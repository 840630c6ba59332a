import Transcripts

/// Everything in a transcript file that is not an entry: the envelope, whatever wraps it, and how the file is laid out.
///
/// With it, the entries can be written again into the same file: same wrapper, same version, same unknown keys, same style.
public struct TranscriptEnvelope: Sendable, Hashable {
  /// The document as it was read, with `entries` left empty.
  public var outer: JSONValue
  /// The keys that lead from the outer value to `entries`; empty when the document is a bare array of entries.
  public var path: [String]
  public var style: JSONStyle

  public init(outer: JSONValue, path: [String], style: JSONStyle) {
    self.outer = outer
    self.path = path
    self.style = style
  }

  /// A plain envelope, as `JSONEncoder().encode(session.transcript)` writes it.
  public static func plain(version: Version, style: JSONStyle = .foundationPretty) -> TranscriptEnvelope {
    TranscriptEnvelope(
      outer: [
        "type": .string(Transcript.envelopeType), "version": version.json,
        "transcript": ["entries": .array([])],
      ], path: ["transcript", "entries"], style: style)
  }

  /// The two versions of the public JSON form.
  public enum Version: String, Sendable, Hashable {
    /// FoundationModels 26: the number 1.
    case v1 = "1"
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// FoundationModels 27: the string "1.1".
    case v1_1 = "1.1"

    var json: JSONValue { self == .v1 ? 1 : "1.1" }
  }

  /// The object that holds `type`, `version` and `transcript`; nil for bare entries.
  private var inner: JSONValue? {
    guard path.count >= 2 else { return nil }
    return path.dropLast(2).reduce(Optional(outer)) { $0?[$1] }
  }

  public var version: Version? {
    guard let version = inner?["version"] else { return nil }
    if version.stringValue == "1.1" || version.doubleValue == 1.1 { return .v1_1 }
    if version.stringValue == "1" || version.doubleValue == 1 { return .v1 }
    return nil
  }

  /// The version as it is written, for messages.
  public var versionText: String? { inner?["version"]?.text() }

  /// The model that `fm` wrote beside the transcript.
  public var modelName: String? { outer["modelName"]?.stringValue }

  /// `foundation-models/1.1`, `foundation-models/1`, or `foundation-models/entries` for a bare array.
  public var formatName: String {
    guard inner != nil else { return "foundation-models/entries" }
    return "foundation-models/" + (version?.rawValue ?? "unknown")
  }

  /// The document with these entries in it, in its style, keys in byte order.
  ///
  /// - Parameter entries: each the JSON of one entry.
  /// - Throws: `JSONError` when an entry is not JSON.
  public func document(entries: some Sequence<[UInt8]>) throws(JSONError) -> [UInt8] {
    // A hole that no document of ours can hold stands in for the entries while the rest is written.
    let hole = "\u{F0000}stemma entries\u{F0000}"
    let frame = Self.replacing(outer, path[...], with: .string(hole)).text()
    var compact: [UInt8] = []
    let mark = JSONValue.string(hole).text()
    let place = frame.firstRange(of: mark) ?? frame.endIndex..<frame.endIndex
    compact.append(contentsOf: frame[..<place.lowerBound].utf8)
    compact.append(UInt8(ascii: "["))
    var isFirst = true
    for entry in entries {
      if !isFirst { compact.append(UInt8(ascii: ",")) }
      isFirst = false
      compact.append(contentsOf: entry)
    }
    compact.append(UInt8(ascii: "]"))
    compact.append(contentsOf: frame[place.upperBound...].utf8)
    return try style.formatted(compact)
  }

  private static func replacing(_ value: JSONValue, _ path: ArraySlice<String>, with new: JSONValue)
    -> JSONValue
  {
    guard let key = path.first else { return new }
    guard case .object(let members) = value else { return value }
    return .object(
      members.map { member in
        guard member.key == key else { return member }
        return JSONValue.Member(key, replacing(member.value, path.dropFirst(), with: new))
      })
  }
}

extension TranscriptEnvelope {
  /// The envelope as JSON, to be kept in a recording.
  public var json: JSONValue {
    [
      "outer": outer, "path": .array(path.map(JSONValue.string)),
      "style": [
        "indent": style.indent.map { JSONValue.number($0) } ?? .null, "colon": .string(style.colon),
        "comma": .string(style.comma), "escapesSlashes": .bool(style.escapesSlashes),
        "escapesNonASCII": .bool(style.escapesNonASCII),
        "opensEmptyContainers": .bool(style.opensEmptyContainers),
        "endsWithNewline": .bool(style.endsWithNewline),
      ],
    ]
  }

  /// Reads what `json` wrote; nil for anything else.
  public init?(json: JSONValue) {
    guard let outer = json["outer"], let path = json["path"]?.arrayValue, let style = json["style"] else {
      return nil
    }
    self.init(
      outer: outer, path: path.compactMap(\.stringValue),
      style: JSONStyle(
        indent: style["indent"]?.intValue, colon: style["colon"]?.stringValue ?? ":",
        comma: style["comma"]?.stringValue ?? ",",
        escapesSlashes: style["escapesSlashes"]?.boolValue ?? false,
        escapesNonASCII: style["escapesNonASCII"]?.boolValue ?? false,
        opensEmptyContainers: style["opensEmptyContainers"]?.boolValue ?? false,
        endsWithNewline: style["endsWithNewline"]?.boolValue ?? false))
  }
}
