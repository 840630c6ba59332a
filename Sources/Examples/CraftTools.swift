import FoundationModels

// The tools of the craft session.

struct SuggestProjects: Tool {
  let name = "suggestProjects"
  let description = "Finds craft projects that suit an occasion and the time there is."
  let wait: Craft.Wait

  @Generable struct Arguments {
    @Guide(description: "The occasion, the season or the people, in a few words") var theme: String
    @Guide(description: "How long it may take") var minutes: Int
  }

  func call(arguments: Arguments) async throws -> String {
    try await wait(.seconds(0.4))
    return """
      Projects for \(arguments.theme), at most \(arguments.minutes) minutes:
      1. String of paper cranes. 20 minutes for the first crane, 8 for each after it. Square paper, \
      thread, a needle. Ages 7 and up with help.
      2. One-sheet lantern. 15 minutes. Coloured paper, scissors, a strip of tape. Ages 4 and up.
      3. Pop-up card with a boat. 35 minutes. Card, scissors, glue that dries clear. Ages 6 and up.
      4. Woven paper heart. 25 minutes. Two colours of paper, scissors. Ages 6 and up; the weaving \
      needs a calm hand.
      5. Whirligig on a stick. 15 minutes. One sheet, a pin, a cork, a thin stick. Ages 5 and up; \
      an adult puts the pin in.
      6. Folded star lights. 45 minutes for five. Translucent paper, glue stick, a lamp that stays \
      cool. Ages 8 and up.
      Most liked by families in the last month: 1 and 4. Needs nothing that has to dry: 1, 2 and 5.
      """
  }
}

struct CheckSupplies: Tool {
  let name = "checkSupplies"
  let description = "Tells what a material is good for, and what to watch out for with it."
  let wait: Craft.Wait

  @Generable struct Arguments {
    @Guide(description: "The material, as the person calls it") var material: String
  }

  func call(arguments: Arguments) async throws -> String {
    try await wait(.seconds(0.2))
    return """
      \(arguments.material): 80 g/m², takes a crease well and forgives about four corrections \
      before it cracks. Cut it square: fold one corner to the opposite edge and trim the strip that \
      is left. Too heavy for models with more than 30 layers. Alternatives at home: wrapping paper, \
      pages of an old magazine, brown paper ironed flat.
      Wipe the table first: a single drop of water leaves a mark that no crease will hide. Store \
      the squares between two books, so that the edges stay sharp; a square that is off by two \
      millimetres gives a crane that leans.
      """
  }
}

/// The baton: from here on the tutorial's persona answers.
struct SwitchToTutorialMode: Tool {
  let name = "switchToTutorialMode"
  let description = "Ends the brainstorming and begins the tutorial for the project that was chosen."
  @SessionProperty(\.craftName) private var craft
  @SessionProperty(\.craftMode) private var mode

  @Generable struct Arguments {
    @Guide(description: "The project that the person chose") var craft: String
  }

  func call(arguments: Arguments) async throws -> String {
    craft = arguments.craft
    mode = .tutorial
    return "The tutorial for the \(arguments.craft) is ready."
  }
}

struct LookUpFold: Tool {
  let name = "lookUpFold"
  let description = "Looks a fold or a base up in the folding dictionary."
  let wait: Craft.Wait

  @Generable struct Arguments {
    @Guide(description: "The name of the fold") var fold: String
  }

  func call(arguments: Arguments) async throws -> String {
    try await wait(.seconds(0.3))
    return """
      \(arguments.fold): see the plate on this page. Begin with the paper flat and the corner named \
      in the drawing towards you. Dashed lines are valley folds, dotted ones mountain folds; an \
      arrow with a loop means crease and open again. Check at the end that no layer is caught \
      between two others. Common mistake: to hurry the last crease, so that the layers shift by a \
      millimetre or two.
      Drawn in four pictures. First picture: the creases that must be there before you begin, all \
      of them made from both sides so that the paper has no opinion of its own. Second picture: the \
      moment in which it looks wrong; both hands hold, nobody pulls. Third picture: the layers \
      counted at the open end, which should be two on the left and two on the right. Fourth \
      picture: the finished form beside a coin, to compare the size. Related entries: preliminary \
      fold, petal fold, inside reverse fold, sink fold. Difficulty: two of five.
      """
  }
}

struct ConvertMeasurement: Tool {
  let name = "convertMeasurement"
  let description = "Converts inches to centimetres."

  @Generable struct Arguments {
    @Guide(description: "The length in inches") var inches: Double
  }

  func call(arguments: Arguments) async throws -> String {
    let centimetres = (arguments.inches * 254).rounded() / 100
    return "\(plain(arguments.inches)) inches are \(plain(centimetres)) centimetres."
  }

  /// Whole numbers without a fraction.
  private func plain(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }
}

struct RecordProgress: Tool {
  let name = "recordProgress"
  let description = "Notes which step of the tutorial the person has finished."
  @SessionProperty(\.craftStep) private var step

  @Generable struct Arguments {
    @Guide(description: "The number of the step") var step: Int
  }

  func call(arguments: Arguments) async throws -> String {
    step = arguments.step
    return "Step \(arguments.step) of 5 is noted."
  }
}

struct StartTimer: Tool {
  let name = "startTimer"
  let description = "Starts a timer on the person’s device."

  @Generable struct Arguments {
    @Guide(description: "How long") var minutes: Int
  }

  func call(arguments: Arguments) async throws -> String {
    "The timer rings in \(arguments.minutes) minutes."
  }
}
