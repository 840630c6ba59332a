import Recordings
import SessionEngine
import SessionRecorder
import Testing
import Transcripts

@Suite("What streams now")
struct StreamingTests {
  @Test("R1, R11: a row tells how far prefill, decode and the answer are, and goes with the inference")
  func row() throws {
    let (recording, recorder) = try Recording.told()
    var session = ToldSession(recorder)
    session.prompt("fold")
    session.begin()
    let id = try #require(try recording.sessions().first?.id)
    #expect(try recording.streaming(of: id) == nil)
    session.tell(
      .inferenceProgressed(
        InferenceProgress(
          inference: 1, input: .reported(100), reused: .reported(60), prefilled: 40, decoded: 2,
          partial: [.response("first")])))
    let row = try #require(try recording.streaming(of: id))
    #expect(row.inference == (try recording.inferences().first?.id))
    #expect(row.input == .reported(100))
    #expect(row.reused == .reported(60))
    #expect(row.prefilled == 40)
    #expect(row.decoded == 2)
    #expect(row.entries.map(\.kind) == [.response])
    let json = try JSONValue(parsing: try #require(row.entries.first).json)
    #expect(Transcript.Entry(json: json).text == "first")
    session.end()
    #expect(try recording.streaming(of: id) == nil)
    // A moment that comes late is not of the inference that runs.
    session.now += 100
    session.tell(.inferenceProgressed(InferenceProgress(inference: 1, decoded: 3)))
    #expect(try recording.streaming(of: id) == nil)
  }

  @Test("is replaced at most thirty times in a second of the session's own time")
  func pace() throws {
    let (recording, recorder) = try Recording.told()
    var session = ToldSession(recorder)
    session.prompt("fold")
    session.begin()
    let id = try #require(try recording.sessions().first?.id)
    var seen: Set<Int> = []
    // A thousand moments, a millisecond apart.
    for decoded in 1...1000 {
      session.tell(.inferenceProgressed(InferenceProgress(inference: 1, decoded: decoded)))
      if let row = try recording.streaming(of: id) { seen.insert(row.decoded) }
    }
    // The 1st, the 34th, the 67th …
    #expect(seen == Set(stride(from: 1, through: 1000, by: 33)))
  }

  @Test("has a row for each session")
  func several() throws {
    let (recording, recorder) = try Recording.told()
    var one = ToldSession(recorder, "one")
    var two = ToldSession(recorder, "two")
    for decoded in [5, 6] {
      var session = decoded == 5 ? one : two
      session.prompt("fold")
      session.begin()
      session.tell(.inferenceProgressed(InferenceProgress(inference: 1, decoded: decoded)))
      if decoded == 5 { one = session } else { two = session }
    }
    let ids = try recording.sessions().map(\.id)
    #expect(try ids.map { try recording.streaming(of: $0)?.decoded } == [5, 6])
    one.end()
    #expect(try ids.map { try recording.streaming(of: $0)?.decoded } == [nil, 6])
  }
}
