import SessionEngine
import Testing
import Transcripts

@testable import ModelBackends

@Suite("Completions of llama.cpp's server")
struct CompletionTests {
  private func read(_ name: String) throws -> (LlamaCompletion, [LlamaCompletion.Step]) {
    var completion = LlamaCompletion()
    let steps = try RecordedSample.named(name).events().flatMap { completion.receive($0) }
    return (completion, steps)
  }

  @Test("M5: a recorded stream tells its progress, its text, and at the end what was evaluated")
  func progress() throws {
    let (completion, steps) = try read("completion_stream_progress")
    #expect(
      Array(steps.prefix(5)) == [
        .progress(total: 25, reused: 0, processed: 0), .progress(total: 25, reused: 0, processed: 25),
        .text("The", tokens: 1), .text(" most", tokens: 1), .text(" obvious", tokens: 1),
      ])
    let end = try #require(completion.end)
    #expect(end.reason == "limit")
    #expect([end.input, end.reused, end.prefilled, end.output] == [25, 0, 25, 3])
    #expect(end.slot == 0)
    #expect(completion.tokens == [504, 768, 5452])
  }

  @Test(
    "M5: what was reused is read from the timings, whatever the fields with like names say",
    arguments: [
      // Input, reused, evaluated, output.
      ("completion_cache_true_1", [25, 0, 25, 16]), ("completion_cache_true_2_same", [25, 24, 1, 16]),
      ("completion_cache_false", [25, 0, 25, 16]), ("completion_token_array", [25, 24, 1, 8]),
      ("completion_stream", [25, 24, 1, 5]),
    ])
  func counts(name: String, expected: [Int]) throws {
    let end = try #require(try read(name).0.end)
    #expect([end.input, end.reused, end.prefilled, end.output] == expected)
  }

  @Test("The token that ended the answer is not one of the reply's")
  func ending() throws {
    var completion = LlamaCompletion()
    for event in [
      #"{"content":"a","tokens":[101],"stop":false}"#, #"{"content":"","tokens":[2],"stop":false}"#,
      #"{"content":"","tokens":[],"stop":true,"stop_type":"eos","tokens_predicted":2,"tokens_evaluated":3,"id_slot":0}"#,
    ] { _ = completion.receive(try JSONValue(parsing: event.utf8)) }
    #expect(completion.tokens == [101])
  }

  @Test("A stream that did not tell all tokens, since a character took several, has none to send back")
  func missing() throws {
    var completion = LlamaCompletion()
    for event in [
      #"{"content":"é","tokens":[172],"stop":false}"#,
      #"{"content":"","tokens":[],"stop":true,"stop_type":"limit","tokens_predicted":2,"tokens_evaluated":3,"id_slot":0}"#,
    ] { _ = completion.receive(try JSONValue(parsing: event.utf8)) }
    #expect(completion.tokens == nil)
  }

  @Test("The server's properties are read, with and without tools in its template")
  func properties() throws {
    func read(_ name: String) throws -> LlamaServerProperties {
      try #require(LlamaServerProperties(json: JSONValue(parsing: RecordedSample.named(name).body.utf8)))
    }
    let plain = try read("props")
    #expect(plain.contextSize == 8192)
    #expect(plain.slots == 1)
    #expect(plain.model == "SmolLM2-135M-Instruct.Q4_1")
    #expect(!plain.supportsTools)
    #expect(!plain.readsImages)
    #expect(plain.hasSlotsEndpoint && plain.hasMetricsEndpoint)
    let tools = try read("toolsrv_props")
    #expect(tools.contextSize == 4096)
    #expect(tools.supportsTools)
    #expect(LlamaServerProperties(json: ["object": "list"]) == nil)
  }

  @Test(
    "R8: an answer may fill what the window leaves, or what is asked for, and never more than the window has left"
  )
  func limits() throws {
    func predicted(_ options: GenerationOptions, window: Int) -> JSONValue? {
      LlamaCompletionBody(
        prompt: Array(repeating: 5, count: 90), slot: 1, window: window, reusesCache: true, schema: nil,
        options: options
      ).json["n_predict"]
    }
    #expect(predicted(GenerationOptions(), window: 100) == .number(10))
    #expect(predicted(GenerationOptions(), window: 8_192) == .number(8_102))
    #expect(predicted(GenerationOptions(maximumResponseTokens: 2_000), window: 8_192) == .number(2_000))
    #expect(predicted(GenerationOptions(maximumResponseTokens: 3), window: 100) == .number(3))
    #expect(predicted(GenerationOptions(maximumResponseTokens: 50), window: 100) == .number(10))
  }

  @Test(
    "M4: numbers that cannot be true are not taken, and what is not told stays unknown",
    arguments: [
      (#""timings":{"cache_n":31,"prompt_n":1}"#, nil, 1, true),
      (#""timings":{"cache_n":-1,"prompt_n":1}"#, nil, 1, true),
      (#""timings":{"cache_n":30,"prompt_n":31}"#, 30, nil, false),
      (#""timings":{"cache_n":0,"prompt_n":30}"#, 0, 30, false), (#""timings":{}"#, nil, nil, false),
    ] as [(String, Int?, Int?, Bool)])
  func lies(timings: String, reused: Int?, prefilled: Int?, isDoubted: Bool) throws {
    var completion = LlamaCompletion()
    let event =
      #"{"content":"","stop":true,"stop_type":"eos","tokens_evaluated":30,"tokens_predicted":2,\#(timings)}"#
    _ = completion.receive(try JSONValue(parsing: event.utf8))
    let end = try #require(completion.end)
    #expect(end.reused == reused)
    #expect(end.prefilled == prefilled)
    #expect((end.doubt != nil) == isDoubted)
    #expect(end.slot == nil)
  }

  @Test("Options are spelled as this server knows them, seeds in 32 bits")
  func options() throws {
    func body(_ options: GenerationOptions) -> JSONValue {
      LlamaCompletionBody(
        prompt: [5], slot: 1, window: 100, reusesCache: false, schema: ["type": "string"], options: options
      ).json
    }
    let greedy = body(GenerationOptions(samplingMode: .greedy, temperature: 1))
    #expect(greedy["temperature"] == .number(0))
    #expect(greedy["id_slot"] == .number(1))
    #expect(greedy["cache_prompt"] == false)
    #expect(greedy["json_schema"]?["type"] == "string")
    let top = body(GenerationOptions(samplingMode: .random(top: 9, seed: 1 << 32 | 7)))
    #expect([top["top_k"], top["seed"], top["top_p"]] == [.number(9), .number(7), .number(1)])
    let threshold = body(GenerationOptions(samplingMode: .random(probabilityThreshold: 0.5)))
    #expect(
      [threshold["top_p"], threshold["top_k"], threshold["seed"]] == [.number("0.5"), .number(0), nil])
  }
}
