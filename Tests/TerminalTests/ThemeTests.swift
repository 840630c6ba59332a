import Foundation
import Testing

@testable import Terminal

private let themesDirectory = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .appendingPathComponent("themes")

/// The error that a text gives, as a person reads it.
private func complaint(_ json: String) -> String {
  do {
    _ = try Theme(json: json.utf8, file: "my.json")
    return "none"
  } catch {
    return "\(error)"
  }
}

@Suite struct ThemeFiles {
  @Test func embeddedThemesAreTheFilesLetterForLetter() throws {
    for source in BuiltInThemes.sources {
      let file = themesDirectory.appendingPathComponent(source.name + ".json")
      #expect(try String(contentsOf: file, encoding: .utf8) == source.json, "\(source.name)")
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: themesDirectory.path)
      .filter { $0.hasSuffix(".json") }
    #expect(Set(files) == Set(BuiltInThemes.names.map { $0 + ".json" }))
  }

  @Test func everyBuiltInThemeReads() {
    #expect(Theme.builtIns.map(\.name) == Theme.builtInNames)
    #expect(Theme.builtInNames.count == 8)
    #expect(Theme.builtIns.filter { !$0.isDark }.map(\.name) == ["light"])
  }

  @Test func everyRoleIsDocumented() throws {
    let manual = try String(contentsOf: themesDirectory.appendingPathComponent("README.md"), encoding: .utf8)
    for role in Theme.Role.allCases { #expect(manual.contains("`\(role.rawValue)`"), "\(role)") }
    for kind in Theme.Kind.allCases { #expect(manual.contains("`\(kind.rawValue)`"), "\(kind)") }
    for name in Theme.builtInNames { #expect(manual.contains("`\(name)`"), "\(name)") }
  }

  @Test func aThemeMayChangeAnotherInPart() throws {
    let json = """
      {"name": "mine", "extends": "light", "roles": {"accent": "#ff0000", "lost": {"color": "#800000",
       "256": 88, "16": "red", "mono": ["bold", "underline"], "attributes": "italic", "background": "#ffffff"}}}
      """
    let theme = try Theme(json: json.utf8, file: "mine.json")
    let light = try #require(Theme.builtIn("light"))
    #expect(theme.name == "mine")
    #expect(!theme.isDark)
    #expect(theme.style(.text) == light.style(.text))
    #expect(theme.color(.accent) == .rgb(0xFF0000))
    #expect(theme.style(.lost).background == .rgb(0xFFFFFF))
    #expect(theme.style(.lost).attributes == .italic)
    #expect(theme.color(.lost).monoAttributes == [.bold, .underline])
    #expect(theme.color(.lost).shown(at: .trueColor) == .rgb(0x800000))
    #expect(theme.color(.lost).shown(at: .indexed256) == .indexed(88))
    #expect(theme.color(.lost).shown(at: .ansi16) == .indexed(1))
    #expect(theme.color(.lost).shown(at: .mono) == .default)
    #expect(theme.persona(0) == light.persona(0))
  }

  @Test func faultsNameFilePlaceAndKey() {
    #expect(complaint("") == "my.json:1:1: the document ends where a value should stand")
    #expect(complaint("{\n \"a\": x}") == "my.json:2:7: expected a value, found \"x\"")
    #expect(complaint("{\"a\": 1,}") == "my.json:1:9: expected a key in quotes, found \"}\"")
    #expect(complaint("{\"a\": [1 2]}") == "my.json:1:10: expected \",\" or \"]\", found \"2\"")
    #expect(complaint("{\"é\": 1, \"é\": 2}") == "my.json:1:10: \"é\" is given twice")
    #expect(complaint("{} x") == "my.json:1:4: text after the end of the document")
    #expect(complaint("{\"a\": \"\\q\"}") == "my.json:1:8: an escape that JSON does not have")
    #expect(complaint(String(repeating: "[", count: 1000)) == "my.json:1:33: nested more than 32 deep")
    #expect(complaint("[]") == "my.json:1:1: the document is an array of 0; expected an object")
    #expect(complaint("{\"name\": \"x\"}").hasPrefix("my.json:1:1: dark is missing"))
    #expect(
      complaint("{\"name\": \"x\", \"extends\": \"light\",\n\"roles\": {\"acent\": \"#fff\"}}")
        == "my.json:2:20: roles.acent is not a key of a theme; did you mean \"accent\"?")
    #expect(
      complaint(
        "{\"name\": \"x\", \"extends\": \"light\", \"roles\": {\"dim\": {\"color\": \"#fff\", \"256\": 256}}}"
      )
      .hasSuffix("roles.dim.256 is 256; expected 0 to 255, a colour name or \"default\""))
    #expect(
      complaint("{\"name\": \"x\", \"extends\": \"light\", \"personas\": [\"#fff\"]}")
        .hasSuffix("personas is an array of 1; expected at least three colours"))
    #expect(
      complaint("{\"name\": \"x\", \"extends\": \"night\"}").contains(
        "extends is \"night\"; expected one of dark,"))
    #expect(
      complaint("{\"name\": \"x\", \"extends\": \"dark\", \"kinds\": {\"tools\": \"blu\\u001be\"}}")
        .contains("kinds.tools is \"blu␛e\"; expected \"#rrggbb\""))
  }

  @Test func bytesThatAreNotTextAreRefused() {
    #expect(throws: ThemeError.self) { try Theme(json: [0x7B, 0xFF, 0x7D], file: "x") }
    #expect(throws: ThemeError.self) { try Theme(contentsOf: "/nonexistent/theme.json") }
    #expect(throws: ThemeError.self) { try Theme(contentsOf: "/") }
  }

  @Test func aDirectoryGivesItsThemesAndItsErrors() throws {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    try "{\"name\": \"good\", \"extends\": \"dark\"}"
      .write(to: directory.appendingPathComponent("good.json"), atomically: true, encoding: .utf8)
    try "{".write(to: directory.appendingPathComponent("bad.json"), atomically: true, encoding: .utf8)
    try "".write(to: directory.appendingPathComponent("notes.txt"), atomically: true, encoding: .utf8)
    let (themes, errors) = Theme.load(directory: directory.path)
    #expect(themes.map(\.name) == ["good"])
    #expect(errors.map(\.file) == [directory.path + "/bad.json"])
    #expect(try Theme.named("good", directory: directory.path).name == "good")
    #expect(try Theme.named("light", directory: directory.path).name == "light")
    #expect(try Theme.named(directory.path + "/good.json", directory: nil).name == "good")
    #expect(throws: ThemeError.self) { try Theme.named("bad", directory: directory.path) }
    let unknown = #expect(throws: ThemeError.self) { try Theme.named("none", directory: directory.path) }
    #expect(unknown?.description.hasPrefix("no theme \"none\"; there are dark, light,") == true)
    #expect(Theme.load(directory: "/nonexistent").themes.isEmpty)
  }
}

