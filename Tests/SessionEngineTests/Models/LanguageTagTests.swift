import Testing

@testable import SessionEngine

@Suite("Language tags")
struct LanguageTagTests {
  @Test(
    "M2: a tag is a language, a script and a region",
    arguments: [
      ("de", "de", nil, nil), ("DE_ch", "de", nil, "CH"), ("pt-BR", "pt", nil, "BR"),
      ("zh-Hant-TW", "zh", "Hant", "TW"), ("zh_HK", "zh", "Hant", "HK"), ("zh", "zh", "Hans", nil),
      ("en_001", "en", nil, "001"), ("sr-latn", "sr", "Latn", nil), ("ca-ES-valencia", "ca", nil, "ES"),
      ("de_DE@calendar=japanese", "de", nil, "DE"), ("fr-u-ca-buddhist", "fr", nil, nil),
      ("en_US.UTF-8", "en", nil, "US"), ("", "", nil, nil),
    ] as [(String, String, String?, String?)])
  func parts(identifier: String, language: String, script: String?, region: String?) {
    let tag = LanguageTag(identifier)
    #expect(tag.language == language)
    #expect(tag.script == script)
    #expect(tag.region == region)
  }

  @Test("M2: what a tag leaves open matches everything, what it says must not be contradicted")
  func matching() {
    let supported = ["de", "pt-BR", "zh-Hans"]
    for identifier in ["de", "de_AT", "pt", "pt_BR", "zh_CN", "zh"] {
      #expect(LanguageTag(identifier).isMatched(by: supported), "\(identifier)")
    }
    for identifier in ["en", "pt_PT", "zh_TW", "zh-Hant", "", "d"] {
      #expect(!LanguageTag(identifier).isMatched(by: supported), "\(identifier)")
    }
    #expect(!LanguageTag("de").isMatched(by: []))
  }
}
