import SessionEngine
import Testing
import Transcripts

@Suite("Images and a model that reads none", .serialized)
struct ImageRefusalTests {
  private typealias Profile = LanguageModelSession.Profile

  private let image = Transcript.ImageAttachment(dataURL: "data:image/gif;base64,R0lGODlhAgADAA==")
  private var picture: Prompt {
    Prompt {
      "Look:"
      Attachment(image)
    }
  }
  private var entry: Transcript.Entry {
    .prompt(Transcript.Prompt(id: "picture", segments: picture.segments))
  }

  /// Answers everything it is asked, and reads no images.
  private var blind: ProbeLanguageModel {
    var model = ProbeLanguageModel([.text("ok")])
    model.capabilities = LanguageModelCapabilities([.toolCalling])
    return model
  }

  /// Whether the session refuses a request because of an image.
  private func refuses(_ session: LanguageModelSession, _ prompt: Prompt = Prompt("and now?")) async -> Bool {
    do {
      _ = try await session.respond(to: prompt)
      return false
    } catch LanguageModelError.unsupportedCapability(let refusal) {
      return refusal.capability == .vision
    } catch {
      Issue.record(error)
      return false
    }
  }

  @Test("R7, M1: an image in a prompt is refused, and what stands in its place after that is looked at anew")
  func prompts() async {
    let session = LanguageModelSession(model: blind, instructions: "i")
    #expect(await !refuses(session))
    #expect(await refuses(session, picture))
    #expect(await !refuses(session))
    #expect(await refuses(session, picture))

    let keeping = LanguageModelSession(model: blind)
    keeping.transcriptErrorHandlingPolicy = .preserveTranscript
    #expect(await refuses(keeping, picture))
    #expect(await refuses(keeping))
  }

  @Test("R7, H2: an image that comes into what was looked at before is found, and so is that it went")
  func assigned() async {
    let session = LanguageModelSession(model: blind, instructions: "i")
    for _ in 0..<3 { #expect(await !refuses(session)) }
    let plain = session.transcript
    session.transcript[3] = entry
    #expect(await refuses(session))
    session.transcript = plain
    #expect(await !refuses(session))
    session.transcript.history.insert(entry, at: session.transcript.history.startIndex)
    #expect(await refuses(session))
    session.transcript.history = []
    #expect(await !refuses(session))
  }

  @Test("R7, H2: an image that a hook writes into the history is found")
  func hooked() async {
    struct Hanging: LanguageModelSession.DynamicProfile {
      let model: ProbeLanguageModel
      let entry: Transcript.Entry
      @SessionProperty(\.count) var count
      @SessionProperty(\.history) var history
      var body: some DynamicProfile {
        Profile {}.model(model).onPrompt {
          if count == 1 { history.insert(entry, at: history.startIndex) }
        }
      }
    }
    let session = LanguageModelSession(profile: Hanging(model: blind, entry: entry))
    #expect(await !refuses(session))
    session.properties.count = 1
    #expect(await refuses(session))
    session.properties.count = 2
    #expect(await !refuses(session))
  }

  @Test("R7, D3: an image in the instructions is found when it comes, and so is that it went")
  func instructed() async {
    struct Illustrated: DynamicInstructions {
      let image: Transcript.ImageAttachment
      @SessionProperty(\.count) var count
      var body: some DynamicInstructions {
        if count == 1 { Instructions { Attachment(image) } }
      }
    }
    let session = LanguageModelSession(model: blind, dynamicInstructions: Illustrated(image: image))
    #expect(await !refuses(session))
    session.properties.count = 1
    #expect(await refuses(session))
    session.properties.count = 2
    #expect(await !refuses(session))
  }

  @Test("R7, H1: what a transform makes of the history counts, not the history")
  func transformed() async {
    let entry = entry
    let adding = LanguageModelSession(profile: Profile {}.model(blind).historyTransform { [entry] + $0 })
    #expect(await refuses(adding))
    let dropping = LanguageModelSession(
      profile: Profile {}.model(blind).historyTransform { $0.suffix(1) }, history: [entry])
    #expect(await !refuses(dropping))
  }
}
