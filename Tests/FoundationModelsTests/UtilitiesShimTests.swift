import FoundationModelsUtilities
import Testing

@Suite("The utilities' name")
struct UtilitiesShimTests {
  @Test("D1: The utilities bring the framework along")
  func reexport() {
    let session = LanguageModelSession(instructions: "You are there.")
    #expect(session.transcript.count == 1)
    #expect(UtilityNote(text: "a").generatedContent.jsonString == #"{"text": "a"}"#)
  }
}

@Generable private struct UtilityNote { var text: String }
