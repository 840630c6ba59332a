import Foundation
import FoundationModels
import Observation
import Testing

// 000 §15: one feature with three personas, two models and one transcript, put together.

private enum Stage: Equatable {
  case choosing
  case guiding
  case explaining
}

private enum Happening {
  case enteredHall
  case chose(pieceID: UUID)
  case asked(term: String)
  case closedTerm
}

private struct Piece: Sendable {
  let id: UUID
  let title: String
}

/// A plain state machine that knows nothing of models. Unchecked, because the test uses it from one task.
@Observable
private final class TourOrchestrator: @unchecked Sendable {
  private(set) var stage: Stage = .choosing
  private(set) var piece: Piece?
  private(set) var term: String?
  let collection: [Piece]

  init(collection: [Piece]) { self.collection = collection }

  /// The only place where the stage changes; to change it is to switch the profile.
  func send(_ happening: Happening) {
    switch happening {
    case .enteredHall:
      stage = .choosing
      piece = nil
    case .chose(let id):
      piece = collection.first { $0.id == id }
      stage = .guiding
    case .asked(let asked):
      term = asked
      stage = .explaining
    case .closedTerm:
      term = nil
      stage = piece == nil ? .choosing : .guiding
    }
  }
}

extension SessionPropertyValues {
  /// Written at the end of a turn, read by every persona.
  @SessionPropertyEntry
  fileprivate var tourSummary: String? = nil

  /// Lookups of this turn.
  @SessionPropertyEntry
  fileprivate var lookups: Int = 0
}

/// The same words for every persona, stated once.
private struct MuseumVoice: DynamicInstructions {
  var body: some DynamicInstructions {
    Instructions {
      """
      Speak plainly, two sentences at most.
      Never invent a date.
      """
    }
  }
}

private struct GuideInstructions: DynamicInstructions {
  let piece: Piece
  let summary: String?

  var body: some DynamicInstructions {
    MuseumVoice()

    Instructions {
      """
      You stand before "\(piece.title)".
      When a word is unclear, call the glossary tool.
      """
    }

    GlossaryTool()

    if let summary {
      Instructions("Earlier: \(summary)")
    }
  }
}

private struct ChooserInstructions: DynamicInstructions {
  var body: some DynamicInstructions {
    MuseumVoice()
    Instructions {
      """
      Help to choose a piece.
      Offer three at most.
      """
    }
    CollectionTool()
  }
}

private struct TermInstructions: DynamicInstructions {
  let term: String

  var body: some DynamicInstructions {
    MuseumVoice()
    Instructions {
      """
      Explain "\(term)" to a visitor.
      """
    }
  }
}

private struct CollectionTool: Tool {
  let name = "searchCollection"
  let description = "Search the collection."
  @Generable struct Arguments: Sendable { var words: String }
  func call(arguments: Arguments) async throws -> String { "Bowl, Vase, Mask" }
}

private actor Glossary {
  static let shared = Glossary()
  func definition(for term: String) -> String? { term == "glaze" ? "A glassy coat." : nil }
}

private struct GlossaryTool: Tool {
  let description = "Look up what a word means for the visitor."

  @Generable
  struct Arguments: Sendable {
    @Guide(description: "The word to explain", .anyOf(["glaze", "kiln"]))
    var term: String
  }

  func call(arguments: Arguments) async throws -> String {
    guard let entry = await Glossary.shared.definition(for: arguments.term) else {
      // Told to the model, not thrown.
      return "No entry for \"\(arguments.term)\". Explain it from the context."
    }
    return entry
  }
}

private struct TourProfile: LanguageModelSession.DynamicProfile {
  var orchestrator: TourOrchestrator

  /// One stored model for several branches.
  var largeModel = PrivateCloudComputeLanguageModel()

  @SessionProperty(\.tourSummary) var summary
  @SessionProperty(\.lookups) var lookups

  var body: some DynamicProfile {
    switch orchestrator.stage {

    case .choosing:
      Profile {
        ChooserInstructions()
      }
      .model(largeModel)
      .temperature(1.0)

    case .guiding:
      if let piece = orchestrator.piece {
        Profile {
          GuideInstructions(piece: piece, summary: summary)
        }
        .model(largeModel)
        .toolCallingMode(lookups < 1 ? .required : .disallowed)
        .onToolCall { lookups += 1 }
        .onResponse {
          lookups = 0
          summary = "the visitor saw it"
        }
        .compact(keeping: 12)
      } else {
        Profile {
          ChooserInstructions()
        }
        .model(largeModel)
      }

    case .explaining:
      Profile {
        TermInstructions(term: orchestrator.term ?? "")
      }
      .model(SystemLanguageModel())
      .historyTransform(Self.recentOnly(_:))
    }
  }

