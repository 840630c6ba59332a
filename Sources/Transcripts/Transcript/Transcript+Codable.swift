extension Transcript: Codable {
  /// The `type` of the public JSON envelope.
  public static let envelopeType = "FoundationModels.Transcript"

  /// Reads the public JSON envelope, version 1 (written as a number) or 1.1 (as a string).
  ///
  /// - Throws: `DecodingError` when there is no `transcript.entries` or the version is another one.
  public init(from decoder: any Decoder) throws {
    let json = try JSONValue(from: decoder)
    func refuse(_ message: String) -> DecodingError {
      .dataCorrupted(DecodingError.Context(codingPath: decoder.codingPath, debugDescription: message))
    }
    guard let entries = json["transcript"]?["entries"]?.arrayValue else {
      throw refuse("no transcript.entries: not a FoundationModels transcript")
    }
    let known = ["1", "1.1", .number(1), .number(1.1)] as [JSONValue]
    if let version = json["version"], !known.contains(version) {
      throw refuse("transcript version \(version.text()) is neither 1 nor \"1.1\"")
    }
    self.init(entries: entries.map(Entry.init(json:)))
  }

  /// Writes the public JSON envelope, version 1.1.
  public func encode(to encoder: any Encoder) throws { try envelope.encode(to: encoder) }

  /// The public JSON envelope, version 1.1.
  public var envelope: JSONValue {
    [
      "type": .string(Self.envelopeType), "version": "1.1",
      "transcript": ["entries": .array(entries.map(\.json))],
    ]
  }

  /// The transcript as JSON text in a style.
  public func jsonText(style: JSONStyle = .foundationPretty) -> [UInt8] {
    // Our own text is JSON, so that formatting it can't fail.
    let compact = envelope.text()
    return (try? style.formatted(compact.utf8)) ?? Array(compact.utf8)
  }
}
