import Recordings
import ScriptedModel
import SessionEngine
import Synchronization
import Testing

@testable import Scenarios

@Suite("Driving a session by hand")
struct DriverTests {
  private func driver(_ name: String) throws -> ScenarioDriver {
    ScenarioDriver(try #require(ShippedScenario.named(name)).scenario(), options: .repeatable())
  }

  @Test("What there is to see and to choose")
  func state() throws {
    let state = try driver("craft").state
    #expect(state.variables.map(\.name) == ["craftMode", "craftName", "foldLevel", "craftStep", "lookups"])
    #expect(state.variables[0].value == "brainstorm")
    #expect(state.variables[0].choices == ["brainstorm", "tutorial", "coach"])
    #expect(state.variables[1].choices == nil)
    #expect(!state.isResponding)
    #expect(state.stepsDone == 0)
    #expect(state.nextPrompt?.hasPrefix("It is a rainy afternoon") == true)
    #expect(state.nextStep?.hasPrefix("prompt “It is a rainy afternoon") == true)
    #expect(state.models.map(\.availabilities) == [["available"]])
    let models = try driver("O6").state.models
    #expect(models.map(\.name) == ["cloud", "device"])
    #expect(models[0].quota == "below")
    #expect(models[0].quotas == ["below", "approaching", "reached"])
    #expect(models[1].quota == nil)
    #expect(models[1].availabilities.contains("modelNotReady"))
  }

  @Test("S1: a variable set by hand is there for the next inference; what it can't be is refused with a line")
  func variables() async throws {
    let driver = try driver("craft")
    try driver.set("craftMode", to: "coach")
    try driver.send("We have the square base, both of us. What is next?")
    await driver.waitUntilIdle()
    #expect(driver.state.variables.first { $0.name == "craftStep" }?.value == "2")
    #expect(
      throws: ScenarioRefusal.badValue(
        variable: "craftMode", value: "judge", allowed: "brainstorm or tutorial or coach")
    ) {
      try driver.set("craftMode", to: "judge")
    }
    #expect(throws: ScenarioRefusal.badValue(variable: "craftStep", value: "two", allowed: "a number")) {
      try driver.set("craftStep", to: "two")
    }
    let error = #expect(throws: ScenarioRefusal.self) { try driver.set("paper", to: "red") }
    #expect(
      error?.description
        == "there is no variable paper; the scenario has craftMode, craftName, foldLevel, craftStep, lookups")
  }

  @Test("O3, R6: a tool that asks waits, a second prompt meanwhile is refused, and the answer lets it go on")
  func consent() async throws {
    let driver = try driver("O3")
    try driver.send("We need seeds for the fence.")
    await driver.waitUntilIdle()
    let asked = driver.state.consents
    #expect(asked.map(\.question) == ["Order 2 of runner beans for 7 euros?"])
    #expect(asked.map(\.tool) == ["orderSeeds"])
    #expect(driver.state.isResponding)
    #expect(throws: ScenarioRefusal.isResponding) { try driver.send("And another thing.") }
    let id = try #require(asked.first?.id)
    try driver.answer(id, approve: true)
    await driver.waitUntilIdle()
    #expect(driver.state.consents.isEmpty)
    #expect(driver.state.variables.first?.value == "1")
    #expect(throws: ScenarioRefusal.noSuchConsent(id)) { try driver.answer(id, approve: true) }
  }

  @Test("R5: cancelling while a tool asks ends the request, and says nothing of a failure")
  func cancel() async throws {
    let driver = try driver("O3")
    try driver.send("We need seeds for the fence.")
    await driver.waitUntilIdle()
    driver.cancel()
    while driver.state.isResponding { await driver.waitUntilIdle() }
    #expect(driver.state.failure == nil)
    #expect(driver.state.consents.isEmpty)
    #expect(driver.summary.cancelled == 1)
    #expect(driver.summary.failures == [])
  }

  @Test("M2: quota and availability are put by their words")
  func models() async throws {
    let driver = try driver("O6")
    try driver.setQuota("cloud", to: "reached")
    try driver.setAvailability("device", to: "modelNotReady")
    #expect(driver.state.models.map(\.availability) == ["available", "modelNotReady"])
    #expect(driver.state.models[0].quota == "reached")
    #expect(throws: ScenarioRefusal.self) { try driver.setQuota("device", to: "reached") }
    #expect(throws: ScenarioRefusal.self) { try driver.setAvailability("device", to: "systemNotReady") }
    #expect(throws: ScenarioRefusal.self) { try driver.setAvailability("moon", to: "available") }
    try driver.send("Why?")
    await driver.waitUntilIdle()
    #expect(driver.state.failure != nil)
  }

  @Test("The script is done step by step, and says when it is at its end")
  func steps() async throws {
    let driver = try driver("O1")
    var words: [String] = []
    while let next = driver.state.nextStep {
      words.append(next)
      try driver.runNextStep()
      await driver.waitUntilIdle()
    }
    #expect(
      words == ["prompt “We would like a short trip to Lisbon.”", "set desk", "prompt “What will it cost?”"])
    #expect(driver.state.stepsDone == 3)
    #expect(driver.state.nextPrompt == nil)
    #expect(throws: ScenarioRefusal.noMoreSteps) { try driver.runNextStep() }
  }

  @Test("R5: a step that cancels after some tokens leaves what the error policy says")
  func cancelAfter() async throws {
    let text = """
      model: { script: [{ answer: ['one two three four five six seven eight nine ten eleven twelve thirteen fourteen'] }] },
      session: { errors: 'POLICY' }, steps: [{ prompt: 'count', cancelAfter: 5 }]
      """
    let reverted = try await Recorded(scenario(text.replacing("POLICY", with: "revert")))
    #expect(reverted.summary.cancelled == 1)
    #expect(try reverted.shape() == ["instructions"])
    let preserved = try await Recorded(scenario(text.replacing("POLICY", with: "preserve")))
    #expect(try preserved.shape() == ["instructions", "prompt", "response"])
    #expect(try preserved.recording.requests().map(\.outcome) == [.cancelled])
    #expect(try preserved.inferences().map(\.finish) == ["cancelled"])
    #expect(try preserved.recording.snapshots().last?.cause == "partial")
  }

  @Test("R7: a step that is to fail fails the run when it is answered, or when it fails otherwise")
  func fails() async throws {
    func summary(answer: String) async throws -> ScenarioSummary {
      let text = """
        model: { script: [{ answer: [\(answer)] }] }, steps: [{ prompt: 'go', fails: 'rateLimited' }]
        """
      return try await Recorded(scenario(text)).summary
    }
    let asWanted = try await summary(answer: "{ fail: 'rateLimited' }")
    #expect(asWanted.failures == [] && asWanted.expectedFailures.count == 1)
    let answered = try await summary(answer: "'done'")
    #expect(answered.failures == ["a request was to fail (rateLimited), and was answered"])
    let otherwise = try await summary(answer: "{ fail: 'guardrailViolation' }")
    #expect(otherwise.failures.count == 1 && otherwise.expectedFailures == [])
    #expect(otherwise.failures[0].hasPrefix("a request was to fail otherwise (rateLimited): "))
  }

  @Test("Every change of state is told")
  func onChange() async throws {
    let count = Mutex(0)
    let driver = ScenarioDriver(
      try #require(ShippedScenario.named("O1")).scenario(), options: .repeatable(),
      onChange: { count.withLock { $0 += 1 } })
    try driver.set("desk", to: "planner")
    #expect(count.withLock { $0 } == 1)
    try driver.runNextStep()
    await driver.waitUntilIdle()
    // The prompt, the step, and the end of the request.
    #expect(count.withLock { $0 } >= 3)
  }
}
