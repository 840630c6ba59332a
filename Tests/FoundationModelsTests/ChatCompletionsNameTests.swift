import Foundation
import FoundationModelsUtilities
import Testing

/// Nothing but the package's own name is imported above.
@Suite("The utilities package's model")
struct ChatCompletionsNameTests {
  @Test("M4: ChatCompletionsLanguageModel is made as the package makes it, with and without its defaults")
  func making() throws {
    let url = try #require(URL(string: "http://127.0.0.1:8080"))
    var model = ChatCompletionsLanguageModel(name: "m", url: url)
    #expect(model.capabilities.contains(.guidedGeneration))
    #expect(model.additionalHeaders.isEmpty)
    model = ChatCompletionsLanguageModel(
      name: "m", url: url, additionalHeaders: ["X-Team": "blue"], supportsGuidedGeneration: false)
    #expect(!model.capabilities.contains(.guidedGeneration))
    #expect(model.capabilities.contains(.toolCalling))
    let error: any Error = ChatCompletionsLanguageModel.APIError(message: "no", type: "t", code: "7")
    #expect(error.localizedDescription == "no (code 7, t)")
    #expect(LanguageModelSession(model: model).transcript.isEmpty)
  }
}
