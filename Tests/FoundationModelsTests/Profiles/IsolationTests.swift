import Dispatch
import FoundationModels
import Testing

// Profiles that belong to an actor, in every form that compiles. What runs writes down where it ran: on the main queue, which is the main
// actor's, or somewhere else.

private let here = "on main"
private let elsewhere = "off main"
private let mainQueue: DispatchSpecificKey<Bool> = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()
private var place: String { DispatchQueue.getSpecific(key: mainQueue) == true ? here : elsewhere }

@MainActor
private final class Desk {
  let log = Log()
  var topics = ["maps"]

  func note(_ what: String) { log.add("\(what) \(place)") }
}

private struct Look: Tool {
  let name = "look"
  let description = "Look it up."
  @Generable struct Arguments { var topic: String }
  func call(arguments: Arguments) async throws -> String { "It is \(arguments.topic)." }
}

/// Everything that a profile can have, all of it the main actor's.
@MainActor
private struct DeskProfile: @MainActor LanguageModelSession.DynamicProfile {
  let desk: Desk

  var body: some LanguageModelSession.DynamicProfile {
    desk.note("profile")
    return LanguageModelSession.Profile {
      DeskInstructions(desk: desk)
      DynamicInstructionsForEach(desk.topics, id: \.self) { topic in
        desk.note("element")
        return Instructions("\(topic), of \(desk.topics.count)")
      }
      Look()
    }
    .historyTransform { entries in
      desk.note("transform")
      return entries
    }
    .modifier(DeskModifier(desk: desk))
    .onActivate { desk.note("onActivate") }
    .onPrompt { desk.note("onPrompt") }
    .onToolCall { desk.note("onToolCall") }
    .onToolOutput { desk.note("onToolOutput") }
    .onResponse { desk.note("onResponse") }
  }
}

@MainActor
private struct DeskInstructions: @MainActor DynamicInstructions {
  let desk: Desk

  var body: some DynamicInstructions {
    desk.note("instructions")
    return Instructions("You sit at the desk.")
  }
}

@MainActor
private struct DeskModifier: @MainActor LanguageModelSession.DynamicProfileModifier {
  let desk: Desk

  func body(content: Content) -> some LanguageModelSession.DynamicProfile {
    desk.note("modifier")
    return content.temperature(desk.topics.isEmpty ? 0 : 0.5)
  }
}

/// Belongs to nobody; only its conformance does.
private final class Drawer {
  let log: Log
  var opened = 0
  init(log: Log) { self.log = log }
}

extension Drawer: @MainActor DynamicInstructions {
  @MainActor var body: some DynamicInstructions {
    log.add("drawer \(place)")
    return Instructions("The drawer was opened \(opened) times.")
  }
}

/// Belong to nobody, and hold what may belong to somebody.
private struct AnyHolder: LanguageModelSession.DynamicProfile {
  let inner: any LanguageModelSession.DynamicProfile
  var body: some DynamicProfile { LanguageModelSession.AnyDynamicProfile(inner) }
}

private struct InstructionsHolder: LanguageModelSession.DynamicProfile {
  let inner: any DynamicInstructions
  var body: some DynamicProfile {
    Profile {
      Instructions("Outside.")
      AnyDynamicInstructions(inner)
    }
  }
}

private struct ModifierHolder: LanguageModelSession.DynamicProfile {
  let desk: Desk
  var body: some DynamicProfile { Profile { Instructions("x") }.modifier(DeskModifier(desk: desk)) }
}

/// A profile of no actor.
private struct FreeProfile: LanguageModelSession.DynamicProfile {
  let log: Log
  var body: some DynamicProfile {
    log.add("profile \(place)")
    return Profile { Instructions("Free.") }
      .historyTransform { entries in
        log.add("transform \(place)")
        return entries
      }
  }
}

@globalActor private actor Archive {
  static let shared = Archive()
}

@Archive
private final class Shelf {
  var books = 0
}

@Archive
private struct ShelfProfile: @Archive LanguageModelSession.DynamicProfile {
  let shelf: Shelf

  var body: some LanguageModelSession.DynamicProfile {
    Archive.preconditionIsolated()
    return LanguageModelSession.Profile { Instructions("\(shelf.books) books.") }
      .historyTransform { entries in
        Archive.preconditionIsolated()
        shelf.books += 1
        return entries
      }
      .onResponse {
        Archive.preconditionIsolated()
        shelf.books += 10
      }
  }
}

