import Testing

@Suite("@Generable on an enum")
struct GenerableEnumTests {
  @Test("M7: Without raw values the names of the cases are the content")
  func names() {
    let expansion = Expansion(
      """
      @Generable(description: "A season")
      enum Season {
        case spring, summer
        case `default`
      }
      """)
    #expect(expansion.diagnostics == [])
    #expect(
      expansion.text == """
        enum Season {
          case spring, summer
          case `default`

          nonisolated static var generationSchema: Transcripts.GenerationSchema {
            Transcripts.GenerationSchema(
              type: Self.self,
              description: "A season",
              anyOf: ["spring", "summer", "default"]
            )
          }
        }

        extension Season: nonisolated Transcripts.Generable {
          nonisolated init(_ content: Transcripts.GeneratedContent) throws {
            let name = try content.value(Swift.String.self)
            switch name {
            case "spring": self = .spring
            case "summer": self = .summer
            case "default": self = .`default`
            default:
              throw Transcripts.GeneratedContent.ParsingError(
                rawContent: content.jsonString,
                debugDescription: "'\\(name)' is not a case of Season"
              )
            }
          }

          nonisolated var generatedContent: Transcripts.GeneratedContent {
            switch self {
            case .spring: return Transcripts.GeneratedContent("spring")
            case .summer: return Transcripts.GeneratedContent("summer")
            case .`default`: return Transcripts.GeneratedContent("default")
            }
          }
        }
        """)
  }

  @Test("M7: Raw strings are the content; a case without one has its name")
  func rawValues() {
    let expansion = Expansion(
      """
      @Generable(name: "craft")
      public enum Craft: String, CaseIterable {
        case origami = "paper \\"folding\\"", knitting
      }
      """)
    #expect(expansion.diagnostics == [])
    #expect(
      expansion.text == """
        public enum Craft: String, CaseIterable {
          case origami = "paper \\"folding\\"", knitting

          nonisolated public static var generationSchema: Transcripts.GenerationSchema {
            Transcripts.GenerationSchema(
              type: Self.self,
              name: "craft",
              anyOf: [#"paper "folding""#, "knitting"]
            )
          }
        }

        extension Craft: nonisolated Transcripts.Generable {
          nonisolated public init(_ content: Transcripts.GeneratedContent) throws {
            let rawValue = try content.value(Swift.String.self)
            guard let value = Self(rawValue: rawValue) else {
              throw Transcripts.GeneratedContent.ParsingError(
                rawContent: content.jsonString,
                debugDescription: "'\\(rawValue)' is not a case of Craft"
              )
            }
            self = value
          }

          nonisolated public var generatedContent: Transcripts.GeneratedContent {
            return Transcripts.GeneratedContent(self.rawValue)
          }
        }
        """)
  }

  @Test("M7: Associated values stand under their labels, beside the name of the case")
  func associatedValues() {
    let expansion = Expansion(
      """
      @Generable
      indirect enum Shape: Equatable {
        case circle(Double)
        case move(Shape, by: Point? = nil, Int)
        case nothing
      }
      """)
    #expect(expansion.diagnostics == [])
    #expect(
      expansion.text == """
        indirect enum Shape: Equatable {
          case circle(Double)
          case move(Shape, by: Point? = nil, Int)
          case nothing

          nonisolated static var generationSchema: Transcripts.GenerationSchema {
            Transcripts.GenerationSchema(
              type: Self.self,
              cases: [
                Transcripts.GenerationSchema.Case(
                  name: "circle",
                  properties: [
                    Transcripts.GenerationSchema.Property(name: "value", type: Double.self),
                  ]
                ),
                Transcripts.GenerationSchema.Case(
                  name: "move",
                  properties: [
                    Transcripts.GenerationSchema.Property(name: "_0", type: Shape.self),
                    Transcripts.GenerationSchema.Property(name: "by", type: Point?.self),
                    Transcripts.GenerationSchema.Property(name: "_2", type: Int.self),
                  ]
                ),
                Transcripts.GenerationSchema.Case(name: "nothing"),
              ]
            )
          }

          nonisolated indirect enum PartiallyGenerated: Transcripts.ConvertibleFromGeneratedContent, Swift.Equatable {
            case circle(Double.PartiallyGenerated?)
            case move(Shape.PartiallyGenerated?, by: Point.PartiallyGenerated?, Int.PartiallyGenerated?)
            case nothing

            nonisolated init(_ content: Transcripts.GeneratedContent) throws {
              let name = try content.value(Swift.String.self, forProperty: "case")
              switch name {
              case "circle": self = .circle(try? content.value(Double.PartiallyGenerated?.self, forProperty: "value"))
              case "move": self = .move(try? content.value(Shape.PartiallyGenerated?.self, forProperty: "_0"), by: try? content.value(Point.PartiallyGenerated?.self, forProperty: "by"), try? content.value(Int.PartiallyGenerated?.self, forProperty: "_2"))
              case "nothing": self = .nothing
              default:
                throw Transcripts.GeneratedContent.ParsingError(
                  rawContent: content.jsonString,
                  debugDescription: "'\\(name)' is not a case of Shape"
                )
              }
            }
          }
        }

        extension Shape: nonisolated Transcripts.Generable {
          nonisolated init(_ content: Transcripts.GeneratedContent) throws {
            let name = try content.value(Swift.String.self, forProperty: "case")
            switch name {
            case "circle": self = .circle(try content.value(forProperty: "value"))
            case "move": self = .move(try content.value(forProperty: "_0"), by: try content.value(forProperty: "by"), try content.value(forProperty: "_2"))
            case "nothing": self = .nothing
            default:
              throw Transcripts.GeneratedContent.ParsingError(
                rawContent: content.jsonString,
                debugDescription: "'\\(name)' is not a case of Shape"
              )
            }
          }

          nonisolated var generatedContent: Transcripts.GeneratedContent {
            switch self {
            case .circle(let value0):
              return Transcripts.GeneratedContent(properties: [
                "case": "circle",
                "value": value0,
              ])
            case .move(let value0, by: let value1, let value2):
              var properties: [(Swift.String, any Transcripts.ConvertibleToGeneratedContent)] = []
              properties.append(("case", "move"))
              properties.append(("_0", value0))
              if let value = value1 { properties.append(("by", value)) }
              properties.append(("_2", value2))
              return Transcripts.GeneratedContent(properties: properties, uniquingKeysWith: { _, last in last })
            case .nothing:
              return Transcripts.GeneratedContent(properties: [
                "case": "nothing",
              ])
            }
          }
        }
        """)
  }

  @Test("One indirect case makes the partial copy indirect")
  func indirectCase() {
    let expansion = Expansion("@Generable enum List { case end; indirect case item(Int, rest: List) }")
    #expect(
      expansion.lines(with: "PartiallyGenerated:") == [
        "nonisolated indirect enum PartiallyGenerated: Transcripts.ConvertibleFromGeneratedContent {"
      ])
  }
}
