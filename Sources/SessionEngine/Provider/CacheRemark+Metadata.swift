import PrefixCache
import Transcripts

// How a backend's remark on its cache travels: in the metadata of its usage, for the framework's usage has no place for it.
extension CacheRemark {
  private static let wordsKey = "cacheShortfall"
  private static let kindKey = "cacheShortfallKind"

  /// What a backend adds to the metadata of its usage.
  package var metadata: [String: any ConvertibleToGeneratedContent] {
    [Self.wordsKey: words, Self.kindKey: kind.rawValue]
  }

  /// Nil for a usage that says nothing of the cache.
  package init?(metadata: [String: GeneratedContent]) {
    guard let words = try? metadata[Self.wordsKey].map({ try String($0) }), !words.isEmpty else { return nil }
    let kind = try? metadata[Self.kindKey].map { try String($0) }
    self.init(kind: kind.flatMap(Kind.init(rawValue:)) ?? .other, words: words)
  }
}