  static func recentOnly(_ entries: [Transcript.Entry]) -> [Transcript.Entry] {
    Array(entries.suffix(4))
  }
}

private struct Compacted: LanguageModelSession.DynamicProfileModifier {
  let keeping: Int

  func body(content: Content) -> some LanguageModelSession.DynamicProfile {
    content.historyTransform { history in
      let withoutToolTraffic = history.dropFirst().filter { entry in
        switch entry {
        case .toolCalls: false
        default: true
        }
      }
      return Array(history.prefix(1)) + Array(withoutToolTraffic.suffix(max(0, keeping)))
    }
  }
}

extension LanguageModelSession.DynamicProfile {
  fileprivate func compact(keeping: Int) -> some LanguageModelSession.DynamicProfile {
    modifier(Compacted(keeping: keeping))
  }
}

@MainActor
@Observable
private final class TourFeature {
  let orchestrator: TourOrchestrator

  @ObservationIgnored
  private(set) lazy var session = LanguageModelSession(
    profile: TourProfile(orchestrator: orchestrator),
    history: Transcript(entries: [])
  )

  private(set) var latest = ""
  private(set) var problem: String?
  @ObservationIgnored private var currentTask: Task<Void, Never>?

  init(collection: [Piece]) { orchestrator = TourOrchestrator(collection: collection) }

  func ask(_ text: String) -> Task<Void, Never> {
    currentTask?.cancel()
    let task = Task {
      do {
        let stream = session.streamResponse(to: Prompt(text))
        var received = false
        for try await partial in stream {
          received = true
          latest = partial.content
        }
        // A turn may stream nothing at all.
        if !received { latest = "" }
      } catch is CancellationError {
        // An outcome, not a failure.
      } catch {
        problem = "\(error)"
      }
    }
    currentTask = task
    return task
  }

  func send(_ happening: Happening) { orchestrator.send(happening) }
}

@Suite("000 §15: a whole feature")
struct MuseumTourTests {
  @Test("P1, P6, P7, S3, H1, R1: Three personas share a transcript, and a side question does not harm it")
  @MainActor
  func tour() async throws {
    try await watched { watch in
      let vase = Piece(id: UUID(), title: "Vase with fish")
      let feature = TourFeature(collection: [vase])
      await feature.ask("What is there?").value
      #expect(feature.problem == nil)
      #expect(watch.option("temperature") == "1.0")

      feature.send(.chose(pieceID: vase.id))
      await feature.ask("What is the shine?").value
      // The tool was called once; then the model had to answer.
      #expect(watch.inferences.dropFirst().map(\.tools) == [["GlossaryTool"], []])
      #expect(watch.inferences[2].sent.instructionBlocks.count == 2)
      #expect(!watch.sent[2].contains { $0.hasPrefix("calls") })
      #expect(feature.session.properties.lookups == 0)
      #expect(feature.session.properties.tourSummary == "the visitor saw it")

      let before = feature.session.transcript.count
      feature.send(.asked(term: "kiln"))
      await feature.ask("What is a kiln?").value
      #expect(watch.inferences.last?.model == "system")
      #expect(watch.sent.last?.count == 4)
      #expect(feature.session.transcript.count == before + 2)

      feature.send(.closedTerm)
      await feature.ask("Back to the vase").value
      #expect(watch.inferences.last?.model == "private-cloud")
      #expect(watch.inferences.last?.sent.instructionBlocks.last == "Earlier: the visitor saw it")
      #expect(watch.activations.count == 4)
      #expect(feature.problem == nil)
      #expect(!feature.latest.isEmpty)
    }
  }

  @Test("H1: The transform of a profile is a function that can be tried")
  func recentOnly() {
    let entries = (1...6).map {
      Transcript.Entry.prompt(Transcript.Prompt(segments: [.text(.init(content: "\($0)"))]))
    }
    #expect(outline(TourProfile.recentOnly(entries)) == ["prompt: 3", "prompt: 4", "prompt: 5", "prompt: 6"])
  }
}
