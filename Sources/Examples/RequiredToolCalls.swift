import FoundationModels

// O4: a model that must call a tool goes on calling tools. Two ways out.

extension SessionPropertyValues {
  @SessionPropertyEntry public var pagesFound: Int = 0
}

/// Exit A: the mode depends on a property that a hook changes, so that the next inference is free to answer.
public struct LooksFirst: LanguageModelSession.DynamicProfile, Sendable {
  let model: any LanguageModel
  @SessionProperty(\.pagesFound) private var found

  public init(model: any LanguageModel) { self.model = model }

  public var body: some DynamicProfile {
    Profile {
      Instructions("You answer from the library’s pages alone, and so you look before you speak.")
      LookUpPage()
    }
    .model(model)
    .toolCallingMode(found < 1 ? .required : .allowed)
    .onToolCall { found += 1 }
  }
}

/// Exit B: a tool that throws when all is said. Whoever asked gets what it threw.
public struct HandsIn: LanguageModelSession.DynamicProfile {
  let model: any LanguageModel

  public init(model: any LanguageModel) { self.model = model }

  public var body: some DynamicProfile {
    Profile {
      Instructions("You fill in forms from the library’s pages and hand them in.")
      LookUpPage()
      HandIn()
    }
    .model(model)
    .toolCallingMode(.required)
    // Without this, the pages that were looked up would be gone with the error.
    .transcriptErrorHandlingPolicy(.preserveTranscript)
  }

  /// What the model handed in.
  /// - Throws: whatever else went wrong.
  public static func summary(
    of prompt: String, from session: LanguageModelSession
  ) async throws -> String {
    do {
      return try await session.respond(to: prompt).content
    } catch let error as LanguageModelSession.ToolCallError {
      guard let handedIn = error.underlyingError as? HandIn.Done else { throw error }
      return handedIn.summary
    }
  }
}

struct LookUpPage: Tool {
  let name = "lookUp"
  let description = "Looks something up in the library’s pages."

  @Generable struct Arguments { var what: String }

  func call(arguments: Arguments) async throws -> String { "Found a page about \(arguments.what)." }
}

struct HandIn: Tool {
  /// The way out, with what was handed in.
  struct Done: Error { var summary: String }

  let name = "finish"
  let description = "Hands in what was asked for, and ends."

  @Generable struct Arguments { var summary: String }

  func call(arguments: Arguments) async throws -> String { throw Done(summary: arguments.summary) }
}
