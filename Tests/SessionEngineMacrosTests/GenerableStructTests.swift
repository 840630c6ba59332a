import Testing

@Suite("@Generable on a struct")
struct GenerableStructTests {
  @Test("M7: A struct gets a schema, a partial copy, and the ways from and to content")
  func plain() {
    let expansion = Expansion(
      """
      @Generable(description: "A recipe")
      struct Recipe {
        @Guide(description: "What it is called") var title: String
        @Guide(.range(1...240)) let minutes: Int
        var note: String?
      }
      """)
    #expect(expansion.diagnostics == [])
    #expect(
      expansion.text == """
        struct Recipe {
          var title: String
          let minutes: Int
          var note: String?

          nonisolated static var generationSchema: Transcripts.GenerationSchema {
            Transcripts.GenerationSchema(
              type: Self.self,
              description: "A recipe",
              properties: [
                Transcripts.GenerationSchema.Property(name: "title", description: "What it is called", type: String.self),
                Transcripts.GenerationSchema.Property(name: "minutes", type: Int.self, guides: [.range(1...240)]),
                Transcripts.GenerationSchema.Property(name: "note", type: String?.self),
              ]
            )
          }

          nonisolated struct PartiallyGenerated: Swift.Identifiable, Transcripts.ConvertibleFromGeneratedContent {
            var id: Transcripts.GenerationID
            var title: String.PartiallyGenerated?
            var minutes: Int.PartiallyGenerated?
            var note: String.PartiallyGenerated?

            nonisolated init(_ content: Transcripts.GeneratedContent) throws {
              self.id = content.id ?? Transcripts.GenerationID()
              self.title = try? content.value(String.PartiallyGenerated?.self, forProperty: "title")
              self.minutes = try? content.value(Int.PartiallyGenerated?.self, forProperty: "minutes")
              self.note = try? content.value(String.PartiallyGenerated?.self, forProperty: "note")
            }
          }
        }

        extension Recipe: nonisolated Transcripts.Generable {
          nonisolated init(_ content: Transcripts.GeneratedContent) throws {
            self.title = try content.value(forProperty: "title")
            self.minutes = try content.value(forProperty: "minutes")
            self.note = try content.value(forProperty: "note")
          }

          nonisolated var generatedContent: Transcripts.GeneratedContent {
            var properties: [(Swift.String, any Transcripts.ConvertibleToGeneratedContent)] = []
            properties.append(("title", self.title))
            properties.append(("minutes", self.minutes))
            if let value = self.note { properties.append(("note", value)) }
            return Transcripts.GeneratedContent(properties: properties, uniquingKeysWith: { _, last in last })
          }
        }
        """)
  }

  @Test("M7: The members of a public struct are public, those of its partial copy as wide as the properties")
  func publicEquatable() {
    let expansion = Expansion(
      """
      @Generable
      public struct Badge: Sendable, Hashable {
        public var label: String
        var rank: Int
        private var secret: Bool
      }
      """)
    #expect(expansion.diagnostics == [])
    #expect(
      expansion.text == """
        public struct Badge: Sendable, Hashable {
          public var label: String
          var rank: Int
          private var secret: Bool

          nonisolated public static var generationSchema: Transcripts.GenerationSchema {
            Transcripts.GenerationSchema(
              type: Self.self,
              properties: [
                Transcripts.GenerationSchema.Property(name: "label", type: String.self),
                Transcripts.GenerationSchema.Property(name: "rank", type: Int.self),
                Transcripts.GenerationSchema.Property(name: "secret", type: Bool.self),
              ]
            )
          }

          nonisolated public struct PartiallyGenerated: Swift.Identifiable, Transcripts.ConvertibleFromGeneratedContent, Swift.Equatable {
            public var id: Transcripts.GenerationID
            public var label: String.PartiallyGenerated?
            var rank: Int.PartiallyGenerated?
            private var secret: Bool.PartiallyGenerated?

            nonisolated public init(_ content: Transcripts.GeneratedContent) throws {
              self.id = content.id ?? Transcripts.GenerationID()
              self.label = try? content.value(String.PartiallyGenerated?.self, forProperty: "label")
              self.rank = try? content.value(Int.PartiallyGenerated?.self, forProperty: "rank")
              self.secret = try? content.value(Bool.PartiallyGenerated?.self, forProperty: "secret")
            }
          }
        }

        extension Badge: nonisolated Transcripts.Generable {
          nonisolated public init(_ content: Transcripts.GeneratedContent) throws {
            self.label = try content.value(forProperty: "label")
            self.rank = try content.value(forProperty: "rank")
            self.secret = try content.value(forProperty: "secret")
          }

          nonisolated public var generatedContent: Transcripts.GeneratedContent {
            return Transcripts.GeneratedContent(properties: [
              "label": self.label,
              "rank": self.rank,
              "secret": self.secret,
            ])
          }
        }
        """)
  }

  @Test("A type in a public extension is public without saying so; a package type has package members")
  func accessFromAround() {
    let outer = Expansion("public extension Kitchen {\n  @Generable struct Pan {}\n}")
    #expect(
      outer.lines(with: "generationSchema:") == [
        "nonisolated public static var generationSchema: Transcripts.GenerationSchema {"
      ])
    let own = Expansion("public extension Kitchen {\n  @Generable fileprivate struct Pan {}\n}")
    #expect(
      own.lines(with: "generationSchema:") == [
        "nonisolated static var generationSchema: Transcripts.GenerationSchema {"
      ])
    let package = Expansion("@Generable package struct Pan {}")
    #expect(
      package.lines(with: "init(_") == [
        "nonisolated package init(_ content: Transcripts.GeneratedContent) throws {",
        "nonisolated package init(_ content: Transcripts.GeneratedContent) throws {",
      ])
  }

  @Test(
    "Computed, static and lazy properties are no part of the content; observers and initial values don't matter"
  )
  func storedOnly() {
    let expansion = Expansion(
      """
      @Generable struct Counter {
        static var shared = 0
        lazy var cache: [Int] = []
        var twice: Int { count * 2 }
        var half: Int { get { count / 2 } set { count = newValue * 2 } }
        var count: Int = 3 { didSet { print(count) } }
        func tick() {}
      }
      """)
    #expect(expansion.diagnostics == [])
    #expect(
      expansion.lines(with: "Property(name:") == [
        #"Transcripts.GenerationSchema.Property(name: "count", type: Int.self),"#
      ])
    #expect(
      expansion.lines(with: "self.") == [
        #"self.id = content.id ?? Transcripts.GenerationID()"#,
        #"self.count = try? content.value(Int.PartiallyGenerated?.self, forProperty: "count")"#,
        #"self.count = try content.value(forProperty: "count")"#,
        #""count": self.count,"#,
      ])
  }

  @Test("Several bindings on a line keep their order, and share the type behind the last of them")
  func severalBindings() {
    let expansion = Expansion("@Generable struct Point { var x, y: Double, name: String = \"\", z: Double }")
    #expect(expansion.diagnostics == [])
    #expect(
      expansion.lines(with: "Property(name:") == [
        #"Transcripts.GenerationSchema.Property(name: "x", type: Double.self),"#,
        #"Transcripts.GenerationSchema.Property(name: "y", type: Double.self),"#,
        #"Transcripts.GenerationSchema.Property(name: "name", type: String.self),"#,
        #"Transcripts.GenerationSchema.Property(name: "z", type: Double.self),"#,
      ])
  }

  @Test("A name in backticks keeps them in code and loses them in content")
  func backticks() {
    let expansion = Expansion("@Generable struct Rule { var `default`: Bool }")
    #expect(
      expansion.lines(with: "default") == [
        "struct Rule { var `default`: Bool",
        #"Transcripts.GenerationSchema.Property(name: "default", type: Bool.self),"#,
        "var `default`: Bool.PartiallyGenerated?",
        #"self.`default` = try? content.value(Bool.PartiallyGenerated?.self, forProperty: "default")"#,
        #"self.`default` = try content.value(forProperty: "default")"#,
        #""default": self.`default`,"#,
      ])
  }

  @Test("M7: `var id: GenerationID` is the content's identity and no property of the schema")
  func identity() {
    let expansion = Expansion(
      """
      @Generable struct Step {
        var id: FoundationModels.GenerationID
        var text: String
      }
      """)
    #expect(
      expansion.lines(with: "GenerationID") == [
        "var id: FoundationModels.GenerationID",
        "var id: Transcripts.GenerationID",
        "self.id = content.id ?? Transcripts.GenerationID()",
        "self.id = content.id ?? Transcripts.GenerationID()",
      ])
    #expect(expansion.lines(with: "self.id)") == ["], id: self.id)"])
    #expect(expansion.lines(with: "\"id\"") == [])
  }

  @Test("A property `id` of another type is generated, and is the partial copy's identity")
  func ownID() {
    let expansion = Expansion("@Generable public struct Row {\n  var id: Int\n}")
    #expect(expansion.lines(with: "GenerationID") == [])
    #expect(expansion.lines(with: "var id") == ["var id: Int", "public var id: Int.PartiallyGenerated?"])
    #expect(
      expansion.lines(with: "try content") == [
        #"self.id = try content.value(forProperty: "id")"#
      ])
  }

  @Test("M7: representNilExplicitlyInGeneratedContent writes nil as null, and tells the schema")
  func explicitNil() {
    let expansion = Expansion(
      """
      @Generable(name: "note_v2", description: text, representNilExplicitlyInGeneratedContent: true)
      struct Note { var body: String? }
      """)
    #expect(expansion.diagnostics == [])
    #expect(
      expansion.text.contains(
        """
            Transcripts.GenerationSchema(
              type: Self.self,
              name: "note_v2",
              description: text,
              representNilExplicitlyInGeneratedContent: true,
              properties: [
        """))
    #expect(
      expansion.text.contains(
        """
            return Transcripts.GeneratedContent(properties: [
              "body": self.body,
            ])
        """))
  }

  @Test("Optionals are seen in every spelling; other types are taken as they are written")
  func types() {
    let expansion = Expansion(
      """
      @Generable struct Types<Item: Generable> {
        var a: Optional<Item>
        var b: [[Item]]?
        var c: (any Generable)?
        var d: Other.Kind!
        var e: Array<Item>
      }
      """)
    #expect(expansion.diagnostics == [])
    #expect(
      expansion.lines(with: "Property(name:") == [
        #"Transcripts.GenerationSchema.Property(name: "a", type: Item?.self),"#,
        #"Transcripts.GenerationSchema.Property(name: "b", type: [[Item]]?.self),"#,
        #"Transcripts.GenerationSchema.Property(name: "c", type: (any Generable)?.self),"#,
        #"Transcripts.GenerationSchema.Property(name: "d", type: Other.Kind?.self),"#,
        #"Transcripts.GenerationSchema.Property(name: "e", type: Array<Item>.self),"#,
      ])
    #expect(
      expansion.lines(with: "PartiallyGenerated?").filter { $0.hasPrefix("var ") } == [
        "var a: Item.PartiallyGenerated?",
        "var b: [[Item]].PartiallyGenerated?",
        "var c: (any Generable).PartiallyGenerated?",
        "var d: Other.Kind.PartiallyGenerated?",
        "var e: Array<Item>.PartiallyGenerated?",
      ])
  }

  @Test("M7: Every form of a guide reaches the schema as it was written, over several lines too")
  func guides() {
    let expansion = Expansion(
      """
      @Generable struct Guided {
        @Guide(description: "A", .count(1...3), .element(.anyOf(["x", "y"]))) var a: [String]
        @Guide(.constant("k")) var b: String
        @Guide(description: "B", /[a-z]+/) var c: String
        @FoundationModels.Guide(Regex {
          OneOrMore(.digit)
        }) var d: String?
        @Guide(.minimum(0), .maximum(9)) var e: Int
      }
      """)
    #expect(expansion.diagnostics == [])
    let property = "Transcripts.GenerationSchema.Property"
    #expect(
      expansion.text.contains(
        """
                \(property)(name: "a", description: "A", type: [String].self, guides: [.count(1...3), .element(.anyOf(["x", "y"]))]),
                \(property)(name: "b", type: String.self, guides: [.constant("k")]),
                \(property)(name: "c", description: "B", type: String.self, guides: [/[a-z]+/]),
                \(property)(name: "d", type: String?.self, guides: [Regex {
              OneOrMore(.digit)
            }]),
                \(property)(name: "e", type: Int.self, guides: [.minimum(0), .maximum(9)]),
        """))
  }

  @Test("Of an #if only the clause that holds is generated")
  func conditions() {
    let expansion = Expansion(
      """
      @Generable struct Sized {
        #if LARGE
        var a: Int
        #else
        var b: Int
        #endif
      }
      """)
    #expect(expansion.diagnostics == [])
    #expect(
      expansion.lines(with: "Property(name:") == [
        #"Transcripts.GenerationSchema.Property(name: "a", type: Int.self),"#
      ])
  }

  @Test("A struct without properties is an empty object")
  func empty() {
    let expansion = Expansion("@Generable struct Nothing {}")
    #expect(
      expansion.lines(with: "properties:") == [
        "properties: []", "return Transcripts.GeneratedContent(properties: [:])",
      ])
  }

  @Test("A type inside another is extended by its full name")
  func nested() {
    let expansion = Expansion("struct Outer {\n  @Generable struct Inner { var a: Int }\n}")
    #expect(
      expansion.lines(with: "extension") == ["extension Outer.Inner: nonisolated Transcripts.Generable {"])
  }
}