extension Log {
  /// The names of what ran at `place`, each once.
  fileprivate func names(_ place: String) -> Set<String> {
    Set(lines.filter { $0.hasSuffix(" \(place)") }.map { String($0.dropLast(place.count + 1)) })
  }
}

private let rules: [Rule] = [
  .prompt("Look", .call("look", #"{"topic": "here"}"#), .say("Found.")),
  .prompt("", .say("Yes.")),
]

private let bodies: Set = ["profile", "instructions", "element", "modifier", "transform"]
private let hooks: Set = ["onActivate", "onPrompt", "onToolCall", "onToolOutput", "onResponse"]

/// Who asks the session.
private enum Caller: CaseIterable { case main, mainStream, nobody, nobodyStream }

/// What the session answers, asked by somebody on the main actor or by a task of no actor.
private func answer(_ session: LanguageModelSession, to prompt: String, from caller: Caller) async throws
  -> String
{
  func streamed() async throws -> String { try await session.streamResponse(to: prompt).collect().content }
  return switch caller {
  case .main: try await Task { @MainActor in try await session.respond(to: prompt).content }.value
  case .mainStream: try await Task { @MainActor in try await streamed() }.value
  case .nobody: try await Task.detached { try await session.respond(to: prompt).content }.value
  case .nobodyStream: try await Task.detached { try await streamed() }.value
  }
}

@Suite("Where a profile is evaluated")
struct IsolationTests {
  @Test(
    "D3, P6, L1, H1: What belongs to the main actor runs there, whoever asks",
    arguments: Caller.allCases)
  private func isolatedConformance(_ caller: Caller) async throws {
    try await watched(rules) { watch in
      let (desk, session) = await MainActor.run {
        let desk = Desk()
        return (desk, LanguageModelSession(profile: DeskProfile(desk: desk)))
      }
      try await #expect(answer(session, to: "Look", from: caller) == "Found.")
      #expect(desk.log.names(here) == bodies.union(hooks))
      #expect(desk.log.names(elsewhere).isEmpty)
      #expect(watch.inferences.first?.sent.instructionBlocks == ["You sit at the desk.", "maps, of 1"])
      #expect(watch.option("temperature") == "0.5")
    }
  }

  @Test("R9: A prewarm from anywhere evaluates it there, too", arguments: [true, false])
  func prewarming(fromMain: Bool) async throws {
    try await watched(rules) { _ in
      let (desk, session) = await MainActor.run {
        let desk = Desk()
        return (desk, LanguageModelSession(profile: DeskProfile(desk: desk)))
      }
      #expect(!desk.log.names(here).contains("transform"))
      if fromMain { await MainActor.run { session.prewarm() } } else { session.prewarm() }
      await session.prewarmed()
      #expect(desk.log.names(here) == bodies)
      #expect(desk.log.names(elsewhere).isEmpty)
    }
  }

  @Test(
    "D3: Isolated instructions of a session, of a type that is otherwise nobody's", arguments: Caller.allCases
  )
  private func isolatedExtension(_ caller: Caller) async throws {
    try await watched(rules) { watch in
      let log = Log()
      let session = await MainActor.run { LanguageModelSession(dynamicInstructions: Drawer(log: log)) }
      try await #expect(answer(session, to: "Hello", from: caller) == "Yes.")
      #expect(log.names(here) == ["drawer"])
      #expect(log.names(elsewhere).isEmpty)
      #expect(watch.inferences.first?.sent.instructionBlocks == ["The drawer was opened 0 times."])
    }
  }

  /// Ways to hide an isolated profile or isolated instructions from the compiler, which warns of them where it sees them.
  private enum Hiding: CaseIterable {
    case erased, held, optionalInstructions, manyInstructions, branchOfInstructions

    @MainActor func session(_ desk: Desk) -> LanguageModelSession {
      nonisolated(unsafe) let profile: any LanguageModelSession.DynamicProfile =
        switch self {
        case .erased: LanguageModelSession.AnyDynamicProfile(DeskProfile(desk: desk))
        case .held: AnyHolder(inner: DeskProfile(desk: desk))
        case .optionalInstructions:
          InstructionsHolder(inner: DeskInstructions?.some(DeskInstructions(desk: desk)))
        case .manyInstructions:
          InstructionsHolder(
            inner: TupleDynamicInstructions(Instructions("One."), DeskInstructions(desk: desk)))
        case .branchOfInstructions:
          InstructionsHolder(
            inner: ConditionalDynamicInstructions<DeskInstructions, Instructions>(
              .trueContent(DeskInstructions(desk: desk))))
        }
      return LanguageModelSession(profile: profile)
    }
  }

  @Test("D3, P6: Found within profiles and instructions that belong to nobody", arguments: Hiding.allCases)
  private func hidden(_ hiding: Hiding) async throws {
    try await watched(rules) { watch in
      let (desk, session) = await MainActor.run {
        let desk = Desk()
        return (desk, hiding.session(desk))
      }
      for caller in Caller.allCases {
        try await #expect(answer(session, to: "Hello", from: caller) == "Yes.")
      }
      #expect(desk.log.names(here).contains("instructions"))
      #expect(desk.log.names(elsewhere).isEmpty)
      #expect(watch.inferences.allSatisfy { $0.sent.instructionBlocks.contains("You sit at the desk.") })
    }
  }

  @Test("P4: An isolated modifier in a profile and a session of nobody's", arguments: Caller.allCases)
  private func isolatedModifier(_ caller: Caller) async throws {
    try await watched(rules) { watch in
      let desk = await MainActor.run { Desk() }
      let session = LanguageModelSession(profile: ModifierHolder(desk: desk))
      try await #expect(answer(session, to: "Hello", from: caller) == "Yes.")
      #expect(desk.log.names(here) == ["modifier"])
      #expect(desk.log.names(elsewhere).isEmpty)
      #expect(watch.option("temperature") == "0.5")
    }
  }

  @Test("D3, H1, L1: Another global actor than the main actor, whoever asks", arguments: Caller.allCases)
  private func otherActor(_ caller: Caller) async throws {
    try await watched(rules) { watch in
      let session = await Task { @Archive in LanguageModelSession(profile: ShelfProfile(shelf: Shelf())) }
        .value
      try await #expect(answer(session, to: "Hello", from: caller) == "Yes.")
      try await #expect(answer(session, to: "Hello", from: caller) == "Yes.")
      #expect(watch.inferences.map { $0.sent.instructionBlocks } == [["0 books."], ["11 books."]])
    }
  }

  @Test("R7: An actor that the session does not know of is an error that names the type")
  func unknownActor() async throws {
    try await watched(rules) { watch in
      let session = await Task { @Archive in
        nonisolated(unsafe) let profile: any LanguageModelSession.DynamicProfile = ShelfProfile(
          shelf: Shelf())
        return LanguageModelSession(profile: profile, isolation: nil)
      }.value
      await #expect(throws: ProfileIsolationError(type: "ShelfProfile")) {
        try await answer(session, to: "Hello", from: .nobody)
      }
      #expect(watch.inferences.isEmpty)
      #expect(!session.isResponding)
    }
  }

  @Test(
    "D3, H1: What belongs to no actor is evaluated on none, even where session and caller are the main actor's"
  )
  func noHop() async throws {
    try await watched(rules) { _ in
      let log = Log()
      let session = await MainActor.run { LanguageModelSession(profile: FreeProfile(log: log)) }
      #expect(log.lines == ["profile \(here)"])
      for caller in Caller.allCases {
        try await #expect(answer(session, to: "Hello", from: caller) == "Yes.")
      }
      #expect(log.names(elsewhere) == ["profile", "transform"])
      #expect(log.lines.filter { $0.hasSuffix(here) } == ["profile \(here)"])
    }
  }

  @Test("R6: A program may block its main thread until a session has answered whose profile is nobody's")
  @MainActor
  func blockedMainThread() async throws {
    try await watched(rules) { _ in
      let session = LanguageModelSession(profile: FreeProfile(log: Log()))
      let (log, isDone) = (Log(), DispatchSemaphore(value: 0))
      Task.detached {
        log.add((try? await session.respond(to: "Hello").content) ?? "failed")
        log.add((try? await session.streamResponse(to: "Hello").collect().content) ?? "failed")
        isDone.signal()
      }
      #expect(block(on: isDone) == .success)
      #expect(log.lines == ["Yes.", "Yes."])
    }
  }

  /// Not for ever, so that a fault is told.
  private func block(on semaphore: DispatchSemaphore) -> DispatchTimeoutResult {
    semaphore.wait(timeout: .now() + .seconds(60))
  }
}
