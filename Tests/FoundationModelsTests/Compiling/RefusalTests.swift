import Testing

/// A source that must not compile, and what is said of it.
struct Refusal: Sendable, CustomTestStringConvertible {
  var name: String
  var source: String
  /// `line:column: ` and the beginning of the message, one for each error.
  var errors: [String]

  var testDescription: String { name }
}

@Suite("What the builders and the macros refuse", .serialized)
struct RefusalTests {
  private static let builders: [Refusal] = [
    Refusal(
      name: "P1: two profiles in a body",
      source: """
        struct P: LanguageModelSession.DynamicProfile {
          var body: some DynamicProfile {
            Profile { Instructions("a") }
            Profile { Instructions("b") }
          }
        }
        """,
      errors: ["3:33: 'buildBlock' is unavailable: "]),
    Refusal(
      name: "P1: a bare if in a profile",
      source: """
        struct P: LanguageModelSession.DynamicProfile {
          var flag = true
          var body: some DynamicProfile {
            if flag {
              Profile { Instructions("a") }
            }
          }
        }
        """,
      errors: [
        "5:5: closure containing control flow statement cannot be used with result builder 'DynamicProfileBuilder'"
      ]),
    Refusal(
      name: "P1: no profile at all",
      source: """
        struct P: LanguageModelSession.DynamicProfile {
          var body: some DynamicProfile {
            Instructions("a")
          }
        }
        """,
      errors: ["4:5: "]),
    Refusal(
      name: "P1: a model as a label of the profile",
      source: """
        struct P: LanguageModelSession.DynamicProfile {
          var body: some DynamicProfile {
            Profile(model: SystemLanguageModel()) { Instructions("a") }
          }
        }
        """,
      errors: ["4:", "4:", "4:"]),
    Refusal(
      name: "D2: a bare string among instructions",
      source: """
        struct I: DynamicInstructions {
          var body: some DynamicInstructions {
            "Be kind."
          }
        }
        """,
      errors: ["4:5: cannot convert value of type 'String'"]),
    Refusal(
      name: "D2: something else in a prompt",
      source: "let prompt = Prompt {\n  1...3\n}",
      errors: ["3:"]),
    Refusal(
      name: "R2: a tool whose arguments are a string",
      source: """
        struct T: Tool {
          let description = "x"
          func call(arguments: String) async throws -> String { arguments }
        }
        """,
      errors: ["2:8: type 'T' does not conform to protocol 'Tool'", "2:8: unavailable property 'parameters'"]),
    Refusal(
      name: "H1: a transform that waits",
      source: """
        struct P: LanguageModelSession.DynamicProfile {
          var body: some DynamicProfile {
            Profile { Instructions("a") }
              .historyTransform { entries in
                await Task.yield()
                return entries
              }
          }
        }
        """,
      errors: ["5:25: cannot pass function of type"]),
    Refusal(
      name: "L1: onActivate that throws",
      source: """
        struct P: LanguageModelSession.DynamicProfile {
          var body: some DynamicProfile {
            Profile { Instructions("a") }
              .onActivate { throw CancellationError() }
          }
        }
        """,
      errors: ["5:19: invalid conversion from throwing function"]),
    Refusal(
      name: "T4: a history indexed by a number",
      source: "func first(_ history: Transcript.HistoryView) -> Transcript.Entry { history[0] }",
      errors: ["2:"]),
  ]

