import Testing

@Suite("@Generable where it cannot work")
struct GenerableDiagnosticsTests {
  @Test(
    "M7: Only structs and enums are generable",
    arguments: [
      (
        "class Recipe {}",
        "2:1: error: @Generable goes on a struct or an enum; 'Recipe' is a class\n"
          + "fix: make it a struct: class -> struct"
      ),
      (
        "final class Recipe {}",
        "2:7: error: @Generable goes on a struct or an enum; 'Recipe' is a class"
      ),
      ("actor Recipe {}", "2:1: error: @Generable goes on a struct or an enum; 'Recipe' is an actor"),
      ("protocol Recipe {}", "2:1: error: @Generable goes on a struct or an enum; 'Recipe' is a protocol"),
    ])
  func kinds(source: String, expected: String) {
    let expansion = Expansion("@Generable\n" + source)
    #expect(expansion.diagnostics == [expected])
    #expect(expansion.text == source)
  }

  @Test(
    "M7: A property must show its type; a literal shows the fix",
    arguments: [
      (
        "var title = \"Soup\"",
        "2:7: error: 'title' needs a type: @Generable reads the declaration, "
          + "and cannot infer the type of a value\n"
          + "fix: add ': String': title = \"Soup\" -> title: String = \"Soup\""
      ),
      (
        "var count = 3",
        "2:7: error: 'count' needs a type: @Generable reads the declaration, "
          + "and cannot infer the type of a value\nfix: add ': Int': count = 3 -> count: Int = 3"
      ),
      (
        "var when = now()",
        "2:7: error: 'when' needs a type: @Generable reads the declaration, "
          + "and cannot infer the type of a value"
      ),
      (
        "var (a, b): (Int, Int)",
        "2:7: error: a pattern cannot be generated; give each property of a @Generable struct its own name and type"
      ),
    ])
  func types(property: String, expected: String) {
    let expansion = Expansion("@Generable struct Recipe {\n  \(property)\n}")
    #expect(expansion.diagnostics == [expected])
    #expect(expansion.lines(with: "extension") == [])
  }

  @Test(
    "M7: What has no schema is refused where it stands",
    arguments: [
      ("var a: [String: Int]", 10, "dictionary"), ("var a: [[String: Int]]?", 11, "dictionary"),
      ("var a: Dictionary<String, Int>", 10, "dictionary"), ("var a: Array<[Int: Int]>", 16, "dictionary"),
      ("var a: (Int, String)", 10, "tuple"), ("var a: [(x: Int, y: Int)]", 11, "tuple"),
      ("var a: (() -> Int)?", 11, "function"), ("var a: @Sendable () -> Void", 20, "function"),
    ])
  func unsupported(property: String, column: Int, what: String) {
    let words = [
      "dictionary": "a dictionary cannot be generated, since its keys are not known beforehand; "
        + "use an array of a @Generable struct with a key and a value",
      "tuple": "a tuple cannot be generated; use a @Generable struct",
      "function": "a function cannot be generated",
    ]
    let expansion = Expansion("@Generable struct Recipe {\n  \(property)\n}")
    #expect(expansion.diagnostics == ["2:\(column): error: \(words[what]!)"])
  }

  @Test("M7: A constant with a value is left out, with a warning")
  func constant() {
    let expansion = Expansion("@Generable struct Recipe {\n  let version: Int = 2\n  var title: String\n}")
    #expect(
      expansion.diagnostics == [
        "2:3: warning: 'version' always has its initial value, so it is not generated; "
          + "make it a 'var' to let the model fill it\nfix: make it a 'var': let -> var"
      ])
    #expect(
      expansion.lines(with: "Property(name:") == [
        #"Transcripts.GenerationSchema.Property(name: "title", type: String.self),"#
      ])
  }

  @Test("All faults of a declaration are told at once, in its order")
  func several() {
    let expansion = Expansion(
      """
      @Generable(description: "x", representNilExplicitlyInGeneratedContent: flag)
      struct Recipe {
        var a = 1, b: [Int: Int]
        var c = 2.5
      }
      """)
    #expect(
      expansion.diagnostics.map { $0.prefix { $0 != "\n" } } == [
        "1:72: error: 'representNilExplicitlyInGeneratedContent' must be written as 'true' or 'false'",
        "3:7: error: 'a' needs a type: @Generable reads the declaration, and cannot infer the type of a value",
        "3:17: error: a dictionary cannot be generated, since its keys are not known beforehand; "
          + "use an array of a @Generable struct with a key and a value",
        "4:7: error: 'c' needs a type: @Generable reads the declaration, and cannot infer the type of a value",
      ])
  }

  @Test(
    "M7: Raw values must be strings",
    arguments: [
      ("enum Size: Int {\n  case small = 1, large\n}", "2:16"),
      ("enum Size: Int {\n  case small, large\n}", "1:23"),
      ("enum Size: Double {\n  case small = 1.5\n}", "2:16"),
    ])
  func rawValues(source: String, place: String) {
    let expansion = Expansion("@Generable \(source)")
    #expect(
      expansion.diagnostics == ["\(place): error: the raw values of a @Generable enum must be strings"])
  }

  @Test("An enum needs cases, with names that differ, and labels that leave room for the case's own name")
  func cases() {
    #expect(
      Expansion("@Generable enum Never {}").diagnostics == [
        "1:17: error: 'Never' has no case that could be generated"
      ])
    #expect(
      Expansion("@Generable enum Move { case to(x: Int), to(y: Int) }").diagnostics == [
        "1:41: error: 'to' is the name of two cases, and generated content tells cases apart by name"
      ])
    #expect(
      Expansion("@Generable enum Law { case court(`case`: Int) }").diagnostics == [
        "1:34: error: 'case' names the case itself in generated content; choose another label"
      ])
    #expect(
      Expansion("@Generable enum Map { case table([String: Int]) }").diagnostics == [
        "1:34: error: a dictionary cannot be generated, since its keys are not known beforehand; "
          + "use an array of a @Generable struct with a key and a value"
      ])
  }
}
