import SessionEngine
import Transcripts

/// The profile that a scenario describes: at each evaluation, the persona whose condition holds.
public struct ScenarioProfile: LanguageModelSession.DynamicProfile {
  let runtime: ScenarioRuntime

  public var body: some LanguageModelSession.DynamicProfile {
    LanguageModelSession.AnyDynamicProfile(runtime.profile())
  }
}

extension ScenarioRuntime {
  /// The active persona as the file describes it, modifiers and all.
  fileprivate func profile() -> any LanguageModelSession.DynamicProfile {
    let facts = facts()
    // The last is the one that is left when no condition holds.
    let persona =
      scenario.personas.first { $0.when.holds(facts) } ?? scenario.personas[scenario.personas.count - 1]
    var profile: any LanguageModelSession.DynamicProfile = LanguageModelSession.Profile {
      ScenarioInstructions(parts: parts(of: persona, facts))
    }
    if !(persona.modifiers + scenario.outer).contains(where: { if case .model = $0 { true } else { false } }),
      let model = models[scenario.models[0].name]
    {
      profile = profile.model(model)
    }
    for modifier in persona.modifiers { profile = apply(modifier, to: profile, facts) }
    profile = profile.profileName(persona.name)
    for modifier in scenario.outer { profile = apply(modifier, to: profile, facts) }
    return profile
  }

  private func parts(
    of persona: ScenarioPersona, _ facts: ScenarioCondition.Facts
  ) -> [ScenarioInstructions.Part] {
    persona.blocks.filter { $0.when.holds(facts) }.enumerated().map { index, block in
      switch block.content {
      case .text(let template):
        ScenarioInstructions.Part(id: index, text: template.text(value: facts.value), tools: [])
      case .tools(let names):
        ScenarioInstructions.Part(
          id: index, text: nil,
          tools: names.compactMap { name in
            scenario.tools.first { $0.name == name }.map { RunningTool($0, runtime: self) }
          })
      }
    }
  }

  private func apply(
    _ modifier: ScenarioModifier, to profile: some LanguageModelSession.DynamicProfile,
    _ facts: ScenarioCondition.Facts
  ) -> any LanguageModelSession.DynamicProfile {
    switch modifier {
    case .model(let name):
      guard let model = name.value(facts).flatMap({ models[$0] }) else { return profile }
      return profile.model(model)
    case .temperature(let value): return profile.temperature(value.value(facts))
    case .sampling(let value):
      return profile.samplingMode(value.value(facts).map(GenerationOptions.SamplingMode.init))
    case .maximumResponseTokens(let value): return profile.maximumResponseTokens(value.value(facts))
    case .reasoning(let value):
      return profile.reasoningLevel(value.value(facts).map(ContextOptions.ReasoningLevel.init(word:)))
    case .toolCalling(let value):
      return profile.toolCallingMode(value.value(facts).map(GenerationOptions.ToolCallingMode.init(word:)))
    case .errors(let value):
      return profile.transcriptErrorHandlingPolicy(
        value.value(facts).map { $0 == "preserve" ? .preserveTranscript : .revertTranscript })
    case .transform(let operations):
      return profile.historyTransform { [self] entries in changed(entries, by: operations) }
    case .hook(let event, let rules): return hook(event, rules, on: profile)
    }
  }

  private func hook(
    _ event: ScenarioModifier.Event, _ rules: [ScenarioModifier.Rule],
    on profile: some LanguageModelSession.DynamicProfile
  ) -> any LanguageModelSession.DynamicProfile {
    let runtime = self
    switch event {
    case .prompt: return profile.onPrompt { _ in try runtime.run(rules) }
    case .response: return profile.onResponse { _ in try runtime.run(rules) }
    case .reasoning: return profile.onReasoning { _ in try runtime.run(rules) }
    case .toolCall:
      return profile.onToolCall { call in
        try runtime.run(rules, tool: call.toolName, arguments: call.arguments.json)
      }
    case .toolOutput:
      return profile.onToolOutput { call, _ in
        try runtime.run(rules, tool: call.toolName, arguments: call.arguments.json)
      }
    case .activate: return profile.onActivate { try? runtime.run(rules) }
    case .deactivate: return profile.onDeactivate { try? runtime.run(rules) }
    }
  }
}

/// Texts and tools in the order of the file.
private struct ScenarioInstructions: DynamicInstructions {
  struct Part: Identifiable {
    var id: Int
    var text: String?
    var tools: [any Tool]
  }

  var parts: [Part]

  var body: some DynamicInstructions {
    DynamicInstructionsForEach(parts) { part in
      if let text = part.text {
        Instructions(text)
      } else {
        part.tools
      }
    }
  }
}

extension GenerationOptions.SamplingMode {
  fileprivate init(_ sampling: ScenarioModifier.Sampling) {
    switch sampling {
    case .greedy: self = .greedy
    case .topK(let count, let seed): self = .random(top: count, seed: seed)
    case .probability(let threshold, let seed): self = .random(probabilityThreshold: threshold, seed: seed)
    }
  }
}

extension GenerationOptions.ToolCallingMode {
  init(word: String) {
    switch word {
    case "required": self = .required
    case "disallowed": self = .disallowed
    default: self = .allowed
    }
  }
}

extension ContextOptions.ReasoningLevel {
  init(word: String) {
    switch word {
    case "light": self = .light
    case "moderate": self = .moderate
    case "deep": self = .deep
    default: self = .custom(word)
    }
  }
}
