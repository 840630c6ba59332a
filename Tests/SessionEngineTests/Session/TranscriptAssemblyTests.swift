import FoundationEssentials
import Testing
import Transcripts

@testable import SessionEngine

@Suite("Transcript assembly")
struct TranscriptAssemblyTests {
  typealias Event = LanguageModelExecutorGenerationChannel.Event

  private func assembled(_ events: Event...) -> TranscriptAssembly {
    let ids = Counter(0)
    var assembly = TranscriptAssembly { "id-\(ids.next { $0 + 1 })" }
    for event in events { assembly.receive(event) }
    return assembly
  }

  @Test("M1: without an entry's name an event continues the last entry of its kind, or opens one")
  func trailingEntry() {
    let assembly = assembled(
      .reasoning(action: .appendText("a", tokenCount: 1)),
      .reasoning(action: .appendText("b", tokenCount: 1)),
      .response(action: .appendText("c", tokenCount: 1)),
      .reasoning(action: .appendText("d", tokenCount: 1)))
    #expect(shape(assembly.finished()) == ["reasoning: ab", "response: c", "reasoning: d"])
    #expect(assembly.decoded == 4)
    #expect(assembly.reasoned == 3)
  }

  @Test("M1: an entry's name finds its entry, or opens one under that name")
  func namedEntries() {
    let assembly = assembled(
      .response(entryID: "r1", action: .appendText("a", tokenCount: 1)),
      .response(entryID: "r2", action: .appendText("b", tokenCount: 1)),
      .response(entryID: "r1", action: .appendText("c", tokenCount: 1)),
      .response(action: .appendText("d", tokenCount: 1)))
    #expect(shape(assembly.finished()) == ["response: ac", "response: bd"])
    #expect(assembly.finished().map(\.id) == ["r1", "r2"])
  }

  @Test("M1: text goes to its segment, and replaces it when told")
  func segments() {
    let assembly = assembled(
      .response(action: .appendText("a", segmentID: "s1", tokenCount: 1)),
      .response(action: .appendText("b", segmentID: "s2", tokenCount: 1)),
      .response(action: .appendText("c", segmentID: "s1", tokenCount: 1)),
      .response(action: .replaceTextSegment("X", tokenCount: 1)),
      .response(action: .replaceTextSegment("Y", segmentID: "s3", tokenCount: 0)))
    let segments = assembly.finished()[0].segments
    #expect(segments.map(\.id) == ["s1", "s2", "s3"])
    #expect(shape(assembly.finished()) == ["response: acXY"])
  }

  @Test("M1: calls grow by id, can be taken back, and an entry without calls is none")
  func calls() {
    let assembly = assembled(
      .toolCalls(action: .toolCall(id: "1", name: "f", action: .appendArguments("{\"a\":", tokenCount: 2))),
      .toolCalls(action: .toolCall(id: "2", name: "g", action: .appendArguments("{}", tokenCount: 1))),
      .toolCalls(action: .toolCall(id: "1", name: "f", action: .appendArguments("1}", tokenCount: 2))),
      .toolCalls(action: .toolCall(id: "2", name: "g", action: .updateMetadata(["k": 2]))),
      .toolCalls(action: .removeToolCall(id: "3")))
    guard case .toolCalls(let calls)? = assembly.finished().first else {
      Issue.record("no calls")
      return
    }
    #expect(calls.map(\.id) == ["1", "2"])
    #expect(calls.map(\.argumentsText) == ["{\"a\":1}", "{}"])
    #expect(calls[1].metadata == ["k": GeneratedContent(2)])

    let none = assembled(
      .toolCalls(action: .toolCall(id: "1", name: "f", action: .appendArguments("{}", tokenCount: 1))),
      .toolCalls(action: .removeToolCall(id: "1")))
    #expect(none.finished().isEmpty)
  }

  @Test("M1, R11: metadata and usage replace what was told before")
  func replacing() {
    let usage = { (input: Int, output: Int) in
      Event.response(
        action: .updateUsage(
          input: .init(totalTokenCount: input, cachedTokenCount: 0),
          output: .init(totalTokenCount: output, reasoningTokenCount: 0)))
    }
    let assembly = assembled(
      .response(action: .appendText("a", tokenCount: 1)),
      .response(action: .updateMetadata(["a": 1, "b": 2])), .response(action: .updateMetadata(["c": 3])),
      usage(10, 1), usage(10, 5))
    guard case .response(let response)? = assembly.finished().first else {
      Issue.record("no response")
      return
    }
    #expect(response.metadata == ["c": GeneratedContent(3)])
    #expect(assembly.usage?.output.totalTokenCount == 5)
  }

  @Test("M1: attachments come and go; a signature stays with its reasoning")
  func attachmentsAndSignatures() {
    let segment = Transcript.AttachmentSegment(
      id: "i1",
      content: .image(Transcript.ImageAttachment(imageURL: URL(string: "data:image/png;base64,AAAA")!)))
    let assembly = assembled(
      .reasoning(action: .appendText("t", tokenCount: 1)),
      .reasoning(action: .updateSignature(Data([1, 2]), tokenCount: 3)),
      .response(action: .addAttachmentSegment(segment)),
      .response(action: .appendText("x", tokenCount: 1)))
    #expect(shape(assembly.finished()) == ["reasoning: t", "response: <image>x"])
    #expect(assembly.decoded == 5)

    var other = assembly
    other.receive(.response(action: .removeAttachmentSegment(id: "i1")))
    #expect(shape(other.finished()) == ["reasoning: t", "response: x"])
    guard case .reasoning(let reasoning)? = other.finished().first else { return }
    #expect(reasoning.signature == Data([1, 2]))
  }

  @Test("R5: an unfinished inference's last entry is marked partial, and only that")
  func partial() {
    #expect(
      shape(
        assembled(
          .reasoning(action: .appendText("a", tokenCount: 1)),
          .response(action: .appendText("b", tokenCount: 1))
        ).partial()) == ["reasoning: a", "response: b (partial)"])
    #expect(
      shape(
        assembled(
          .toolCalls(action: .toolCall(id: "1", name: "f", action: .appendArguments("{\"a", tokenCount: 1)))
        ).partial()) == ["calls: f (partial)"])
    #expect(assembled().partial().isEmpty)
  }
}
