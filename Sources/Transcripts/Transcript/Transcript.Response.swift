import FoundationEssentials

extension Transcript {
  /// A model's answer (API §6).
  public struct Response: Sendable, Identifiable, Equatable {
    public var id: String
    /// Names of the model assets that answered; empty when the entry does not tell them.
    public var assetIDs: [String]
    public var segments: [Segment]
    /// What the model's provider tells of the answer; no model sees it. Under `assetIDs` it repeats the assets.
    public var metadata: [String: GeneratedContent] { didSet { metadataSpelling.value = nil } }
    var metadataSpelling = Spelling<JSONValue>()
    /// True for an answer whose file names the assets in the metadata only.
    var hasAssetsInMetadataOnly = Spelling<Bool>()
    var kept = KeptKeys()

    public init(id: String = UUID().uuidString, assetIDs: [String], segments: [Segment]) {
      self.id = id
      self.assetIDs = assetIDs
      self.segments = segments
      metadata = assetIDs.isEmpty ? [:] : [Self.assetsKey: assetIDs.generatedContent]
    }

    public init(
      id: String = UUID().uuidString, metadata: [String: any ConvertibleToGeneratedContent] = [:],
      segments: [Segment]
    ) {
      self.id = id
      self.segments = segments
      self.metadata = metadata.mapValues(\.generatedContent)
      assetIDs = self.metadata[Self.assetsKey].flatMap { try? [String]($0) } ?? []
    }

    static let assetsKey = "assetIDs"
  }

  /// What a model thought before it answered (version 1.1, API §6).
  public struct Reasoning: Sendable, Identifiable, Equatable {
    public var id: String
    public var segments: [Segment]
    /// Opaque bytes by which a provider recognises its own reasoning.
    public var signature: Data? { didSet { signatureSpelling.value = nil } }
    public var metadata: [String: GeneratedContent] { didSet { metadataSpelling.value = nil } }
    var signatureSpelling = Spelling<String>()
    var metadataSpelling = Spelling<JSONValue>()
    var kept = KeptKeys()
    /// The same for the inner object, `reasoning`.
    var keptInside = KeptKeys()

    public init(
      id: String = UUID().uuidString, metadata: [String: any ConvertibleToGeneratedContent] = [:],
      segments: [Segment], signature: Data? = nil
    ) {
      self.id = id
      self.segments = segments
      self.signature = signature
      self.metadata = metadata.mapValues(\.generatedContent)
    }
  }
}
