import FoundationModels
import Testing

@Suite("The framework's names")
struct ShimTests {
  @Test("D1, T1, M7: One import brings the session, the values and the macros")
  func everything() {
    let session = LanguageModelSession(instructions: Instructions("You are there."))
    #expect(session.transcript.instructionBlocks == ["You are there."])
    #expect(Shimmed(word: "yes").generatedContent.jsonString == #"{"word": "yes"}"#)
    #expect(Shimmed.generationSchema.name == "Shimmed")
    // A module's own name still tells two types of one name apart.
    let content: FoundationModels.GeneratedContent = FoundationModels.GeneratedContent("x")
    #expect(content.jsonString == "\"x\"")
  }
}

@Generable private struct Shimmed { var word: String }
