import Transcripts

/// What the model does without a script: small, and sensible for any profile.
///
/// - Must it call a tool, it calls the one whose name and description fit the prompt best, and in later rounds one that was not called
///   yet. May it call one, it does so only where the prompt names it.
/// - Is there a schema, it fills it.
/// - Else it answers in a sentence or two: with what the tools said, or with the sentence of the session that has most to do with the
///   prompt. It knows nothing that does not stand in the request, and says so.
struct BuiltInBehaviour {
  let conversation: Conversation
  let tools: [Transcript.ToolDefinition]
  let schema: GenerationSchema?
  let mustCall: Bool
  /// Nil for an answer without reasoning.
  let reasoningLevel: ContextOptions.ReasoningLevel?
  let seed: UInt64

  func answer() throws(ScriptedFailure) -> [AnswerItem] {
    let chosen = choice()
    var items: [AnswerItem] = []
    if let reasoningLevel { items.append(.reasoning(thoughts(chosen, reasoningLevel))) }
    if !chosen.isEmpty {
      var calls: [AnswerItem.Call] = []
      for tool in chosen {
        var filler = SchemaFiller(tool.parameters, hints: PromptHints(conversation.prompt), seed: seed)
        calls.append(AnswerItem.Call(tool: tool.name, arguments: try filler.value()))
      }
      items.append(.calls(calls))
    } else if let schema {
      let source = ([conversation.prompt] + conversation.outputs.map(\.text)).joined(separator: "\n")
      var filler = SchemaFiller(schema, hints: PromptHints(source), seed: seed)
      items.append(.structure(try filler.value()))
    } else {
      items.append(.text(text()))
    }
    return items
  }

  // MARK: Tools

  /// The tools to call now; none for an answer.
  private func choice() -> [Transcript.ToolDefinition] {
    let named = tools.filter { isNamed($0) && !conversation.called.contains($0.name) }
    if mustCall {
      guard !tools.isEmpty else { return [] }
      if !named.isEmpty { return named }
      let fresh = tools.filter { !conversation.called.contains($0.name) }
      return best(of: fresh.isEmpty ? tools : fresh).map { [$0] } ?? []
    }
    return conversation.outputs.isEmpty ? named : []
  }

  /// True when the prompt has the tool's name, or the words it is made of in a row.
  private func isNamed(_ tool: Transcript.ToolDefinition) -> Bool {
    let name = Words.all(in: tool.name)
    let prompt = Words.all(in: conversation.prompt)
    guard !name.isEmpty else { return false }
    // One plain word (“cut”) is named only where it stands as a name: in code marks, or with "tool" beside it.
    if name.count == 1, !hasShape(of: tool.name) {
      let quoted = [
        "`\(tool.name)`", "“\(tool.name)”", "\"\(tool.name)\"", "'\(tool.name)'", "\(tool.name) tool",
        "tool \(tool.name)",
      ]
      return quoted.contains { conversation.prompt.lowercased().contains($0.lowercased()) }
    }
    guard prompt.count >= name.count else { return false }
    return (0...prompt.count - name.count).contains { prompt[$0..<$0 + name.count].elementsEqual(name) }
  }

  /// True for a name that is no plain word: it has a capital inside, a digit or an underscore.
  private func hasShape(of name: String) -> Bool {
    name.dropFirst().contains { $0.isUppercase || $0.isNumber || $0 == "_" || $0 == "-" }
  }

  /// The tool with most in common with the prompt; of equals the first.
  private func best(of tools: [Transcript.ToolDefinition]) -> Transcript.ToolDefinition? {
    let prompt = Words.stems(of: conversation.prompt)
    func score(_ tool: Transcript.ToolDefinition) -> Int {
      let name = Words.stems(of: tool.name).intersection(prompt).count
      let description = Words.stems(of: tool.description).intersection(prompt).count
      let keys = (tool.parameters.json["properties"]?.objectValue ?? []).map(\.key).joined(separator: " ")
      return 3 * name + description + Words.stems(of: keys).intersection(prompt).count
    }
    return tools.enumerated().max { (score($0.element), -$0.offset) < (score($1.element), -$1.offset) }?
      .element
  }

  // MARK: Texts

  private func text() -> String {
    if !conversation.outputs.isEmpty {
      return conversation.outputs.map { output in
        let said = Words.clipped(output.text, to: 200)
        guard !said.isEmpty else { return "\(output.tool) answered with nothing." }
        return "\(output.tool) says: \(said)" + (said.last.map { ".!?…}]".contains($0) } ?? false ? "" : ".")
      }.joined(separator: "\n")
    }
    let topic = Words.content(of: conversation.prompt)
    guard !topic.isEmpty else { return "There is nothing here to answer yet." }
    if topic.contains(where: { $0.hasPrefix("summar") || $0 == "recap" }) { return summary() }
    if let found = related() { return "From what was said here: \(found)" }
    let words = topic.prefix(4).joined(separator: ", ")
    return "About \(words), this session has nothing to go by yet but your own words."
  }

  /// The first sentences of what was said, newest last; of the prompt itself when that is long.
  private func summary() -> String {
    let said = conversation.earlier.suffix(24).filter { [.prompt, .response, .toolOutput].contains($0.kind) }
    var sentences = said.compactMap { Words.sentences(of: $0.wholeText).first }
    if sentences.isEmpty { sentences = Array(Words.sentences(of: conversation.prompt).dropFirst().prefix(6)) }
    guard !sentences.isEmpty else { return "There is nothing to summarize yet." }
    return "In short: " + sentences.suffix(6).map { Words.clipped($0, to: 120) }.joined(separator: " ")
  }

  /// The sentence of the session, or of the prompt itself, with most words of the prompt: at least two.
  private func related() -> String? {
    let wanted = Words.stems(of: conversation.prompt)
    let said = conversation.earlier.suffix(64).filter { [.prompt, .response, .toolOutput].contains($0.kind) }
    var best: (score: Int, sentence: String)?
    for entry in said.reversed() {
      for sentence in Words.sentences(of: entry.wholeText) where !sentence.hasSuffix("?") {
        let score = Words.stems(of: sentence).intersection(wanted).count
        if score > max(1, best?.score ?? 1) { best = (score, sentence) }
      }
    }
    return best.map { Words.clipped($0.sentence, to: 240) }
  }

  // MARK: Reasoning

  private func thoughts(
    _ chosen: [Transcript.ToolDefinition], _ level: ContextOptions.ReasoningLevel
  ) -> String {
    let topic = Words.content(of: conversation.prompt).prefix(3).joined(separator: ", ")
    var sentences = [topic.isEmpty ? "The prompt says little." : "The prompt is about \(topic)."]
    if !conversation.outputs.isEmpty {
      sentences.append(
        "\(conversation.outputs.map(\.tool).joined(separator: " and ")) answered, so the answer can rest on that."
      )
    } else {
      sentences.append("There are \(conversation.earlier.count) entries before it to go by.")
    }
    if !chosen.isEmpty {
      sentences.append("\(chosen.map(\.name).joined(separator: " and ")) fits, so that is called first.")
    } else if schema != nil {
      sentences.append(
        "The answer has to follow the schema, so each of its properties gets a value that is allowed there.")
    } else {
      sentences.append("A short answer will do.")
    }
    switch level {
    case .light: return sentences[2]
    case .moderate, .custom: return sentences[0] + " " + sentences[2]
    case .deep: return sentences.joined(separator: " ")
    }
  }
}
