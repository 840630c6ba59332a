import FakeServer
import FoundationEssentials
import SessionEngine
import Testing
import Transcripts

@testable import ModelBackends

@Suite("The text of an answer by schema, while it comes")
struct AnswerTextTests {
  @Test(
    "Wherever the answer is cut, the pieces of its text are the text",
    arguments: [
      (#"{"answer":"Hi there."}"#, "Hi there."), (#" { "answer" : "a" } "#, "a"), (#"{"answer":""}"#, ""),
      (#"{"answer":"a\n\t\"\\\/\b\f\r\u00e9\ud83d\ude00é日😀"}"#, "a\n\t\"\\/\u{8}\u{C}\ré😀é日😀"),
      (#"{"answer":"a","more":"b"}"#, "a"), (#"{"answer":"x\ud83dy\u0041"}"#, "xyA"),
      (#"{"tool":"f","arguments":{"answer":"x"}}"#, nil), (#"{"answer":{"a":"b"}}"#, nil), ("[]", nil),
      ("", nil),
      (#"{"answers":"a"}"#, nil),
    ] as [(String, String?)])
  func cuts(json: String, text: String?) {
    let scalars = Array(json.unicodeScalars)
    for cut in 0...scalars.count {
      var answer = AnswerText()
      let pieces = [scalars[..<cut], scalars[cut...]].map { String(String.UnicodeScalarView($0)) }
      let told = pieces.map { answer.receive($0) }.joined()
      #expect(told == text ?? "", "cut at \(cut)")
      #expect(answer.text == text)
    }
  }

  @Test(
    "M5: with tools by schema a text is streamed as it comes, and one that was cut off is what came of it")
  func streamed() async throws {
    let gate = Gate()
    let server = try FakeServer { request, connection in
      switch request.path {
      case "/props": try RecordedSample.named("props").answer(connection)
      case "/apply-template": try connection.answer(200, #"{"prompt":"user"}"#)
      case "/tokenize": try connection.answer(200, #"{"tokens":[1,2,3]}"#)
      default:
        try connection.beginEvents()
        for text in [#"{\"answer\":\"It"#, " is"] {
          try connection.chunk("data: {\"content\":\"\(text)\",\"tokens\":[9],\"stop\":false}\n\n")
        }
        // The rest is sent only when the beginning was read.
        gate.wait()
        try connection.chunk(
          "data: {\"content\":\" bl\",\"tokens\":[7],\"stop\":true,\"stop_type\":\"limit\",\"tokens_evaluated\":3,\"tokens_predicted\":3}\n\n"
        )
        try connection.endChunks()
      }
    }
    let model = LlamaServerLanguageModel(url: URL(string: server.address)!)
    let (texts, ends) = try await Ends.of {
      let session = LanguageModelSession(model: model, tools: [GetWeather()])
      var texts: [String] = []
      for try await snapshot in session.streamResponse(to: "x") {
        if snapshot.content == "It is" { gate.open() }
        texts.append(snapshot.content)
      }
      return texts
    }
    #expect(texts.contains("It is"))
    #expect(texts.last == "It is bl")
    #expect(ends.map(\.finish) == ["length"])
  }
}
