import Observation
import Testing
import Transcripts

@testable import SessionEngine

@Suite("Session properties")
struct SessionPropertyTests {
  typealias Profile = LanguageModelSession.Profile

  /// Runs `body` as the engine runs a session's code.
  func inSession<Result>(
    _ values: SessionPropertyValues, access: SessionContext.Access = .readWrite, _ body: () throws -> Result
  ) rethrows -> Result {
    try SessionContext.$current.withValue(SessionContext(values: values, access: access)) { try body() }
  }

  /// What a profile, a tool or a modifier holds.
  struct State {
    @LanguageModelSession.SessionProperty(\.count) var count
    @LanguageModelSession.SessionProperty(\.tally) fileprivate var tally
    @LanguageModelSession.SessionProperty(\.history) var history
  }

  @Test("S1: a property has its first value, and each session its own")
  func firstValue() {
    let one = SessionPropertyValues()
    let other = SessionPropertyValues()
    #expect(one.count == 0 && one.note == nil)
    one.count = 3
    one.note = "kept"
    one.count += 1
    #expect(one.count == 4 && one.note == "kept")
    #expect(other.count == 0 && other.note == nil)
  }

  struct Reader: LanguageModelSession.DynamicProfile {
    @SessionProperty(\.count) var count
    var body: some DynamicProfile {
      Profile {
        Instructions("profile \(count)")
        Inner()
      }
      .modifier(Cap())
    }

    struct Inner: DynamicInstructions {
      @SessionProperty(\.note) var note
      var body: some DynamicInstructions {
        if let note { Instructions("instructions \(note)") }
      }
    }

    struct Cap: LanguageModelSession.DynamicProfileModifier {
      @SessionProperty(\.count) var count
      func body(content: Content) -> some DynamicProfile { content.maximumResponseTokens(count) }
    }
  }

  struct Counting: Tool {
    let description = "Counts"
    @SessionProperty(\.count) var count
    func call(arguments: GeneratedContent) async throws -> String {
      count += 1
      return "\(count)"
    }
  }

  @Test(
    "S1, S3: profile, instructions, modifier and tool see what was written, in the session that runs them")
  func everywhere() async throws {
    let values = SessionPropertyValues()
    values.count = 6
    let context = SessionContext(values: values, access: .historyReadOnly)
    let said = try await SessionContext.$current.withValue(context) {
      try await Counting().call(arguments: GeneratedContent("x"))
    }
    #expect(said == "7")
    values.note = "from outside"
    let resolved = inSession(values) { evaluated(Reader()) }
    #expect(resolved.texts == ["profile 7", "instructions from outside"])
    #expect(resolved.maximumResponseTokens?.value == 7)
    #expect(inSession(SessionPropertyValues()) { evaluated(Reader()) }.texts == ["profile 0"])
  }