  private static let macros: [Refusal] = [
    Refusal(
      name: "M7: a class",
      source: "@Generable class A { var x: Int = 0 }",
      errors: ["2:12: @Generable goes on a struct or an enum; 'A' is a class"]),
    Refusal(
      name: "M7: an actor",
      source: "@Generable actor A {}",
      errors: ["2:12: @Generable goes on a struct or an enum; 'A' is an actor"]),
    Refusal(
      name: "M7: a dictionary",
      source: "@Generable\nstruct A {\n  var good: Int\n  var bad: [String: Int]\n}",
      errors: ["5:12: a dictionary cannot be generated"]),
    Refusal(
      name: "M7: a property without a type",
      source: "@Generable struct A {\n  var x = 3\n}",
      errors: ["3:7: 'x' needs a type"]),
    Refusal(
      name: "M7: raw values that are no strings",
      source: "@Generable enum A: Int {\n  case one = 1\n}",
      errors: ["3:14: the raw values of a @Generable enum must be strings"]),
    Refusal(
      name: "M7: a guide on a computed property",
      source: "@Generable struct A {\n  var x: Int\n  @Guide(description: \"y\") var y: Int { 3 }\n}",
      errors: ["4:3: 'y' is computed, so that nothing is generated for @Guide to guide"]),
    Refusal(
      name: "M7: a guide on a function",
      source: "@Generable struct A {\n  var x: Int\n  @Guide(description: \"y\") func y() {}\n}",
      errors: ["4:3: @Guide goes on a stored property of a @Generable struct"]),
    Refusal(
      name: "S1: a constant session property",
      source: "extension SessionPropertyValues {\n  @SessionPropertyEntry let fixed: Int = 3\n}",
      errors: [
        "3:25: 'fixed' must be a 'var'", "3:29: cannot expand accessor macro on variable declared with 'let'",
      ]),
    Refusal(
      name: "S1: a session property without a value",
      source: "extension SessionPropertyValues {\n  @SessionPropertyEntry var none: Int\n}",
      errors: ["3:29: 'none' needs an initial value, which a new session begins with"]),
    Refusal(
      name: "S1: a session property elsewhere",
      source: "struct A {\n  @SessionPropertyEntry var lost: Int = 3\n}",
      errors: ["3:29: 'lost' must stand in an extension of SessionPropertyValues"]),
  ]

  @Test("P1, D2, M7, S1: Refused on the right line, and nothing else is said", arguments: builders + macros)
  func refused(_ refusal: Refusal) async throws {
    let compilation = try await Compilation(refusal.source)
    #expect(compilation.errors.count == refusal.errors.count, "\(compilation.errors)")
    for (found, expected) in zip(compilation.errors, refusal.errors) {
      #expect(found.hasPrefix(expected))
    }
  }

  @Test("M7: A guide of another type than the property is the type checker's")
  func wrongGuide() async throws {
    let errors = try await Compilation("@Generable struct A { @Guide(.range(1...3)) var x: String }").errors
    #expect(errors.count == 1)
    #expect(errors.first?.contains("'String.Type'") == true)
  }

  @Test("P1, D2, M7, S1: The same without the mistakes compiles, so that the refusals are of the mistakes")
  func accepted() async throws {
    let compilation = try await Compilation(
      """
      struct I: DynamicInstructions {
        var flag = true
        var body: some DynamicInstructions {
          Instructions("Be kind.")
          if flag { T() }
        }
      }
      struct T: Tool {
        let description = "x"
        @Generable struct Arguments { @Guide(.range(1...3)) var x: Int; var y: Int { 3 } }
        func call(arguments: Arguments) async throws -> String { "\\(arguments.x)" }
      }
      struct P: LanguageModelSession.DynamicProfile {
        @SessionProperty(\\.fixed) var fixed
        var flag = true
        var body: some DynamicProfile {
          if flag {
            Profile { I() }.model(SystemLanguageModel())
              .historyTransform { entries in entries }
              .onActivate { fixed += 1 }
          } else {
            Profile { I() }
          }
        }
      }
      extension SessionPropertyValues {
        @SessionPropertyEntry var fixed = 3
        @SessionPropertyEntry var none: Int?
      }
      @Generable enum E: String { case one = "1" }
      let prompt = Prompt { "1...3" }
      func first(_ history: Transcript.HistoryView) -> Transcript.Entry? { history.first }
      """)
    #expect(compilation.errors == [])
    #expect(compilation.warnings == [])
  }

  @Test("M7, S1: The macros fit a module whose declarations belong to the main actor by default")
  func mainActor() async throws {
    let compilation = try await Compilation(
      """
      @Generable struct Recipe: Equatable { var title: String; @Guide(.range(1...9)) var minutes: Int; var parts: [Part] }
      @Generable struct Part: Equatable { var name: String? }
      @Generable enum Size: String { case small, large }
      @Generable indirect enum Shape { case dot; case group(Shape, of: [Shape]) }
      extension SessionPropertyValues {
        @SessionPropertyEntry var size = 3
        @SessionPropertyEntry var names: [String: Bool] = [:]
      }
      nonisolated func read(_ content: GeneratedContent) throws -> Int {
        _ = try Shape.PartiallyGenerated(content)
        _ = try Recipe(content).generatedContent
        return try Recipe(content).minutes + Size.generationSchema.name.count
      }
      """, flags: ["-default-isolation", "MainActor"])
    #expect(compilation.errors == [])
    #expect(compilation.warnings == [])
  }
}
