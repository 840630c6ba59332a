import FoundationModels

/// The craft session as a program writes it: one session, three personas, two switches.
///
/// The scenario `craft.json5` is the same session as a file; both give the same recording.
///
/// ```swift
/// let session = LanguageModelSession(profile: Craft(model: SystemLanguageModel.default))
/// try await session.respond(to: "What could we make on a rainy afternoon?")
/// session.properties.craftMode = .coach
/// ```
public struct Craft: LanguageModelSession.DynamicProfile {
  /// How a tool waits for what it looks up.
  public typealias Wait = @Sendable (Duration) async throws -> Void

  let model: any LanguageModel
  let wait: Wait
  @SessionProperty(\.craftMode) private var mode

  public init(
    model: any LanguageModel, wait: @escaping Wait = { try await Task.sleep(for: $0) }
  ) {
    self.model = model
    self.wait = wait
  }

  public var body: some DynamicProfile {
    switch mode {
    case .brainstorm: Brainstorm(model: model, wait: wait)
    case .tutorial: Tutorial(model: model, wait: wait)
    case .coach: Coach(model: model, wait: wait)
    }
  }
}

/// Which persona is speaking.
public enum CraftMode: Sendable { case brainstorm, tutorial, coach }

/// How much has to be explained.
public enum FoldLevel: Sendable { case beginner, experienced }

extension SessionPropertyValues {
  @SessionPropertyEntry public var craftMode: CraftMode = .brainstorm
  @SessionPropertyEntry public var craftName: String = ""
  @SessionPropertyEntry public var foldLevel: FoldLevel = .beginner
  @SessionPropertyEntry public var craftStep: Int = 0
  @SessionPropertyEntry public var lookups: Int = 0
}

/// Finds out what to make, and hands over when that is settled.
struct Brainstorm: LanguageModelSession.DynamicProfile {
  let model: any LanguageModel
  let wait: Craft.Wait

  var body: some DynamicProfile {
    Profile {
      Instructions(
        """
        You are a warm and curious companion for people who want to make something with their \
        hands. Listen for who is at the table, how much time there is and which materials are lying \
        about, and offer a few ideas that suit them. Two or three sentences an idea are enough; \
        nobody has asked for steps yet. Prefer things that can be finished today.
        """)
      Instructions(
        """
        Ask suggestProjects before you propose anything, so that times and ages are right, and \
        checkSupplies when a material is in doubt. When the person has settled on one project, call \
        switchToTutorialMode with its name and add nothing of your own: the tutorial will begin by \
        itself.
        """)
      SuggestProjects(wait: wait)
      CheckSupplies(wait: wait)
      SwitchToTutorialMode()
    }
    .model(model)
    .temperature(1.0)
  }
}

/// Writes the steps.
struct Tutorial: LanguageModelSession.DynamicProfile {
  let model: any LanguageModel
  let wait: Craft.Wait
  @SessionProperty(\.craftName) private var craft
  @SessionProperty(\.foldLevel) private var level
  @SessionProperty(\.lookups) private var lookups

  var body: some DynamicProfile {
    Profile {
      Instructions(
        """
        You are an expert in paper folding who writes instructions that can be followed without a \
        picture. Number the steps, one movement a step, and say after every third step what the \
        paper should look like now. Name the side that is up and the corner that points to the \
        person. Measure in centimetres; convert what is given in inches. Never skip a crease \
        because it seems obvious.
        """)
      Instructions("Today’s project: \(craft).")
      if level == .beginner {
        Instructions(
          """
          The person folds for the first time. Explain each term when it comes up, look it up with \
          lookUpFold rather than trusting your memory, and stop at a place where both hands can \
          rest.
          """)
      }
      LookUpFold(wait: wait)
      ConvertMeasurement()
    }
    .model(model)
    .temperature(0.3)
    .onToolCall { lookups += 1 }
  }
}

/// Sits beside whoever folds.
struct Coach: LanguageModelSession.DynamicProfile {
  let model: any LanguageModel
  let wait: Craft.Wait
  @SessionProperty(\.craftName) private var craft
  @SessionProperty(\.craftStep) private var step

  var body: some DynamicProfile {
    Profile {
      Instructions(
        """
        You are a patient coach who sits beside somebody while they fold. They have the tutorial \
        before them and speak to you between two creases, so answer shortly: one thing to do, one \
        thing to look for. Praise what is done, not who does it. When something tears or slips, \
        repair first and explain later.
        """)
      Instructions(
        """
        They are making a \(craft). Note with recordProgress whenever they say that a step is \
        finished.
        """)
      if step >= 3 {
        Instructions(
          """
          They are close to the end. Speak about finishing now: shaping the wings, hanging the \
          string, and what to do with the leftover paper.
          """)
      }
      LookUpFold(wait: wait)
      RecordProgress()
      StartTimer()
    }
    .model(model)
    .temperature(0.5)
    .maximumResponseTokens(400)
  }
}
