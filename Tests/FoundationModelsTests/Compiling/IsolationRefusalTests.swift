import Testing

@Suite("What the compiler says of actors", .serialized)
struct IsolationRefusalTests {
  /// State of the main actor, and a profile that belongs to it.
  private static let cart = """
    @MainActor final class Cart { var items: [String] = [] }
    @MainActor struct P: @MainActor LanguageModelSession.DynamicProfile {
      let cart: Cart
      var body: some LanguageModelSession.DynamicProfile {
        LanguageModelSession.Profile { Instructions("\\(cart.items)") }
      }
    }

    """

  private static let refusals: [Refusal] = [
    Refusal(
      name: "H1: a transform of the main actor's, given to a session by itself",
      source: """
        @MainActor func make(_ cart: Cart) -> LanguageModelSession {
          LanguageModelSession(
            profile: LanguageModelSession.Profile { Instructions("x") }
              .historyTransform { cart.items.isEmpty ? [] : $0 })
        }
        """,
      errors: ["10:3: sending value of non-Sendable type"]),
    Refusal(
      name: "D2: elements of the main actor's, given to a session by themselves",
      source: """
        @MainActor func make(_ cart: Cart) -> LanguageModelSession {
          LanguageModelSession(
            profile: LanguageModelSession.Profile {
              DynamicInstructionsForEach([1], id: \\.self) { Instructions("\\($0) \\(cart.items)") }
            })
        }
        """,
      errors: ["10:3: sending value of non-Sendable type"]),
    Refusal(
      name: "P6: a profile of the main actor's where nobody is on it",
      source: "func make(_ profile: P) -> LanguageModelSession { LanguageModelSession(profile: profile) }",
      errors: [
        "9:51: main actor-isolated conformance of 'P' to 'DynamicProfile' cannot be used in nonisolated"
      ]),
    Refusal(
      name: "P6: an isolated body without an isolated conformance",
      source: """
        struct Q: LanguageModelSession.DynamicProfile {
          @MainActor var body: some DynamicProfile { Profile { Instructions("x") } }
        }
        """,
      errors: ["9:32: conformance of 'Q' to protocol 'DynamicProfile' crosses into main actor-isolated code"]),
    Refusal(
      name: "R2: a tool of the main actor's",
      source: """
        @MainActor struct T: @MainActor Tool {
          let description = "x"
          @concurrent func call(arguments: GeneratedContent) async throws -> String { "" }
          var parameters: GenerationSchema { String.generationSchema }
        }
        """,
      errors: [
        "9:19: cannot form main actor-isolated conformance of 'T' to SendableMetatype-inheriting protocol 'Tool'",
        "9:19: type 'T' does not conform to protocol 'Tool'",
      ]),
    Refusal(
      name: "R2: a tool's output that only the main actor can read",
      source: """
        @MainActor struct Output: @MainActor PromptRepresentable {
          var promptRepresentation: Prompt { Prompt("x") }
        }
        struct T: Tool {
          let description = "x"
          var parameters: GenerationSchema { String.generationSchema }
          func call(arguments: GeneratedContent) async throws -> Output { await Output() }
        }
        """,
      errors: [
        "12:8: main actor-isolated conformance of", "12:8: type 'T' does not conform to protocol 'Tool'",
      ]),
  ]

  @Test("P6, D2, H1, R2: Refused, since the session could not keep to it", arguments: refusals)
  func refused(_ refusal: Refusal) async throws {
    let compilation = try await Compilation(Self.cart + refusal.source, sending: true)
    #expect(compilation.errors.count == refusal.errors.count, "\(compilation.errors)")
    for (found, expected) in zip(compilation.errors, refusal.errors) {
      #expect(found.hasPrefix(expected))
    }
  }

  @Test("P6, D2, H1, L1, R2: Everything is the main actor's where that is a module's default, and compiles")
  func defaultIsolation() async throws {
    let compilation = try await Compilation(
      """
      final class Cart { var items: [String] = [] }
      struct P: LanguageModelSession.DynamicProfile {
        let cart: Cart
        var body: some DynamicProfile {
          if cart.items.isEmpty {
            Profile { Instructions("x") }.modifier(M(cart: cart))
          } else {
            Profile { I(cart: cart); T(cart: cart) }
              .onPrompt { cart.items = [] }
              .onDeactivate { cart.items = [] }
              .historyTransform { cart.items.isEmpty ? [] : $0 }
          }
        }
      }
      struct I: DynamicInstructions {
        let cart: Cart
        var body: some DynamicInstructions {
          Instructions("\\(cart.items)")
          ForEach(cart.items, id: \\.self) { Instructions("\\($0) of \\(cart.items.count)") }
        }
      }
      struct M: LanguageModelSession.DynamicProfileModifier {
        let cart: Cart
        func body(content: Content) -> some DynamicProfile { content.temperature(cart.items.isEmpty ? 1 : 0) }
      }
      struct T: Tool {
        let cart: Cart
        let description = "x"
        @Generable struct Arguments { var item: String }
        func call(arguments: Arguments) async throws -> String {
          await MainActor.run { cart.items.append(arguments.item) }
          return "y"
        }
      }
      func make(_ cart: Cart) -> [LanguageModelSession] {
        [LanguageModelSession(profile: P(cart: cart)), LanguageModelSession(dynamicInstructions: I(cart: cart))]
      }
      """, sending: true, flags: ["-default-isolation", "MainActor"])
    #expect(compilation.errors == [])
    #expect(compilation.warnings == [])
  }
}
