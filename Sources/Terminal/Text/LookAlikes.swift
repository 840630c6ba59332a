extension DisplayText {
  /// The text with every character that cannot be seen, or cannot be told from another, replaced by its code:
  /// `10‹U+00A0›000`. For excerpts whose difference would otherwise not show.
  ///
  /// Shown are: spaces other than U+0020, what `Frame.put` replaces anyway, joiners and selectors, combining marks
  /// on a Latin letter (a composed letter looks the same), hyphens and punctuation drawn like ASCII, and Cyrillic
  /// or Greek letters drawn like Latin ones in a word that also has Latin letters. A tab becomes `␉`.
  public static func revealing(_ text: some StringProtocol) -> String {
    let scalars = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    var wordIsLatin = false
    var wordEnd = 0
    for (index, scalar) in scalars.enumerated() {
      if index >= wordEnd, scalar.properties.isAlphabetic {
        wordEnd = index
        wordIsLatin = false
        while wordEnd < scalars.count, scalars[wordEnd].properties.isAlphabetic {
          wordIsLatin = wordIsLatin || scalars[wordEnd].isASCII
          wordEnd += 1
        }
      }
      let previous = index > 0 ? scalars[index - 1] : nil
      let hides =
        isInvisible(scalar) || punctuationLookAlikes.contains(scalar.value)
        || (index < wordEnd && wordIsLatin && letterLookAlikes.contains(scalar.value))
        || (CharacterClass(scalar) == .combining && previous?.isASCII == true)
      if hides {
        result.append(contentsOf: CharacterClass.standIn(scalar).unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch CharacterClass(scalar) {
    case .blank: scalar != " "
    case .hidden, .joiner, .variationSelector, .tag: true
    case .combining, .spacing, .regionalIndicator: scalar == "\u{2800}"
    }
  }

  /// Drawn like `;` `-` `/` `:` `.` `!` `,` in most terminal fonts.
  private static let punctuationLookAlikes: Set<UInt32> = [
    0x01C3, 0x037E, 0x0387, 0x05F3, 0x2010, 0x2011, 0x201A, 0x2024, 0x2044, 0x2212, 0x2215, 0x2236, 0xA789,
  ]

  /// Cyrillic and Greek letters drawn like Latin ones.
  private static let letterLookAlikes: Set<UInt32> = Set(
    "АВЕЅІЈКМНОРСТУХаеѕіјорсухԁԛԝһΑΒΕΖΗΙΚΜΝΟΡΤΥΧονι".unicodeScalars.map(\.value))
}
