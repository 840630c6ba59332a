import SessionEngine
import Testing
import Transcripts

@Suite("Providers")
struct ProviderTests {
  @Test("M1: one executor for each distinct configuration, kept for the session")
  func executorReuse() async throws {
    let probe = Probe([[.text("ok")]])
    let session = LanguageModelSession(profile: ByCount(probe: probe))
    for count in [0, 0, 1, 0, 1] {
      session.properties.count = count
      _ = try await session.respond(to: "x")
    }
    let executors = probe.executors
    #expect(executors[0] == executors[1])
    #expect(executors[0] == executors[3])
    #expect(executors[2] == executors[4])
    #expect(executors[0] != executors[2])
  }

  @Test("M1: every round of a tool loop is the same executor's")
  func executorOfALoop() async throws {
    let model = ProbeLanguageModel([.call("look")], [.call("look")], [.text("ok")])
    let session = LanguageModelSession(model: model, tools: [ProbeTool("look")])
    _ = try await session.respond(to: "x")
    #expect(model.probe.executors.count == 3)
    #expect(Set(model.probe.executors).count == 1)
  }

  @Test("M1, P5: a profile can ask which model it has")
  func typeOfModel() {
    let model: any LanguageModel = SystemLanguageModel()
    #expect(type(of: model) == SystemLanguageModel.self)
  }

  @Test("M1: a fast executor waits for a session that is behind, and nothing is lost")
  func backpressure() async throws {
    let channel = LanguageModelExecutorGenerationChannel()
    let sent = Counter(0)
    let sender = Task {
      for number in 0..<1000 {
        await channel.send(.response(action: .appendText("\(number)", tokenCount: 1)))
        sent.next { $0 + 1 }
      }
    }
    // Nobody reads yet: the sender comes to a stop long before its end.
    while sent.current < 64 { await Task.yield() }
    for _ in 0..<1000 { await Task.yield() }
    #expect(sent.current < 100)
    var received = 0
    for try await _ in channel {
      received += 1
      if received == 1000 { break }
    }
    await sender.value
    #expect(sent.current == 1000)
  }

  @Test("M1, R5: an executor that is cancelled in the middle of sending is let go")
  func cancelledSender() async throws {
    let many = Array(repeating: ProbeLanguageModel.Step.text("x"), count: 500)
    let model = ProbeLanguageModel(many + [.stall])
    let session = LanguageModelSession(model: model)
    let request = Task { try await session.respond(to: "a").content }
    await model.probe.stalled.wait()
    request.cancel()
    await #expect(throws: CancellationError.self) { try await request.value }
  }

  @Test("M1: an executor may send from several tasks")
  func manySenders() async throws {
    struct Parallel: LanguageModel {
      var capabilities: LanguageModelCapabilities { LanguageModelCapabilities([]) }
      var executorConfiguration: Int { 1 }
      struct Executor: LanguageModelExecutor {
        init(configuration: Int) {}
        func respond(
          to request: LanguageModelExecutorGenerationRequest, model: Parallel,
          streamingInto channel: LanguageModelExecutorGenerationChannel
        ) async throws {
          await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
              group.addTask {
                for _ in 0..<100 {
                  await channel.send(.response(entryID: "\(task)", action: .appendText("x", tokenCount: 1)))
                }
              }
            }
          }
        }
      }
    }
    let response = try await LanguageModelSession(model: Parallel()).respond(to: "a")
    #expect(response.content == String(repeating: "x", count: 800))
    #expect(response.usage.output.totalTokenCount == 800)
    #expect(response.transcriptEntries.count == 8)
  }

  @Test("M1: metadata of the model stays on its entries")
  func metadata() async throws {
    let model = ProbeLanguageModel([
      .text("ok"), .send(.response(action: .updateMetadata(["finish": "stop"]))),
    ])
    let response = try await LanguageModelSession(model: model).respond(to: "a")
    guard case .response(let entry)? = response.transcriptEntries.first else {
      Issue.record("no response")
      return
    }
    #expect(entry.metadata == ["finish": GeneratedContent("stop")])
  }
}

private struct ByCount: LanguageModelSession.DynamicProfile {
  let probe: Probe
  @SessionProperty(\.count) var count
  var body: some DynamicProfile {
    Profile { Instructions("i") }.model(ProbeLanguageModel(probe: probe, name: "model \(count)"))
  }
}
