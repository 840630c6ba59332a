import Recordings
import Testing

@testable import Workbench

@Suite struct PersonaTests {
  @Test(arguments: [
    ("You are a warm and friendly expert. Ask.", "warm and friendly expert"),
    ("You are an expert craft tutorial writer that knows all", "expert craft tutorial writer"),
    ("You sit beside someone who is making a paper star", "sit beside someone who is"),
    ("You help a household of four to decide what to cook", "help a household of four"),
    ("Donaudampfschifffahrtsgesellschaftskapitän", "Donaudampfschifffahrtsgesell"),
    ("Answer in French: always", "Answer in French"),
    ("你是一位折纸老师。", "你是一位折纸老师。"),
    ("", ""),
  ])
  func labels(_ words: String, _ label: String) {
    #expect(Personas.label(words) == label)
  }

  @Test func aClockInTheInstructionsMakesNoNewColour() {
    var personas = Personas()
    personas.learn(EntryID(1), words: "It is 10:15. You are a coach.")
    personas.learn(EntryID(2), words: "It is 10:16. You are a coach.")
    personas.learn(EntryID(3), words: "You are a writer.")
    #expect(personas.persona(ofInstructions: 1)?.index == 0)
    #expect(personas.persona(ofInstructions: 2)?.index == 0)
    #expect(personas.persona(ofInstructions: 3)?.index == 1)
    #expect(personas.persona(ofInstructions: 4) == nil)
  }
}
