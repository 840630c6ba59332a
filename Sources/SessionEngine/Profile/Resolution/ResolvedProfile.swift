import Transcripts

/// What a profile is at one moment: one evaluation of its bodies.
struct ResolvedProfile {
  /// The path of named types, branches and modifiers through the bodies: equal paths are the same persona (P7).
  var identity = ""
  /// For people: `Tutorial`, `Craft.branch2`, or what `profileName(_:)` said.
  var name = ""
  /// One text segment for each block of instructions, in declaration order, with empty ids (U2).
  var segments: [Transcript.Segment] = []
  /// In declaration order.
  var tools: [any Tool] = []

  var model: Resolved<any LanguageModel>?
  var temperature: Resolved<Double>?
  var samplingMode: Resolved<GenerationOptions.SamplingMode>?
  var maximumResponseTokens: Resolved<Int>?
  var reasoningLevel: Resolved<ContextOptions.ReasoningLevel>?
  var toolCallingMode: Resolved<GenerationOptions.ToolCallingMode>?
  var errorPolicy: Resolved<TranscriptErrorHandlingPolicy>?

  /// From the outside in: apply them in this order (H1).
  var historyTransforms: [([Transcript.Entry]) -> [Transcript.Entry]] = []
  var hooks = ProfileHooks()

  /// The branches taken on the way, by the path to their fork.
  var branches: [String: Branch] = [:]
  typealias Branch = (number: Int, content: any LanguageModelSession.DynamicProfile)
}

/// A value, and which level of the profile set it (P3).
struct Resolved<Value> {
  var value: Value
  /// `modifier 2 of 3 on Tutorial`: the highest number is the innermost, and wins.
  var level: String

  init(_ value: Value, _ level: String) {
    self.value = value
    self.level = level
  }
}

extension Resolved: Sendable where Value: Sendable {}

/// The hooks of a profile, each from the outside in: run them in this order (L4).
struct ProfileHooks {
  typealias Hook<Payload> = nonisolated(nonsending) (Payload) async throws -> Void

  var onPrompt: [Hook<Transcript.Prompt>] = []
  var onResponse: [Hook<Transcript.Response>] = []
  var onReasoning: [Hook<Transcript.Reasoning>] = []
  var onToolCall: [Hook<Transcript.ToolCall>] = []
  var onToolOutput:
    [nonisolated(nonsending) (Transcript.ToolCall, Transcript.ToolOutput) async throws -> Void] =
      []
  var onActivate: [@isolated(any) () async -> Void] = []
  var onDeactivate: [@isolated(any) () async -> Void] = []
}
