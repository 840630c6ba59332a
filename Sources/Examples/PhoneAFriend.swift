import FoundationModels

/// O2: a tool that asks a session of its own.
///
/// The friend sees the question and nothing else, and the caller sees the answer and nothing else: neither
/// pays for the other's tokens. In a recording the friend's session hangs below the call that made it.
public struct AskForester: Tool {
  public let name = "askForester"
  public let description = "Asks a forester who knows mushrooms."
  let friend: any LanguageModel

  /// - Parameter friend: the model that the forester speaks through; it may be another one than the caller's.
  public init(friend: any LanguageModel) { self.friend = friend }

  @Generable public struct Arguments {
    @Guide(description: "All that was seen, in one question") var question: String
  }

  public func call(arguments: Arguments) async throws -> String {
    let forester = LanguageModelSession(
      model: friend,
      instructions: """
        You are a forester with forty years in these woods. You say what something is and what to do, and \
        when in doubt you say no.
        """)
    return try await forester.respond(
      to: "A walker asks: which mushroom is this? \(arguments.question)"
    ).content
  }
}

/// A guide who may phone the forester.
public struct WoodlandGuide: LanguageModelSession.DynamicProfile {
  let model: any LanguageModel

  public init(model: any LanguageModel) { self.model = model }

  public var body: some DynamicProfile {
    Profile {
      Instructions(
        "You walk with people through the woods and answer what they ask. About mushrooms you always ask the forester."
      )
      AskForester(friend: model)
    }
    .model(model)
  }
}
