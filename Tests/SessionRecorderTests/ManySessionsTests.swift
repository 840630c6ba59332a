import PrefixCache
import Recordings
import SessionEngine
import SessionRecorder
import Testing
import Transcripts

@Suite("Many sessions, one recorder")
struct ManySessionsTests {
  @Test("nothing is lost and nothing is mixed up, whatever meets whatever")
  func twoHundred() async throws {
    let (recording, recorder) = try Recording.told()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask {
          var session = ToldSession(
            recorder, "session \(number)", startingWith: [.instructions("You are \(number)")])
          for turn in 0..<10 {
            session.turn("prompt \(turn) of \(number)", "answer \(turn) of \(number)")
            await Task.yield()
          }
          session.tell(.ended)
        }
      }
    }
    #expect(recorder.failure == nil)
    let sessions = try recording.sessions()
    #expect(Set(sessions.map(\.title)) == Set((0..<200).map { "session \($0)" }))
    for session in sessions {
      let number = try #require(Int(session.title.dropFirst(8)))
      var expected = ["You are \(number)"]
      var texts: [[String]] = [expected]
      for turn in 0..<10 {
        for text in ["prompt \(turn) of \(number)", "answer \(turn) of \(number)"] {
          expected.append(text)
          texts.append(expected)
        }
      }
      #expect(try recording.snapshots(of: session.id).map { try recording.texts($0.id) } == texts)
      #expect(try recording.requests(of: session.id).map(\.sequence) == Array(1...10))
      #expect(try recording.inferences(of: session.id).map(\.sequence) == Array(1...10))
      #expect(
        try recording.inferences(of: session.id).map(\.cause)
          == [.cold] + Array(repeating: .appended, count: 9))
      #expect(session.ended != nil)
    }
  }
}
