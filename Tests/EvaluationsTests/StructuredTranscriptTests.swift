import Evaluations
import Testing
import Transcripts

@Suite("A transcript taken apart")
struct StructuredTranscriptTests {
  private func text(_ text: String) -> Transcript.Segment { .text(Transcript.TextSegment(content: text)) }

  private func call(_ id: String, _ name: String) -> Transcript.ToolCall {
    Transcript.ToolCall(id: id, toolName: name, arguments: GeneratedContent(properties: ["of": id]))
  }

  @Test("T5: the trajectory is every call in order, beside outputs, prompts, responses and instructions")
  func trajectory() {
    let structured = Transcript(entries: [
      .instructions(
        Transcript.Instructions(segments: [text("Be kind."), text("Be brief.")], toolDefinitions: [])),
      .prompt(Transcript.Prompt(segments: [text("Fold"), text("a crane")])),
      .reasoning(Transcript.Reasoning(segments: [text("Hm.")])),
      .response(Transcript.Response(segments: [text("Let me look.")])),
      .toolCalls(Transcript.ToolCalls([call("1", "template"), call("2", "measure")])),
      .toolOutput(Transcript.ToolOutput(id: "1", toolName: "template", segments: [text("crane")])),
      .toolOutput(Transcript.ToolOutput(id: "2", toolName: "measure", segments: [text("15 cm")])),
      .toolCalls(Transcript.ToolCalls([call("3", "template")])),
      .response(Transcript.Response(segments: [text("Done.")])),
      .instructions(Transcript.Instructions(segments: [text("Be wise.")], toolDefinitions: [])),
      .prompt(Transcript.Prompt(segments: [text("Thanks")])),
    ]).structuredTranscript
    #expect(structured.toolCalls.map(\.toolName) == ["template", "measure", "template"])
    #expect(structured.toolCalls.map(\.id) == ["1", "2", "3"])
    #expect(structured.toolOutputs.map(\.id) == ["1", "2"])
    #expect(structured.prompts == ["Fold\na crane", "Thanks"])
    #expect(structured.responses.map(\.segments.count) == [1, 1])
    #expect(structured.instructionText == "Be kind.\nBe brief.\nBe wise.")
  }

  @Test("T5: an empty transcript has no trajectory")
  func empty() {
    let structured = Transcript().structuredTranscript
    #expect(structured.toolCalls.isEmpty && structured.toolOutputs.isEmpty && structured.responses.isEmpty)
    #expect(structured.prompts.isEmpty && structured.instructionText == "")
  }
}