@Suite struct ThemeColors {
  /// What a colour is at a depth as 24 bits, taking xterm's for the sixteen.
  private func resolved(_ color: Color, _ depth: ColorDepth) -> Color {
    switch color.shown(at: depth) {
    case .default: .default
    case .indexed(let index): .rgb(Palette.rgb(index))
    case .rgb(let value): .rgb(value)
    }
  }

  private func ratio(_ style: Style, _ depth: ColorDepth) -> Double {
    resolved(style.foreground, depth).contrast(with: resolved(style.background, depth)) ?? 0
  }

  /// WCAG 2.2, 1.4.3: 4.5 to 1 for text; 3 to 1 for what need not be read. The sixteen are the user's to
  /// choose, so there 3 is asked of xterm's.
  @Test(arguments: Theme.builtIns.map(\.name), [ColorDepth.trueColor, .indexed256, .ansi16])
  func textCanBeRead(name: String, depth: ColorDepth) throws {
    let theme = try #require(Theme.builtIn(name))
    let least = depth == .ansi16 ? 3 : 4.5
    for role in Theme.Role.allCases {
      switch role {
      case .line, .prefill, .decode: continue
      case .faint: #expect(ratio(theme.style(role), depth) >= (depth == .ansi16 ? 2.9 : 3), "\(role)")
      default: #expect(ratio(theme.style(role), depth) >= least, "\(role)")
      }
    }
    for index in 0..<theme.personaCount {
      #expect(ratio(theme.persona(index), depth) >= least, "persona \(index)")
      #expect(ratio(theme.personaBand(index), depth) >= least, "band \(index)")
    }
    #expect(ratio(theme.inverted(.accent), depth) >= least)
  }

  @Test(arguments: Theme.builtIns.map(\.name)) func barsAndKindsStandOut(name: String) throws {
    let theme = try #require(Theme.builtIn(name))
    for role in [Theme.Role.prefill, .decode] where name != "light" {
      #expect(ratio(theme.style(role), .trueColor) >= 3, "\(role)")
    }
    for kind in Theme.Kind.allCases {
      #expect(ratio(theme.kind(kind), .trueColor) >= 3, "\(kind)")
    }
    #expect(Set(Theme.Kind.allCases.map { theme.kind($0).foreground.rgbValue }).count == 8)
  }

  @Test func contrastIsThatOfTheRecommendation() throws {
    // Worked out by hand from the WCAG formula: black on white is 21, #777777 on white the well-known 4.48.
    #expect(Color.rgb(0).contrast(with: .rgb(0xFFFFFF)) == 21)
    let grey = try #require(Color.rgb(0x777777).contrast(with: .rgb(0xFFFFFF)))
    #expect(abs(grey - 4.48) < 0.005)
    #expect(Color.default.contrast(with: .rgb(0)) == nil)
  }

  @Test func theDefaultThemesAreThoseOfTheDrawing() throws {
    let dark = Theme.dark
    #expect(dark.color(.background).rgbValue == 0x10141B)
    #expect(dark.color(.prefill).rgbValue == 0xF2C14E)
    #expect(dark.persona(0).foreground.rgbValue == 0x6EA8FE)
    #expect(dark.persona(-1) == dark.persona(dark.personaCount - 1))
    #expect(dark.persona(dark.personaCount) == dark.persona(0))
    let light = try #require(Theme.builtIn("light"))
    #expect(light.color(.background).rgbValue == 0xFBFAF7)
    #expect(light.color(.lost).rgbValue == 0xC62F45)
  }

  @Test func groundsBringTheirText() {
    let selection = Theme.dark.style(.selection)
    #expect(selection.background == Theme.dark.color(.selection))
    #expect(selection.foreground.rgbValue == 0xEEF2F7)
    #expect(Theme.dark.style(.dim).background == Theme.dark.color(.background))
  }

  @Test func withoutColoursTheMeaningIsInTheAttributes() {
    let theme = Theme.dark
    #expect(theme.style(.lost).shown(at: .mono).attributes == [.bold, .underline])
    #expect(theme.style(.selection).shown(at: .mono).attributes == .reverse)
    #expect(theme.style(.dim).shown(at: .mono).attributes == .dim)
    #expect(theme.inverted(.accent).shown(at: .mono).attributes == .reverse)
    #expect(theme.style(.text).on(theme.color(.selection)).shown(at: .mono).attributes == .reverse)
  }
}
