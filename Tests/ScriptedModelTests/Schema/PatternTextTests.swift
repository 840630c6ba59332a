import Testing

@testable import ScriptedModel

@Suite struct PatternTextTests {
  @Test(
    "M7: A text of a pattern is one that the pattern matches, for any seed",
    arguments: [
      "abc", "[a-z]+", "\\d{3}-\\d{4}", "(?:a|b|c)d?", "[^a-z]", "\\w+\\s\\w+", "x{2,}", "\\S{1,4}",
      "[\\-\\]x]", "\\x41\\u0042",
      "(?<year>\\d{4})/(?P<month>\\d\\d)", "a|", "^$", "\\AOk\\z", "[-a]", "[a-]", "\\bword\\b", "ü+",
      "[а-я]{3}", "(((a)))", ".*",
    ])
  func matching(pattern: String) throws {
    let made = try PatternText(pattern)
    var texts: Set<String> = []
    for seed in 0..<30 as Range<UInt64> {
      var numbers = SeededNumbers(seed: seed)
      let text = try made.text(&numbers)
      #expect(try Regex(pattern).wholeMatch(in: text) != nil)
      texts.insert(text)
    }
    #expect(!texts.isEmpty)
  }

  @Test(
    "M7: A pattern beyond it is an error, whatever it is",
    arguments: [
      "(?!a)b", "(?<=a)b", "(a)\\1", "[a&&b]", "[[:alpha:]]", "(?i)a", "a{5000}", "\\p{Han}", "(", "[", "a\\",
      "*", "a{2,1}", "[z-a]",
      "a^b", "((a{999}){999}){999}", String(repeating: "(", count: 200) + String(repeating: ")", count: 200),
    ])
  func beyond(pattern: String) {
    var numbers = SeededNumbers(seed: 1)
    #expect(throws: PatternText.Fault.self) {
      let made = try PatternText(pattern)
      _ = try made.text(&numbers)
    }
  }
}
