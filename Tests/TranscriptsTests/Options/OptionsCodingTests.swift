import FoundationEssentials
import Testing

@testable import Transcripts

@Suite("Options of a prompt, and how they are spelled")
struct OptionsCodingTests {
  @Test("T6: every option is spelled in one way, and read again")
  func spelling() throws {
    let all = [
      (GenerationOptions(), "{}"),
      (
        GenerationOptions(samplingMode: .greedy, temperature: 0.5, maximumResponseTokens: 40),
        #"{"sampling":{"mode":"greedy"},"temperature":0.5,"maximumResponseTokens":40}"#
      ),
      (
        GenerationOptions(sampling: .random(top: 40, seed: .max)),
        #"{"sampling":{"mode":"topK","k":40,"seed":18446744073709551615}}"#
      ),
      (
        GenerationOptions(samplingMode: .random(probabilityThreshold: 0.9), toolCallingMode: .required),
        #"{"sampling":{"mode":"probabilityThreshold","threshold":0.9},"toolCallingMode":"required"}"#
      ),
      (GenerationOptions(toolCallingMode: .allowed), #"{"toolCallingMode":"allowed"}"#),
      (GenerationOptions(toolCallingMode: .disallowed), #"{"toolCallingMode":"disallowed"}"#),
    ]
    for (options, text) in all {
      #expect(options.json.text() == text)
      #expect(try GenerationOptions(json: JSONValue(parsing: text.utf8)) == options)
    }
    for (level, text) in [
      (.light, #""light""#), (.moderate, #""moderate""#), (.deep, #""deep""#),
      (.custom("deep"), #"{"custom":"deep"}"#),
    ] as [(ContextOptions.ReasoningLevel, String)] {
      let options = ContextOptions(includeSchemaInPrompt: true, reasoningLevel: level)
      #expect(options.json.text() == #"{"includeSchemaInPrompt":true,"reasoningLevel":\#(text)}"#)
      #expect(ContextOptions(json: options.json) == options)
    }
  }

  @Test("T6: a coder keeps them, a seed of 64 bits included")
  func coders() throws {
    let prompt = Transcript.Prompt(
      metadata: ["attempt": 2, "tags": ["a"]], segments: [.text(Transcript.TextSegment(content: "x"))],
      options: GenerationOptions(
        samplingMode: .random(top: 5, seed: .max - 1), temperature: 0.1, toolCallingMode: .required),
      responseFormat: Transcript.ResponseFormat(type: ImageReference.self),
      contextOptions: ContextOptions(reasoningLevel: .custom("slow")))
    let transcript = Transcript(entries: [.prompt(prompt)])
    let read = try JSONDecoder().decode(Transcript.self, from: JSONEncoder().encode(transcript))
    #expect(read == transcript)
    guard case .prompt(let again)? = read.first else {
      Issue.record("no prompt")
      return
    }
    #expect(again.options.samplingMode?.kind == .randomTopK(5, seed: .max - 1))
    #expect(again.contextOptions.reasoningLevel == .custom("slow"))
    #expect(again.metadata["attempt"] == GeneratedContent(2))
    #expect(again.responseFormat?.kind == .schema(ImageReference.generationSchema))
    #expect(again.responseFormat?.name == "ImageReference")
  }

  @Test("T6: a file that spells an option otherwise keeps its spelling until the option is set")
  func otherSpellings() throws {
    let text =
      #"{"temperature":0.50,"sampling":{"greedy":{}},"toolCallingMode":{"required":true},"maximumResponseTokens":"9","new":1}"#
    var options = GenerationOptions(json: try JSONValue(parsing: text.utf8))
    #expect(options.temperature == 0.5 && options.sampling == nil && options.toolCallingMode == nil)
    #expect(options.maximumResponseTokens == nil)
    #expect(options.json.text() == text)
    #expect(options != GenerationOptions(samplingMode: nil, temperature: 0.5))
    options.sampling = .greedy
    #expect(
      options.json.text(sortedKeys: true)
        == #"{"maximumResponseTokens":"9","new":1,"sampling":{"mode":"greedy"},"temperature":0.5,"toolCallingMode":{"required":true}}"#
    )
    // More in a shape than we know would be lost by reading it.
    let rich = #"{"sampling":{"mode":"topK","k":3,"bias":1}}"#
    #expect(GenerationOptions(json: try JSONValue(parsing: rich.utf8)).json.text() == rich)
    let context = #"{"reasoningLevel":"extreme","includeSchemaInPrompt":"no"}"#
    let read = ContextOptions(json: try JSONValue(parsing: context.utf8))
    #expect(read.reasoningLevel == nil && read.includeSchemaInPrompt == nil)
    #expect(read.json.text() == context)
  }

  @Test("P3: both names of the sampling mode are one option")
  func names() {
    var options = GenerationOptions(temperature: 1)
    options.samplingMode = .greedy
    #expect(options.sampling?.kind == .greedy)
    #expect(options == GenerationOptions(sampling: .greedy, temperature: 1))
    #expect(GenerationOptions.SamplingMode.greedy != .random(top: 1))
    #expect(
      GenerationOptions.SamplingMode.random(top: 1, seed: 2).kind == .randomTopK(1, seed: 2)
        && GenerationOptions.ToolCallingMode.required.kind == .required)
  }
}
