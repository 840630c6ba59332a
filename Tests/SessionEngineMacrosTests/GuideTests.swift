import Testing

@Suite("@Guide in its place and elsewhere")
struct GuideTests {
  @Test(
    "M7: A guide goes on a stored property only",
    arguments: [
      (
        "var a: Int { 3 }",
        "2:3: error: 'a' is computed, so that nothing is generated for @Guide to guide"
      ),
      (
        "lazy var a: Int = 3",
        "2:3: error: 'a' is computed, so that nothing is generated for @Guide to guide"
      ),
      (
        "static var a: Int = 3",
        "2:3: error: 'a' is static, so that nothing is generated for @Guide to guide"
      ),
      ("func a() {}", "2:3: error: @Guide goes on a stored property of a @Generable struct"),
      ("struct A {}", "2:3: error: @Guide goes on a stored property of a @Generable struct"),
    ])
  func places(declaration: String, expected: String) {
    let expansion = Expansion("@Generable struct Recipe {\n  @Guide(description: \"x\") \(declaration)\n}")
    #expect(expansion.diagnostics == [expected])
  }

  @Test("M7: A guide on a case of an enum is refused")
  func enumCase() {
    let expansion = Expansion("@Generable enum Size {\n  @Guide(description: \"x\") case small\n}")
    #expect(
      expansion.diagnostics == [
        "2:3: error: @Guide goes on a stored property of a @Generable struct, and not on an enum case"
      ])
  }

  @Test("M7: A guide in a type that is not generable warns, and one outside of any type is refused")
  func elsewhere() {
    #expect(
      Expansion("struct Plain {\n  @Guide(description: \"x\") var a: Int\n}").diagnostics == [
        "2:3: warning: @Guide has no effect here, since 'Plain' is not @Generable"
      ])
    #expect(
      Expansion("@Guide(description: \"x\") var a: Int").diagnostics == [
        "1:1: error: @Guide goes on a stored property of a @Generable struct"
      ])
  }

  @Test("M7: A second guide on a property is refused at its place")
  func second() {
    let expansion = Expansion(
      """
      @Generable struct Recipe {
        @Guide(description: "x")
        @Guide(.minimum(1))
        var a: Int
      }
      """)
    #expect(expansion.diagnostics == ["3:3: error: 'a' has a @Guide already; put all guides into one"])
  }
}
