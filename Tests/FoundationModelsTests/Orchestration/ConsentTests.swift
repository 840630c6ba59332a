import FoundationModels
import Observation
import Testing

// 001 §7: a tool that asks the person, and returns at once.

/// Unchecked, because tool and test take turns.
@Observable
private final class Album: @unchecked Sendable {
  var page = 1
  /// What the model proposed and nobody has answered.
  var proposedPage: Int?

  @ObservationIgnored private(set) lazy var session = LanguageModelSession(
    profile: AlbumProfile(album: self))

  /// The tool's whole effect: the person is shown a question.
  func proposeMove(to page: Int) { proposedPage = page }

  /// Yes: the program moves the picture, and tells the model so.
  func confirm() async throws -> String {
    guard let target = proposedPage else { return "" }
    page = target
    proposedPage = nil
    return try await ask(
      "Where does it stand now?",
      note: """
        The person agreed, so the picture was moved to page \(target).
        Please look at it anew.
        """)
  }

  /// No is an answer too.
  func decline() async throws -> String {
    proposedPage = nil
    return try await ask(
      """
      The person declined and wants to keep the page.
      Please go on from there.
      """)
  }

  /// A new question answers an open one with no.
  func followUp(_ text: String) async throws -> String {
    if proposedPage != nil { _ = try await decline() }
    return try await ask(text)
  }

  func ask(_ text: String, note: String? = nil) async throws -> String {
    let captions: [Prompt] = ["Sea", "Dunes"].map { Prompt("Caption: \($0)") }
    let prompt = Prompt {
      if let note {
        note
      }
      text
      captions
      "For reference, this is page \(page)."
    }
    var answer = ""
    for try await snapshot in session.streamResponse(to: prompt) { answer = snapshot.content }
    return answer
  }
}

private struct MovePictureTool: Tool {
  let name = "movePicture"
  let description =
    "Propose another page for the picture."

  var album: Album

  @Generable
  struct Arguments: Sendable {
    @Guide(description: "The page to move it TO")
    var page: Int
  }

  func call(arguments: Arguments) async throws -> String {
    album.proposeMove(to: arguments.page)
    return "Asked the person whether to move it to page \(arguments.page)."
  }
}

private struct AlbumProfile: LanguageModelSession.DynamicProfile {
  let album: Album

  var body: some DynamicProfile {
    Profile {
      Instructions("You arrange pictures. To move one, call movePicture.")
      MovePictureTool(album: album)
    }
  }
}

private let rules: [Rule] = [
  .prompt("agreed", .say("It looks well there.")),
  .prompt("declined", .say("It stays.")),
  .prompt("wrong page", .call("movePicture", #"{"page": 4}"#), .say("Shall it move?")),
  .prompt("", .say("A fine picture.")),
]

@Suite("001 §7: asking for consent")
struct ConsentTests {
  @Test("R2: The tool proposes and returns; the program acts after a yes, which is a turn")
  func yes() async throws {
    try await watched(rules) { _ in
      let album = Album()
      let first = try await album.ask("Is this the wrong page?")
      #expect(first == "Shall it move?")
      #expect(album.page == 1 && album.proposedPage == 4)
      #expect(
        outline(album.session.transcript).contains(
          "output movePicture: Asked the person whether to move it to page 4."))
      #expect(!album.session.isResponding)

      let second = try await album.confirm()
      #expect(second == "It looks well there.")
      #expect(album.page == 4 && album.proposedPage == nil)
      #expect(
        outline(album.session.transcript).suffix(2).first
          == """
          prompt: The person agreed, so the picture was moved to page 4.
          Please look at it anew.
          Where does it stand now?
          Caption: Sea
          Caption: Dunes
          For reference, this is page 4.
          """)
    }
  }

  @Test("R2: A no changes nothing and is a turn as well")
  func no() async throws {
    try await watched(rules) { _ in
      let album = Album()
      _ = try await album.ask("Is this the wrong page?")
      #expect(try await album.decline() == "It stays.")
      #expect(album.page == 1 && album.proposedPage == nil)
    }
  }

  @Test("R2: Whoever asks on without answering has declined")
  func unanswered() async throws {
    try await watched(rules) { _ in
      let album = Album()
      _ = try await album.ask("Is this the wrong page?")
      #expect(try await album.followUp("And the frame?") == "A fine picture.")
      #expect(album.proposedPage == nil)
      let prompts = outline(album.session.transcript).filter { $0.hasPrefix("prompt") }
      #expect(prompts.count == 3)
      #expect(prompts[1].contains("declined"))
    }
  }
}
