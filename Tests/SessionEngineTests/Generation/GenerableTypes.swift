import FoundationEssentials
import SessionEngine
import Transcripts

// Types as programs declare them, for the tests of this folder.

@Generable(description: "Something to cook")
public struct Recipe: Equatable, Sendable {
  @Guide(description: "What it is called", .pattern(/[A-Z][a-z ]*/)) public var title: String
  @Guide(.range(1...240)) public let minutes: Int
  @Guide(description: "In the order of use", .count(1...5)) var ingredients: [Ingredient]
  var note: String?
  var difficulty: Difficulty = .easy
  public var isQuick: Bool { minutes < 20 }
  static let count = 0

  @Generable struct Ingredient: Hashable, Sendable {
    var name: String
    @Guide(.minimum(0.5)) var grams: Double
  }
}

@Generable enum Difficulty: String, CaseIterable, Sendable {
  case easy
  case hard = "rather hard"
}

@Generable(name: "heading", description: "Where to") enum Direction { case north, `default` }

/// Contains itself, through an array.
@Generable struct Outline: Equatable {
  var title: String
  var children: [Outline]
}

/// Contains itself directly.
@Generable indirect enum Expression: Equatable {
  case number(Double)
  case sum(Expression, Expression)
  case negated(of: Expression, because: String?)
  case nothing
}

@Generable(representNilExplicitlyInGeneratedContent: true) struct Address {
  var street: String?
  var city: String
}

@Generable struct Page<Item: Generable> {
  var items: [Item]
  var next: Item?
}

@Generable struct Reminder {
  var id: GenerationID
  var text: String
}

@Generable struct Ticket { var id: Int, `default`: Bool, price: Decimal, weights: [Float]? }

@Generable struct Palette {
  @Guide(description: "Warm ones", .anyOf(["red", "orange"])) var warm: String
  @Guide(.constant("sRGB")) var space: String
  @Guide(.count(2), .element(.anyOf(["a", "b"]))) var tags: [String]
  @Guide(.minimumCount(1), .element(.maximum(9))) var digits: [Int]
  @Guide(description: "Hexadecimal", /[0-9a-f]{6}/) var code: String?
  @Guide(.maximum(1)) var alpha: Double?
}

/// Written for another default isolation: what `@Generable` adds must still belong to no actor.
@MainActor @Generable struct Screen: Sendable { var name: String }

/// A private type nested in another, in an extension.
extension Recipe {
  @Generable fileprivate struct Hidden { var reason: String }

  static var hiddenSchema: GenerationSchema { Hidden.generationSchema }
}

/// Members the program writes itself are left alone, the memberwise initializer is still there.
func makeRecipe(note: String?) -> Recipe {
  Recipe(
    title: "Leek soup", minutes: 35,
    ingredients: [.init(name: "leek", grams: 300), .init(name: "water", grams: 750.5)], note: note,
    difficulty: .hard)
}

/// A type whose properties have types that stand beside it.
enum Orchard {
  @Generable enum Fruit: String { case apple, pear }

  @Generable struct Basket: Equatable {
    var fruits: [Fruit]
    var best: Fruit?
  }

  @Generable enum Order: Equatable {
    case one(Fruit)
    case many(of: [Fruit], on: Basket?)
  }
}
