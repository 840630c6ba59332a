import Testing
import Transcripts

@testable import SessionEngine

@Suite("Dynamic instructions become text and tools")
struct FlatteningTests {
  struct Measures: DynamicInstructions {
    var body: some DynamicInstructions {
      Instructions("Convert inches.")
      IdleTool("convert")
    }
  }

  struct Coach: DynamicInstructions {
    var step: Int?
    var body: some DynamicInstructions {
      Instructions {
        "You coach folding."
        "One step at a time."
      }
      IdleTool("template")
      Measures()
      [IdleTool("photo"), IdleTool("move")] as [any Tool]
      if let step { Instructions("They are at step \(step).") }
    }
  }

  @Test("D1, U2: text and tools of nested instructions stand in the order they are declared in")
  func order() {
    let all = flattened {
      Instructions("Be kind.")
      Coach(step: 3)
      IdleTool("last")
    }
    #expect(
      all.texts == [
        "Be kind.", "You coach folding.\nOne step at a time.", "Convert inches.", "They are at step 3.",
      ])
    #expect(all.toolNames == ["template", "convert", "photo", "move", "last"])
  }

  @Test("D1: the same component twice is declared twice")
  func twice() {
    let all = flattened {
      Measures()
      Measures()
    }
    #expect(all.texts == ["Convert inches.", "Convert inches."])
    #expect(all.toolNames == ["convert", "convert"])
  }

  @Test("D2: an `if` without `else` leaves nothing behind when it does not hold")
  func bareIf() {
    #expect(flattened { Coach(step: nil) }.texts.count == 2)
    #expect(flattened { Coach(step: 1) }.texts.last == "They are at step 1.")
    let isShown = false
    let nothing = flattened { if isShown { Measures() } }
    #expect(nothing.texts.isEmpty && nothing.tools.isEmpty)
  }

  @Test("D2: `if`–`else` and `switch` take the branch that holds", arguments: [1, 2, 3])
  func branches(mode: Int) {
    let all = flattened {
      if mode == 1 { Instructions("one") } else { Instructions("not one") }
      switch mode {
      case 1: IdleTool("a")
      case 2: [IdleTool("b"), IdleTool("c")] as [any Tool]
      default: Measures()
      }
    }
    #expect(all.texts == [["one"], ["not one"], ["not one", "Convert inches."]][mode - 1])
    #expect(all.toolNames == [["a"], ["b", "c"], ["convert"]][mode - 1])
  }

  struct Step: Identifiable {
    var id: Int
    var text: String
  }

  struct Steps: DynamicInstructions {
    var steps: [Step]
    var body: some DynamicInstructions {
      ForEach(steps) { step in
        Instructions("\(step.id): \(step.text)")
        IdleTool("step\(step.id)")
      }
      ForEach(1...2, id: \.self) { Instructions("offer \($0)") }
    }
  }

  @Test("D2: ForEach by identity and by key path, in the order of the collection")
  func forEach() {
    let all = flattened { Steps(steps: [Step(id: 2, text: "fold"), Step(id: 1, text: "crease")]) }
    #expect(all.texts == ["2: fold", "1: crease", "offer 1", "offer 2"])
    #expect(all.toolNames == ["step2", "step1"])
    #expect(flattened { Steps(steps: []) }.texts == ["offer 1", "offer 2"])
  }

  final class Weather {
    var isRaining = false
    private(set) var evaluations = 0
    func look() -> Bool {
      evaluations += 1
      return isRaining
    }
  }

  struct Advice: DynamicInstructions {
    var weather: Weather
    var body: some DynamicInstructions {
      if weather.look() { Instructions("Take an umbrella.") } else { Instructions("Enjoy the sun.") }
    }
  }

  @Test("D3: each resolution evaluates the body anew")
  func reevaluation() {
    let weather = Weather()
    let profile = LanguageModelSession.Profile { Advice(weather: weather) }
    #expect(weather.evaluations == 0, "a body is evaluated when it is resolved, not when it is declared")
    #expect(evaluated(profile).texts == ["Enjoy the sun."])
    weather.isRaining = true
    #expect(evaluated(profile).texts == ["Take an umbrella."])
    #expect(weather.evaluations == 2)
  }

  @Test(
    "D3: instructions are dynamic instructions, and so are erased, empty, conditional, optional and tuple ones"
  )
  func types() {
    #expect(flattened { Instructions("plain") }.texts == ["plain"])
    #expect(flattened { AnyDynamicInstructions(Measures()) }.toolNames == ["convert"])
    #expect(flattened { AnyDynamicInstructions(erasing: Instructions("erased")) }.texts == ["erased"])
    #expect(flattened { EmptyDynamicInstructions() }.segments.isEmpty)
    #expect(flattened {}.segments.isEmpty)
    #expect(flattened { Optional.some(Measures()) }.toolNames == ["convert"])
    #expect(flattened { Optional<Measures>.none }.tools.isEmpty)
    typealias Either = ConditionalDynamicInstructions<Measures, Instructions>
    #expect(flattened { Either(.falseContent(Instructions("no"))) }.texts == ["no"])
    #expect(flattened { Either(.trueContent(Measures())) }.texts == ["Convert inches."])
    #expect(flattened { TupleDynamicInstructions(Measures(), Instructions("second")) }.texts.last == "second")
  }

  @Test("D3: bodies nested a thousand deep are evaluated")
  func depth() {
    var instructions = AnyDynamicInstructions(Instructions("core"))
    for _ in 0..<1_000 { instructions = AnyDynamicInstructions(instructions) }
    #expect(flattened { instructions }.texts == ["core"])
  }

  @Test("D4, T3: a tool's definition is its name, its description and its schema")
  func definition() {
    let definition = Transcript.ToolDefinition(tool: IdleTool("fold"))
    #expect(definition.name == "fold")
    #expect(definition.description == "Does nothing as fold")
    #expect(
      definition
        == Transcript.ToolDefinition(
          name: "fold", description: "Does nothing as fold", parameters: String.generationSchema))
  }

  struct Nameless: Tool {
    let description = "Has no name of its own"
    func call(arguments: GeneratedContent) async throws -> String { "" }
  }

  @Test("A tool is called like its type, and its schema is that of its arguments")
  func defaults() {
    #expect(Nameless().name == "Nameless")
    #expect(Nameless().includesSchemaInInstructions)
    #expect(
      Transcript.ToolDefinition(tool: Nameless()).parameters.debugDescription
        == GeneratedContent.generationSchema.debugDescription)
  }
}
