import SessionEngine
import Testing
import Transcripts

/// Many tasks at once. Under the thread sanitizer these find data races; without it, lost updates and mixed events.
@Suite("Sessions shared between tasks")
struct SharedSessionTests {
  @Test("S3: tools that run at once and write the same properties lose nothing")
  func tools() async throws {
    let calls = (0..<64).map { ProbeLanguageModel.Step.call("count", id: "\($0)") }
    let session = LanguageModelSession(
      model: ProbeLanguageModel(calls, [.text("done")]), tools: [AddTool()])
    let log = EventLog()
    session.addObserver(log)
    _ = try await session.respond(to: "x")
    #expect(session.properties.count == 64)
    #expect(log.lines.filter { $0.hasPrefix("property") }.count >= 64)
    let started = log.lines.filter { $0 == "tool count started" }.count
    let ended = log.lines.filter { $0 == "tool count ended" }.count
    #expect(started == 64)
    #expect(ended == 64)
  }

  @Test("R6: of many requests at once one is answered, and the others are refused")
  func manyRequests() async throws {
    let go = Gate()
    let session = LanguageModelSession(model: ProbeLanguageModel([.wait(go), .text("ok")]))
    let refused = Counter(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<16 {
        group.addTask {
          do {
            _ = try await session.respond(to: "x")
          } catch {
            if refused.next({ $0 + 1 }) == 15 { go.open() }
          }
        }
      }
    }
    #expect(refused.current == 15)
    #expect(shape(session.transcript) == ["prompt: x", "response: ok"])
  }

  @Test("R2: many sessions at once, each heard in its own order")
  func manySessions() async throws {
    await withTaskGroup(of: [[String]].self) { group in
      for number in 0..<100 {
        group.addTask {
          let log = EventLog()
          var configuration = SessionConfiguration()
          configuration.observers = [log]
          let session = SessionConfiguration.$current.withValue(configuration) {
            LanguageModelSession(
              model: ProbeLanguageModel([.call("count")], [.text("\(number)")]), tools: [AddTool()])
          }
          for _ in 0..<3 { _ = try? await session.respond(to: "\(number)") }
          return [shape(session.transcript), log.lines.filter { !$0.hasPrefix("progress") }]
        }
      }
      var seen: Set<[String]> = []
      for await result in group {
        // Instructions; a request with a tool round (prompt, calls, output, response), and two without.
        #expect(result[0].count == 9)
        #expect(Set(result[0].filter { $0.hasPrefix("prompt") }).count == 1)
        seen.insert(result[1])
      }
      #expect(seen.count == 1)
    }
  }

  @Test("R6, S3: looking and writing from outside while a session responds is safe")
  func fromOutside() async throws {
    let many = Array(repeating: ProbeLanguageModel.Step.text("x"), count: 300)
    let session = LanguageModelSession(model: ProbeLanguageModel(many), instructions: "i")
    async let reading: Int = {
      var looks = 0
      while !session.transcript.contains(where: { if case .response = $0 { true } else { false } }) {
        looks += 1
        session.properties.count += 1
        _ = (session.usage, session.isResponding)
        await Task.yield()
      }
      return looks
    }()
    let response = try await session.respond(to: "a")
    #expect(response.content.count == 300)
    #expect(await reading == session.properties.count)
  }
}

private struct AddTool: Tool {
  let name = "count"
  let description = "counts"
  @SessionProperty(\.count) var count
  @SessionProperty(\.note) var note
  func call(arguments: GeneratedContent) async throws -> String {
    note = "written"
    count += 1
    return "ok"
  }
}
