import SessionEngine
import Testing
import Transcripts

@Suite("Streaming")
struct StreamingTests {
  @Test("R1: snapshots are cumulative, grow only, and the last one is the answer")
  func cumulative() async throws {
    let model = ProbeLanguageModel([.text("Hel"), .text("lo "), .text("you"), .usage(input: 7, output: 3)])
    let session = LanguageModelSession(model: model)
    var texts: [String] = []
    var last: LanguageModelSession.ResponseStream<String>.Snapshot?
    for try await snapshot in session.streamResponse(to: "Greet me") {
      texts.append(snapshot.content)
      last = snapshot
    }
    #expect(texts.last == "Hello you")
    for (earlier, later) in zip(texts, texts.dropFirst()) { #expect(later.hasPrefix(earlier)) }
    #expect(last?.rawContent == GeneratedContent("Hello you"))
    #expect(shape(last?.transcriptEntries ?? []) == ["response: Hello you"])
    #expect(last?.usage.totalTokenCount == 10)
    #expect(shape(session.transcript) == ["prompt: Greet me", "response: Hello you"])
    #expect(!session.isResponding)
  }

  @Test("R1: a snapshot is there while the model is still at work")
  func early() async throws {
    let more = Gate()
    let session = LanguageModelSession(model: ProbeLanguageModel([.text("Hel"), .wait(more), .text("lo")]))
    var texts: [String] = []
    for try await snapshot in session.streamResponse(to: "x") {
      texts.append(snapshot.content)
      #expect(texts.count > 1 || session.isResponding)
      more.open()
    }
    #expect(texts.first == "Hel")
    #expect(texts.last == "Hello")
  }

  @Test("R1: a stream may end without a snapshot")
  func empty() async throws {
    let session = LanguageModelSession(model: ProbeLanguageModel([]))
    var count = 0
    for try await _ in session.streamResponse(to: "x") { count += 1 }
    #expect(count == 0)
  }

  @Test("R1: collecting gives the whole response, also after a loop that came to its end")
  func collect() async throws {
    let session = LanguageModelSession(model: ProbeLanguageModel([.text("a"), .text("b")]))
    #expect(try await session.streamResponse(to: "x").collect().content == "ab")

    let stream = session.streamResponse(to: "y")
    for try await _ in stream {}
    #expect(try await stream.collect().content == "ab")
  }

  @Test("R1: across a tool call the content is that of the round that runs")
  func toolRound() async throws {
    let model = ProbeLanguageModel([.text("Let me look."), .call("look")], [.text("Blue.")])
    let session = LanguageModelSession(model: model, tools: [ProbeTool("look")])
    var last = ""
    for try await snapshot in session.streamResponse(to: "x") { last = snapshot.content }
    #expect(last == "Blue.")
  }

  @Test("R5: a stream ends with what the provider threw, never silently")
  func providerError() async throws {
    let session = LanguageModelSession(model: ProbeLanguageModel([.text("a"), .fail(Failure("gone"))]))
    await #expect(throws: Failure("gone")) {
      for try await _ in session.streamResponse(to: "x") {}
    }
    let stream = session.streamResponse(to: "x")
    await #expect(throws: Failure("gone")) { try await stream.collect() }
    #expect(session.transcript.isEmpty)
  }

  @Test(
    "U4, R5: breaking out of a stream cancels the request, which follows the policy; the session is free then"
  )
  func breakingOut() async throws {
    for (policy, kept) in [
      (TranscriptErrorHandlingPolicy.revertTranscript, [String]()),
      (.preserveTranscript, ["prompt: x", "response: Hel (partial)"]),
    ] {
      let model = ProbeLanguageModel([.text("Hel"), .stall], [.text("later")])
      let session = LanguageModelSession(model: model)
      session.transcriptErrorHandlingPolicy = policy
      let log = EndOfRequest()
      session.addObserver(log)
      for try await snapshot in session.streamResponse(to: "x") {
        #expect(snapshot.content == "Hel")
        break
      }
      await log.ended.wait()
      #expect(!session.isResponding)
      #expect(shape(session.transcript) == kept)
      #expect(try await session.respond(to: "y").content == "later")
    }
  }

  @Test("U4: a stream that nobody keeps is cancelled")
  func droppedStream() async throws {
    let session = LanguageModelSession(model: ProbeLanguageModel([.stall]))
    let log = EndOfRequest()
    session.addObserver(log)
    _ = session.streamResponse(to: "x")
    await log.ended.wait()
    #expect(!session.isResponding)
  }

  @Test("R5: cancelling the reader's task cancels the request")
  func cancelledReader() async throws {
    let model = ProbeLanguageModel([.text("a"), .stall])
    let session = LanguageModelSession(model: model)
    let reader = Task {
      for try await _ in session.streamResponse(to: "x") {}
    }
    await model.probe.stalled.wait()
    reader.cancel()
    await #expect(throws: CancellationError.self) { try await reader.value }
    #expect(!session.isResponding)
  }
}

/// Opens a gate when a request has ended.
final class EndOfRequest: SessionObserver {
  let ended = Gate()

  func observe(_ event: SessionEvent, of session: SessionIdentity) {
    if case .requestEnded = event.kind { ended.open() }
  }
}
