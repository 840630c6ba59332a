import Testing
import Transcripts

@testable import SessionEngine

// Profiles and instructions that hold themselves, in each way that there is, and some that are only deep.

private typealias AnyDynamicProfile = LanguageModelSession.AnyDynamicProfile
private typealias DynamicProfile = LanguageModelSession.DynamicProfile
private typealias Profile = LanguageModelSession.Profile

private struct Mirrored: DynamicProfile {
  var body: some DynamicProfile { AnyDynamicProfile(Mirrored()) }
}

private struct Day: DynamicProfile {
  var body: some DynamicProfile { AnyDynamicProfile(Night()) }
}

private struct Night: DynamicProfile {
  var body: some DynamicProfile { AnyDynamicProfile(Day()) }
}

private struct Warmer: DynamicProfile {
  var body: some DynamicProfile {
    AnyDynamicProfile(Warmer()).temperature(1).profileName("warmer").onPrompt {}
  }
}

private struct Forked: DynamicProfile {
  var isEnd = false
  var body: some DynamicProfile {
    if isEnd { Profile {} } else { AnyDynamicProfile(Forked()) }
  }
}

private struct Echo: LanguageModelSession.DynamicProfileModifier {
  func body(content: Content) -> some DynamicProfile { content.modifier(Echo()) }
}

private struct Usurper: LanguageModelSession.DynamicProfileModifier {
  func body(content: Content) -> some DynamicProfile { AnyDynamicProfile(Profile {}.modifier(Usurper())) }
}

/// Holds itself as a value, not by its type.
private final class Ring: DynamicProfile {
  var next: (any DynamicProfile)?
  var body: some DynamicProfile { AnyDynamicProfile(next ?? Profile {}) }
}

private struct Nested: DynamicInstructions {
  var body: some DynamicInstructions { AnyDynamicInstructions(Nested()) }
}

private struct Listed: DynamicInstructions {
  var body: some DynamicInstructions {
    Instructions("first")
    AnyDynamicInstructions(Listed())
    IdleTool("last")
  }
}

private struct Repeated: DynamicInstructions {
  var body: some DynamicInstructions {
    ForEach(0..<2, id: \.self) { _ in AnyDynamicInstructions(Repeated()) }
  }
}

private struct Wondering: DynamicInstructions {
  var isEnd = false
  var body: some DynamicInstructions {
    if !isEnd { AnyDynamicInstructions(Wondering()) }
  }
}

private struct Choosing: DynamicInstructions {
  var isEnd = false
  var body: some DynamicInstructions {
    if isEnd { Instructions("end") } else { AnyDynamicInstructions(Choosing()) }
  }
}

/// `levels` bodies, each in the one before, with a modifier each, and as many of instructions in the innermost.
private struct Deep: DynamicProfile {
  var levels: Int
  var left: Int

  init(levels: Int, left: Int? = nil) {
    self.levels = levels
    self.left = left ?? levels
  }

  var body: some DynamicProfile {
    if left > 1 {
      AnyDynamicProfile(Deep(levels: levels, left: left - 1)).maximumResponseTokens(left)
    } else {
      Profile { DeepInstructions(left: levels) }
    }
  }
}

private struct DeepInstructions: DynamicInstructions {
  var left: Int

  var body: some DynamicInstructions {
    Instructions("\(left)")
    if left > 1 { AnyDynamicInstructions(DeepInstructions(left: left - 1)) }
  }
}

/// Holds itself for as long as a session property says so.
private struct Mended: DynamicProfile {
  @SessionProperty(\.count) var count
  var body: some DynamicProfile {
    if count == 0 {
      AnyDynamicProfile(Mended())
    } else {
      Profile { Instructions("mended") }.model(WordModel())
    }
  }
}

@Suite("Profiles that hold themselves")
struct DepthTests {
  /// What an evaluation fails with.
  private func failure(_ profile: some DynamicProfile) -> SessionLimitError? {
    do {
      _ = try ProfileResolver.resolve(profile)
    } catch {
      return error as? SessionLimitError
    }
    return nil
  }

  @Test("P4, R7: A profile within itself is an error that names its type")
  func profiles() {
    #expect(failure(Mirrored()) == .profileTooDeep(type: "Mirrored", limit: 2_000))
    #expect(failure(Warmer()) == .profileTooDeep(type: "Warmer", limit: 2_000))
    #expect(failure(Forked()) == .profileTooDeep(type: "Forked", limit: 2_000))
    // Two levels, a body and an erased type, for each: the 2,000th is within the other one of the two.
    #expect(failure(Day()) == .profileTooDeep(type: "Night", limit: 2_000))
    #expect(failure(Night()) == .profileTooDeep(type: "Day", limit: 2_000))
    let ring = Ring()
    ring.next = Profile {}
    #expect(failure(ring) == nil)
    ring.next = ring
    #expect(failure(ring) == .profileTooDeep(type: "Ring", limit: 2_000))
    ring.next = nil
  }

  @Test("P4, R7: So is a modifier within itself, around its content or in place of it")
  func modifiers() {
    #expect(failure(Profile {}.modifier(Echo())) == .profileTooDeep(type: "Echo", limit: 2_000))
    #expect(failure(Profile {}.modifier(Usurper())) == .profileTooDeep(type: "Usurper", limit: 2_000))
  }

  @Test("D1, D2, R7: So are instructions within themselves, in whatever holds them")
  func instructions() {
    #expect(failure(Profile { Nested() }) == .profileTooDeep(type: "Nested", limit: 2_000))
    #expect(failure(Profile { Listed() }) == .profileTooDeep(type: "Listed", limit: 2_000))
    #expect(failure(Profile { Repeated() }) == .profileTooDeep(type: "Repeated", limit: 2_000))
    #expect(failure(Profile { Wondering() }) == .profileTooDeep(type: "Wondering", limit: 2_000))
    #expect(failure(Profile { Choosing() }) == .profileTooDeep(type: "Choosing", limit: 2_000))
  }

  @Test("P4, D1: 200 levels of profiles and 200 of instructions are evaluated from the outside in")
  func deep() {
    let resolved = evaluated(Deep(levels: 200))
    #expect(resolved.texts == (1...200).reversed().map { "\($0)" })
    #expect(resolved.maximumResponseTokens?.value == 2)
    #expect(resolved.name == "Deep.branch2")
  }

  @Test("D1: Depth is counted, not number: one after the other they may be more than that")
  func wide() {
    let resolved = flattened {
      DynamicInstructionsForEach(0..<3_000, id: \.self) { AnyDynamicInstructions(Instructions("\($0)")) }
    }
    #expect(resolved.segments.count == 3_000)
  }

  @Test("R7, R5: A session tells it when it is asked, each time, and is free then")
  func session() async throws {
    let session = LanguageModelSession(profile: Mended())
    #expect(session.transcript.isEmpty)
    session.prewarm()
    for _ in 0..<2 {
      let error = await #expect(throws: SessionLimitError.self) { try await session.respond(to: "Hello") }
      #expect(
        error?.errorDescription
          == "the session's profile is more than 2000 levels deep, the innermost in the body of Mended: let no body hold"
          + " its own type, itself or through others")
      #expect(!session.isResponding && session.transcript.isEmpty)
    }
    session.properties.count = 1
    #expect(try await session.respond(to: "Hello").content == "yes")
  }
}
