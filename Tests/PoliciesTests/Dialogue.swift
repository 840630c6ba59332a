import ScriptedModel
import SessionEngine
import Synchronization
import Transcripts

/// A conversation to be held again: what is asked, what the model says to it, what its tools bring. Prompts and the outputs of
/// tools are each said once, so that a script can tell by the last of them where it is, whatever else it is sent.
struct Dialogue: Sendable {
  var prompts: [String] = []
  var script = Script(rules: [])
  /// Outputs by the tool and its arguments, the first first.
  var outputs: [String: [String]] = [:]
  /// How many of them were brought.
  let brought = Brought()
  /// What the tools are called, with what a model is told of them.
  var tools: [Transcript.ToolDefinition] = []
  /// The instructions, block by block.
  var blocks: [String] = []

  init(_ entries: [Transcript.Entry]) throws {
    var rule: Script.Rule?
    var calls: [String: String] = [:]
    var outputs: [String] = []
    func finish() { if let rule { script.rules.insert(rule, at: 0) } }
    for entry in entries {
      switch entry {
      case .instructions(let instructions):
        blocks = instructions.segments.compactMap {
          if case .text(let text) = $0 { text.content } else { nil }
        }
        tools = instructions.toolDefinitions
      case .prompt:
        prompts.append(entry.text)
        finish()
        var conditions = Script.Conditions()
        conditions.prompt = .init(.equals(entry.text), caseSensitive: true)
        rule = Script.Rule(when: conditions, answers: [[]])
      case .response: rule?.answers[0].append(.text(.init(entry.text)))
      case .toolCalls(let batch):
        var made: [Script.Call] = []
        for call in batch {
          let arguments = try JSONValue(parsing: call.argumentsText.utf8)
          calls[call.id] = Self.key(call.toolName, arguments)
          made.append(Script.Call(tool: call.toolName, arguments: .value(.init(arguments))))
        }
        rule?.answers[0].append(.calls(made))
        finish()
        rule = nil
        outputs = []
      case .toolOutput(let output):
        if let key = calls[output.id] { self.outputs[key, default: []].append(entry.text) }
        outputs.append(entry.text)
        var conditions = Script.Conditions()
        conditions.toolOutput = .init(.equals(outputs.joined(separator: "\n")), caseSensitive: true)
        conditions.round = .any
        rule = Script.Rule(when: conditions, answers: [[]])
      default: break
      }
    }
    finish()
  }

  static func key(_ tool: String, _ arguments: JSONValue) -> String {
    "\(tool) \(arguments.text(sortedKeys: true))"
  }

  final class Brought: Sendable {
    let counts = Mutex<[String: Int]>([:])
  }

  /// A tool that brings what it brought the last time.
  struct Again: Tool {
    let name: String
    let description: String
    let parameters: GenerationSchema
    let outputs: [String: [String]]
    let brought: Brought

    @concurrent
    func call(arguments: GeneratedContent) async throws -> String {
      let key = try Dialogue.key(name, JSONValue(parsing: arguments.jsonString.utf8))
      let number = brought.counts.withLock { counts in
        counts[key, default: 0] += 1
        return counts[key, default: 0]
      }
      return outputs[key].flatMap { $0.indices.contains(number - 1) ? $0[number - 1] : nil } ?? "nothing"
    }
  }

  func tool(_ definition: Transcript.ToolDefinition) -> any Tool {
    Again(
      name: definition.name, description: definition.description, parameters: definition.parameters,
      outputs: outputs, brought: brought)
  }
}

extension Script.Content.Value {
  init(_ json: JSONValue) {
    switch json {
    case .string(let text): self = .text(.init(text))
    case .array(let elements): self = .array(elements.map(Self.init))
    case .object(let members): self = .object(members.map { .init($0.key, Self($0.value)) })
    default: self = .plain(json)
    }
  }
}

/// One persona: blocks of instructions and tools.
struct Persona: Sendable {
  var name = "One"
  var blocks: [String]
  var tools: [any Tool]
}

/// What a session is run with: the personas, the one for each prompt, and what is done to the history.
struct Manner: Sendable {
  typealias Change = @Sendable ([Transcript.Entry]) -> [Transcript.Entry]

  /// The persona that is on duty from a prompt on.
  var persona: @Sendable (_ prompt: Int) -> Persona
  /// What is sent in place of the transcript.
  var transform: Change?
  /// What becomes of the history before each inference.
  var rewrite: Change?
}

struct MannerProfile: LanguageModelSession.DynamicProfile {
  let model: ScriptedLanguageModel
  let manner: Manner
  let prompt: PromptCount
  @SessionProperty(\.history) var history

  var body: some DynamicProfile {
    let persona = manner.persona(prompt.value.withLock { $0 })
    let rewrite = manner.rewrite
    let transform = manner.transform
    Profile { PersonaInstructions(persona: persona) }
      .model(model)
      .historyTransform { transform?($0) ?? $0 }
      .onPrompt {
        if let rewrite { history = Transcript.HistoryView(rewrite(Array(history))) }
      }
      .profileName(persona.name)
  }
}

final class PromptCount: Sendable {
  let value = Mutex(0)
}

private struct PersonaInstructions: DynamicInstructions {
  struct Part: Identifiable {
    var id: Int
    var text: String?
    var tools: [any Tool]
  }

  let persona: Persona

  var body: some DynamicInstructions {
    DynamicInstructionsForEach(parts) { part in
      if let text = part.text { Instructions(text) } else { part.tools }
    }
  }

  private var parts: [Part] {
    persona.blocks.enumerated().map { Part(id: $0, text: $1, tools: []) }
      + [Part(id: -1, text: nil, tools: persona.tools)]
  }
}
