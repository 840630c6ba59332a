import Testing
import Transcripts

@testable import ModelBackends

@Suite("Usage in the spellings of servers")
struct UsageTests {
  struct Spelling: Sendable, CustomTestStringConvertible {
    var server: String
    var json: String
    /// Input, reused, output, reasoning.
    var expected: [Int?]
    var testDescription: String { server }
  }

  static let spellings = [
    Spelling(
      server: "OpenAI",
      json: """
        {"usage":{"prompt_tokens":2006,"completion_tokens":300,"total_tokens":2306,"prompt_tokens_details":{"cached_tokens":1920},
        "completion_tokens_details":{"reasoning_tokens":128}}}
        """, expected: [2006, 1920, 300, 128]),
    Spelling(
      server: "OpenAI, nothing reused",
      json:
        #"{"usage":{"prompt_tokens":9,"completion_tokens":3,"prompt_tokens_details":{"cached_tokens":0}}}"#,
      expected: [9, 0, 3, nil]),
    Spelling(
      server: "LM Studio, which does not tell",
      json: #"{"usage":{"prompt_tokens":9,"completion_tokens":3,"total_tokens":12}}"#,
      expected: [9, nil, 3, nil]),
    Spelling(
      server: "vLLM without --enable-prompt-tokens-details",
      json: #"{"usage":{"prompt_tokens":9,"completion_tokens":3,"prompt_tokens_details":null}}"#,
      expected: [9, nil, 3, nil]),
    Spelling(
      server: "Responses",
      json: """
        {"usage":{"input_tokens":34,"output_tokens":7,"input_tokens_details":{"cached_tokens":33},
        "output_tokens_details":{"reasoning_tokens":2}}}
        """, expected: [34, 33, 7, 2]),
    Spelling(
      server: "Responses, in a stream's last event",
      json:
        #"{"type":"response.completed","response":{"usage":{"input_tokens":34,"output_tokens":7,"input_tokens_details":{"cached_tokens":33}}}}"#,
      expected: [34, 33, 7, nil]),
    Spelling(
      server: "Anthropic, whose input is without the reused",
      json:
        #"{"usage":{"input_tokens":1,"cache_read_input_tokens":33,"cache_creation_input_tokens":10,"output_tokens":4}}"#,
      expected: [44, 33, 4, nil]),
    Spelling(
      server: "Anthropic, as llama.cpp tells it",
      json: #"{"message":{"usage":{"cache_read_input_tokens":33,"input_tokens":1,"output_tokens":0}}}"#,
      expected: [34, 33, 0, nil]),
    Spelling(
      server: "Bedrock",
      json:
        #"{"usage":{"inputTokens":5,"cacheReadInputTokens":100,"cacheWriteInputTokens":0,"outputTokens":2}}"#,
      expected: [105, 100, 2, nil]),
    Spelling(
      server: "Gemini",
      json:
        #"{"usageMetadata":{"promptTokenCount":5000,"cachedContentTokenCount":4096,"candidatesTokenCount":10,"thoughtsTokenCount":20}}"#,
      expected: [5000, 4096, 30, 20]),
    Spelling(
      server: "Gemini, nothing in its cache",
      json: #"{"usageMetadata":{"promptTokenCount":50,"candidatesTokenCount":10}}"#,
      expected: [50, nil, 10, nil]),
    Spelling(
      server: "Ollama", json: #"{"prompt_eval_count":26,"prompt_eval_cached_count":20,"eval_count":9}"#,
      expected: [26, 20, 9, nil]),
    Spelling(
      server: "Ollama, older", json: #"{"prompt_eval_count":26,"eval_count":9}"#,
      expected: [26, nil, 9, nil]),
    Spelling(
      server: "SGLang's own",
      json: #"{"meta_info":{"prompt_tokens":40,"cached_tokens":0,"completion_tokens":8}}"#,
      expected: [40, 0, 8, nil]),
    Spelling(
      server: "DeepSeek",
      json:
        #"{"usage":{"prompt_tokens":100,"prompt_cache_hit_tokens":64,"prompt_cache_miss_tokens":36,"completion_tokens":5}}"#,
      expected: [100, 64, 5, nil]),
    Spelling(
      server: "Moonshot", json: #"{"usage":{"prompt_tokens":100,"cached_tokens":32,"completion_tokens":5}}"#,
      expected: [100, 32, 5, nil]),
    Spelling(
      server: "llama.cpp without usage",
      json: #"{"timings":{"cache_n":24,"prompt_n":1,"predicted_n":6}}"#, expected: [25, 24, 6, nil]),
    Spelling(
      server: "llama.cpp's timings beside a usage that does not tell",
      json:
        #"{"usage":{"prompt_tokens":25,"completion_tokens":6},"timings":{"cache_n":24,"prompt_n":1,"predicted_n":6}}"#,
      expected: [25, 24, 6, nil]),
    Spelling(
      server: "Groq", json: #"{"x_groq":{"usage":{"prompt_tokens":8,"completion_tokens":2}}}"#,
      expected: [8, nil, 2, nil]),
  ]

  @Test("M4: usage is read in every spelling; not reported is not zero", arguments: spellings)
  func spelling(spelling: Spelling) throws {
    let usage = try #require(ReportedUsage(answer: JSONValue(parsing: spelling.json.utf8)))
    #expect([usage.input, usage.cached, usage.output, usage.reasoning] == spelling.expected)
    #expect(usage.doubt == nil)
  }

  @Test(
    "Answers without a usage have none",
    arguments: [
      #"{}"#, #"{"usage":null}"#, #"{"usage":{}}"#, #"{"usage":"many"}"#, #"[]"#,
      #"{"usage":{"prompt_tokens":"9"}}"#,
      #"{"usage":{"prompt_tokens":-1}}"#, #"{"usage":{"prompt_tokens":1e300}}"#,
      #"{"usage":{"prompt_tokens":1.5}}"#,
    ])
  func none(json: String) throws {
    #expect(try ReportedUsage(answer: JSONValue(parsing: json.utf8)) == nil)
  }

  @Test("A server that lies about its cache is doubted, not believed")
  func lies() throws {
    let json =
      #"{"usage":{"prompt_tokens":10,"completion_tokens":2,"prompt_tokens_details":{"cached_tokens":4000},"completion_tokens_details":{"reasoning_tokens":9}}}"#
    let usage = try #require(ReportedUsage(answer: JSONValue(parsing: json.utf8)))
    #expect([usage.input, usage.cached, usage.output, usage.reasoning] == [10, nil, 2, nil])
    #expect(usage.doubt == "the server reports 9 reasoning tokens of an answer of 2")
  }

  @Test(
    "M5: what a server measured of its own time is read, in milliseconds",
    arguments: [
      (#"{"timings":{"cache_n":1,"prompt_n":2,"prompt_ms":388.4,"predicted_ms":95.6}}"#, 388, 96),
      (
        #"{"prompt_eval_count":5,"prompt_eval_duration":388400000,"eval_count":2,"eval_duration":1500000}"#,
        388, 2
      ),
      (#"{"usage":{"prompt_tokens":5},"timings":{"prompt_ms":7}}"#, 7, nil),
      (#"{"usage":{"prompt_tokens":5},"timings":{"prompt_ms":-1,"predicted_ms":1e300}}"#, nil, nil),
      (#"{"usage":{"prompt_tokens":5}}"#, nil, nil),
    ] as [(String, Int?, Int?)])
  func times(json: String, prefill: Int?, decode: Int?) throws {
    let usage = try #require(ReportedUsage(answer: JSONValue(parsing: json.utf8)))
    #expect(usage.prefillTime == prefill.map { .measured($0) })
    #expect(usage.decodeTime == decode.map { .measured($0) })
  }
}
