import FoundationEssentials

extension SystemLanguageModel {
  /// A trained addition to the model. The framework took adapters away in 27, and there never were any here: every way to one throws.
  @available(*, deprecated, message: "adapters are gone in 27")
  public struct Adapter {
    /// There is no adapter to hold.
    private let none: Never

    /// What its maker wrote in it.
    public var creatorDefinedMetadata: [String: Any] {
      switch none {}
    }

    /// - Throws: `AssetError.invalidAsset`, always.
    public init(fileURL: URL) throws {
      throw AssetError.invalidAsset(
        .init(debugDescription: "\(fileURL.path): there are no adapters for this model"))
    }

    /// - Throws: `AssetError.compatibleAdapterNotFound`, always.
    public init(name: String) throws {
      throw AssetError.compatibleAdapterNotFound(
        .init(debugDescription: "\(name): there are no adapters for this model"))
    }

    /// Prepares it for use.
    @concurrent public func compile() async throws {
      switch none {}
    }

    /// None.
    public static func compatibleAdapterIdentifiers(name: String) -> [String] { [] }

    /// There is nothing to remove.
    public static func removeObsoleteAdapters() throws {}

    /// Why there is no adapter.
    @available(*, deprecated, message: "adapters are gone in 27")
    public enum AssetError: Swift.Error, LocalizedError {
      /// The file is no adapter for this model.
      case invalidAsset(Context)
      /// The name can't be one.
      case invalidAdapterName(Context)
      /// There is none of that name for this model.
      case compatibleAdapterNotFound(Context)

      /// What is known of it.
      public struct Context: Sendable {
        /// In one line.
        public let debugDescription: String

        /// With one line on it.
        public init(debugDescription: String) {
          self.debugDescription = debugDescription
        }
      }

      /// In one line.
      public var errorDescription: String? {
        switch self {
        case .invalidAsset(let context), .invalidAdapterName(let context),
          .compatibleAdapterNotFound(let context):
          context.debugDescription
        }
      }

      /// What can be done.
      public var recoverySuggestion: String? { "use the model without an adapter" }
    }
  }
}
