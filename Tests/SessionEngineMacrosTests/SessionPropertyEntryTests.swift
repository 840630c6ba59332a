import Testing

@Suite("@SessionPropertyEntry")
struct SessionPropertyEntryTests {
  @Test("S1: An entry becomes accessors over the session's values, and a key with the default value")
  func typed() {
    let expansion = Expansion(
      """
      extension SessionPropertyValues {
        @SessionPropertyEntry var steps: [String] = []
      }
      """)
    #expect(expansion.diagnostics == [])
    #expect(
      expansion.text == """
        extension SessionPropertyValues {
          var steps: [String] {
            get { self[__Key_steps.self] }
            set { self[__Key_steps.self] = newValue }
            _modify { yield &self[__Key_steps.self] }
          }

          nonisolated private enum __Key_steps: SessionEngine.SessionPropertyKey {
            typealias Value = [String]
            static var defaultValue: [String] {
              get { [] }
            }
          }
        }
        """)
  }

  @Test("S1: Without a type the compiler takes that of the initial value")
  func untyped() {
    let expansion = Expansion(
      "extension FoundationModels.SessionPropertyValues {\n  @SessionPropertyEntry public var count = 3\n}")
    #expect(expansion.diagnostics == [])
    #expect(
      expansion.text == """
        extension FoundationModels.SessionPropertyValues {
          public var count {
            get { self[__Key_count.self] }
            set { self[__Key_count.self] = newValue }
            _modify { yield &self[__Key_count.self] }
          }

          nonisolated private enum __Key_count: SessionEngine.SessionPropertyKey {
            static var defaultValue {
              get { 3 }
            }
          }
        }
        """)
  }

  @Test("S1: An optional entry begins with nil")
  func optional() {
    let expansion = Expansion(
      "extension SessionPropertyValues {\n  @SessionPropertyEntry var `default`: Int?\n}")
    #expect(expansion.diagnostics == [])
    #expect(expansion.lines(with: "get {") == ["get { self[__Key_default.self] }", "get { nil }"])
  }

  @Test(
    "S1: What is no entry is refused where it is wrong",
    arguments: [
      (
        "let a = 3",
        "2:25: error: 'a' must be a 'var': a session property is written while the session runs\n"
          + "fix: make it a 'var': let -> var"
      ),
      ("var a: Int", "2:29: error: 'a' needs an initial value, which a new session begins with"),
      (
        "var a: Int { 3 }",
        "2:36: error: 'a' cannot have accessors of its own, since @SessionPropertyEntry writes them"
      ),
      ("static var a = 3", "2:25: error: 'a' cannot be static: each session has its own value"),
      (
        "func a() {}",
        "2:3: error: @SessionPropertyEntry goes on a 'var' in an extension of SessionPropertyValues"
      ),
    ])
  func refusals(declaration: String, expected: String) {
    let expansion = Expansion(
      "extension SessionPropertyValues {\n  @SessionPropertyEntry \(declaration)\n}")
    #expect(expansion.diagnostics == [expected])
    #expect(expansion.lines(with: "__Key_") == [])
  }

  @Test("S1: An entry outside of an extension of SessionPropertyValues is refused")
  func elsewhere() {
    #expect(
      Expansion("struct Mode {\n  @SessionPropertyEntry var a = 3\n}").diagnostics == [
        "2:29: error: 'a' must stand in an extension of SessionPropertyValues"
      ])
    #expect(
      Expansion("@SessionPropertyEntry var a = 3").diagnostics == [
        "1:27: error: 'a' must stand in an extension of SessionPropertyValues"
      ])
  }
}