  @Test("S1: outside of a session a property reads as its first value, and a write is refused")
  func outside() {
    let state = State()
    state.count = 5
    #expect(state.count == 0)
    state.count += 1
    #expect(state.count == 0)
    #expect(state.history.isEmpty)
    #expect(
      SessionPropertyError.noSession(type: "Int").errorDescription
        == "a session property of type Int was written where no session is running; the write is refused")
  }

  @Test("S1: a write is announced with the property's name and its value as text")
  func announcement() {
    let values = SessionPropertyValues()
    let heard = Locked<[String]>([])
    values.onChange = { change in heard.withLock { $0.append("\(change.name)=\(change.value)") } }
    values.count = 2
    values.count += 1
    values.note = "tea"
    values.note = nil
    _ = values.count
    values[HandMadeKey.self] = [1: 2]
    #expect(heard.withLock { $0 } == ["count=2", "count=3", "note=tea", "note=nil", "HandMadeKey=[1: 2]"])
  }

  @Test("S2: the history is read and replaced through the session, in a hook and from outside")
  func history() {
    let values = SessionPropertyValues()
    let transcript = Locked(Transcript(entries: [.prompt("a"), .prompt("b"), .prompt("c")]))
    values.linkHistory(
      read: { transcript.withLock { $0.history } },
      write: { history in transcript.withLock { $0.history = history } })
    inSession(values) {
      let state = State()
      #expect(state.history.count == 3)
      state.history = state.history.suffix(2)
      state.history.append(.prompt("d"))
    }
    #expect(transcript.withLock { $0.map(\.id) } == ["b", "c", "d"])
    values.history = [.prompt("e")]
    #expect(transcript.withLock { $0.map(\.id) } == ["e"])
  }

  @Test("S2: where the history is read-only a write leaves it as it was and is known as an error")
  func readOnlyHistory() {
    let values = SessionPropertyValues()
    values.history = [.prompt("a")]
    let context = SessionContext(values: values, access: .historyReadOnly)
    SessionContext.$current.withValue(context) {
      let state = State()
      #expect(state.history.map(\.id) == ["a"], "reading is allowed")
      #expect(throws: Never.self) { try context.check() }
      state.history = []
      state.history.append(.prompt("b"))
      values.history = [.prompt("c")]
      values.count = 1
    }
    #expect(values.history.map(\.id) == ["a"])
    #expect(values.count == 1, "other properties can be written")
    #expect(throws: SessionPropertyError.historyIsReadOnly) { try context.check() }
  }

  struct Meddling: DynamicInstructions {
    @SessionProperty(\.history) var history
    var body: some DynamicInstructions {
      Instructions(forget())
    }
    func forget() -> String {
      history = []
      return "innocent"
    }
  }

  @Test("S2: dynamic instructions can't write the history, wherever the profile is resolved")
  func instructions() {
    let values = SessionPropertyValues()
    values.history = [.prompt("a")]
    let context = SessionContext(values: values, access: .readWrite)
    SessionContext.$current.withValue(context) {
      #expect(evaluated(Profile { Meddling() }).texts == ["innocent"])
      #expect(context.refusal == .historyIsReadOnly)
      values.history = [.prompt("b")]
    }
    #expect(values.history.map(\.id) == ["b"], "after the instructions the hook may write again")
  }

  @Test("S2: a session may write its own history while another's tool runs")
  func anotherSession() {
    let parent = SessionPropertyValues()
    let child = SessionPropertyValues()
    let context = SessionContext(values: parent, access: .historyReadOnly)
    SessionContext.$current.withValue(context) { child.history = [.prompt("child")] }
    #expect(child.history.count == 1 && context.refusal == nil)
  }

  @Test("S3: tools that run at once lose no change", .timeLimit(.minutes(1)))
  func concurrentWriters() async throws {
    let values = SessionPropertyValues()
    let writers = 8
    let rounds = 500
    await withTaskGroup { group in
      for writer in 0..<writers {
        group.addTask {
          let context = SessionContext(values: values, access: .historyReadOnly)
          await SessionContext.$current.withValue(context) {
            let state = State()
            for round in 0..<rounds {
              state.count += 1
              state.tally[writer, default: 0] += 1
              values.sum += 1
              values.note = "\(writer) \(round)"
              if round % 100 == 0 { await Task.yield() }
            }
          }
        }
      }
    }
    #expect(values.count == writers * rounds)
    #expect(values.tally == Dictionary(uniqueKeysWithValues: (0..<writers).map { ($0, rounds) }))
    #expect(values.sum == writers * rounds, "from outside, too")
    #expect(values.note?.hasSuffix(" \(rounds - 1)") == true)
  }

  @Test("S3: a change that reads another property of the session does not wait for itself")
  func nestedChange() {
    let values = SessionPropertyValues()
    inSession(values) {
      let state = State()
      func next() -> Int {
        state.count += 1
        return state.count
      }
      state.tally[1, default: next()] += 10
      state.tally[2, default: next()] += 10
    }
    #expect(values.tally == [1: 11, 2: 12])
  }

  @Test("S1: whoever observes one property hears of that one alone")
  func observation() {
    let values = SessionPropertyValues()
    let heard = Locked(0)
    withObservationTracking {
      _ = values.count
    } onChange: {
      heard.withLock { $0 += 1 }
    }
    values.note = "not this"
    #expect(heard.withLock { $0 } == 0)
    values.count = 1
    #expect(heard.withLock { $0 } == 1)
  }
}

private enum HandMadeKey: SessionPropertyKey {
  static var defaultValue: [Int: Int] { [:] }
}

extension SessionPropertyValues {
  @SessionPropertyEntry fileprivate var tally: [Int: Int] = [:]
  @SessionPropertyEntry fileprivate var sum = 0
}
