import FoundationEssentials

/// A language as a BCP 47 tag or a locale's identifier: `de`, `pt-BR`, `zh-Hant-TW`, `en_US`.
///
/// Written here, because the light half of Foundation knows no parts of a `Locale.Language`.
struct LanguageTag: Hashable {
  /// In lower case.
  var language: String
  /// As `Hant`.
  var script: String?
  /// In upper case, or three digits.
  var region: String?

  /// What models of this kind commonly read.
  static let usual = [
    "da", "de", "en", "es", "fr", "it", "ja", "ko", "nb", "nl", "pt", "sv", "tr", "vi", "zh-Hans", "zh-Hant",
  ]

  init(_ identifier: String) {
    // What follows `@` or `-u-` is about calendars and sorting.
    let parts = identifier.prefix { $0 != "@" && $0 != "." }.split { $0 == "-" || $0 == "_" }
    language = parts.first.map { $0.lowercased() } ?? ""
    for part in parts.dropFirst() {
      if part.count == 1 { break }
      if part.count == 4, part.allSatisfy(\.isLetter), script == nil, region == nil {
        script = part.prefix(1).uppercased() + part.dropFirst().lowercased()
      } else if part.count == 2 && part.allSatisfy(\.isLetter)
        || part.count == 3 && part.allSatisfy(\.isNumber)
      {
        region = region ?? part.uppercased()
      }
    }
    if script == nil && language == "zh" {
      script = ["TW", "HK", "MO"].contains(region) ? "Hant" : "Hans"
    }
  }

  /// Whether one of `tags` is this language, with no script or region that contradicts.
  func isMatched(by tags: [String]) -> Bool {
    tags.contains { tag in
      let tag = LanguageTag(tag)
      return tag.language == language
        && (tag.script == nil || script == nil || tag.script == script)
        && (tag.region == nil || region == nil || tag.region == region)
    }
  }

  /// As the framework's type.
  var asLanguage: Locale.Language {
    Locale.Language(
      languageCode: Locale.LanguageCode(language), script: script.map { Locale.Script($0) },
      region: region.map { Locale.Region($0) })
  }
}
