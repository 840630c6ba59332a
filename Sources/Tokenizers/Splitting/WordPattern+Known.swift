extension WordPattern {
  static let gpt2 = WordPattern(family: .gpt2)
  static let llama3 = WordPattern(family: .cl100k, contractions: .anyCase, digits: 3, foldsLongS: true)
  static let qwen2 = WordPattern(family: .cl100k, contractions: .anyCase, digits: 1, foldsLongS: true)
  static let o200k = WordPattern(
    family: .o200k, contractions: .anyCase, digits: 3, slashEndsSymbols: true, foldsLongS: true)

  /// The pattern that a regular expression, as spelled in published `tokenizer.json` files, stands for.
  static func known(regex: String) -> WordPattern? { byRegex[regex] }

  private static let byRegex: [String: WordPattern] = {
    let plain = #"'s|'t|'re|'ve|'m|'ll|'d"#
    let folded = #"(?i:'s|'t|'re|'ve|'m|'ll|'d)"#
    let tail = #"|\s+(?!\S)|\s+"#
    let gpt2Tail = #"| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+"# + tail
    let upper = #"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]"#
    let lower = #"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"#
    let prefix = #"[^\r\n\p{L}\p{N}]?"#
    func cl100kRegex(_ digits: String) -> String {
      folded + #"|[^\r\n\p{L}\p{N}]?\p{L}+|"# + digits + #"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+"# + tail
    }
    func tiktokenRegex(_ digits: String, newline: String) -> String {
      #"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|"# + digits + #"| ?[^\s\p{L}\p{N}]++[\r\n]*|"#
        + newline + tail
    }
    func o200kRegex(_ digits: String, contractions: String) -> String {
      prefix + upper + "*" + lower + "+" + contractions + "|" + prefix + upper + "+" + lower + "*"
        + contractions + "|" + digits + #"| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+"# + tail
    }
    let marked =
      folded + #"|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|\s*[\r\n]+"# + tail
    let deepseek =
      ##"[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+|"##
      + #" ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+"# + tail
    let qwen35 = WordPattern(
      family: .cl100k, contractions: .anyCase, digits: 1, marksAreLetters: true, foldsLongS: true)
    var unlimited = llama3
    unlimited.digits = .max
    var tekken = o200k
    tekken.contractions = .none
    tekken.digits = 1
    return [
      plain + gpt2Tail: gpt2,
      #"'(?:[sdmt]|ll|ve|re)"# + gpt2Tail: gpt2,
      cl100kRegex(#"\p{N}{1,3}"#): llama3,
      cl100kRegex(#"\p{N}"#): qwen2,
      cl100kRegex(#"\p{N}+"#): unlimited,
      tiktokenRegex(#"\p{N}{1,3}"#, newline: #"\s*[\r\n]"#): llama3,
      tiktokenRegex(#"\p{N}{1,3}"#, newline: #"\s*[\r\n]+"#): llama3,
      tiktokenRegex(#"\p{N}{1,3}+"#, newline: #"\s*[\r\n]"#): llama3,
      tiktokenRegex(#"\p{N}"#, newline: #"\s*[\r\n]"#): qwen2,
      marked: qwen35,
      o200kRegex(#"\p{N}{1,3}"#, contractions: folded + "?"): o200k,
      o200kRegex(#"\p{N}"#, contractions: ""): tekken,
      deepseek: WordPattern(family: .deepseek3),
      #"\p{N}{1,3}"#: WordPattern(family: .digits, digits: 3),
      #"\p{N}"#: WordPattern(family: .digits, digits: 1),
      #"\p{N}+"#: WordPattern(family: .digits),
      "[0-9][0-9][0-9]": WordPattern(family: .threeDigits),
      "[一-龥぀-ゟ゠-ヿ]+": WordPattern(family: .ideographs),
    ]
  }()
}
