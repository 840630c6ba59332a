import Transcripts

extension LanguageModelSession {
  /// Evaluates the profile and brings the leading instructions entry up to date, before any request has been made. What the evaluation does wrong is
  /// told by the first request, which evaluates it again; so is it with a profile that belongs to another actor than the caller's.
  func renderInstructions() {
    guard let profile = try? source.resolveHere(for: properties) else { return }
    renderInstructions(of: profile)
  }

  /// Brings the leading instructions entry up to date (T3, D3).
  func renderInstructions(of profile: ResolvedProfile) {
    lead(with: instructions(of: profile, over: state.withLock { $0.transcript.leadingInstructions }))
  }

  /// The leading instructions entry for a profile: its text, one segment a block, and its tools' definitions. The entry and its segments keep the
  /// ids of the one before. Nil for a profile with neither text nor tools.
  func instructions(
    of profile: ResolvedProfile, over held: Transcript.Instructions?
  ) -> Transcript.Instructions? {
    let definitions = profile.tools.map { Transcript.ToolDefinition(tool: $0) }
    if source.keepsInstructions, var kept = held {
      kept.toolDefinitions = definitions
      return kept
    }
    guard !profile.segments.isEmpty || !definitions.isEmpty else { return nil }
    var segments = profile.segments
    for (index, old) in (held?.segments ?? []).enumerated() where index < segments.count {
      if segments[index].id.isEmpty { segments[index] = segments[index].identified(by: { old.id }) }
    }
    var entry = held ?? Transcript.Instructions(id: configuration.makeID(), segments: [], toolDefinitions: [])
    entry.segments = segments.identified(by: configuration.makeID)
    entry.toolDefinitions = definitions
    return entry
  }

  /// What sessions made in this one's hooks and tools take over: everything, and who listens by now.
  ///
  /// - Parameter title: What they are called, such as the name of the tool.
  func inheritedConfiguration(title: String? = nil) -> SessionConfiguration {
    var configuration = configuration
    configuration.observers = announcer.observers
    configuration.title = title ?? configuration.title
    return configuration
  }
}

extension Transcript {
  package var leadingInstructions: Instructions? {
    if case .instructions(let leading)? = first { leading } else { nil }
  }

  /// Makes the definitions in a leading instructions entry those of the tools that may be called (R4). An entry that says nothing else and loses
  /// them goes.
  mutating func enable(_ tools: [ToolDefinition]) {
    guard var leading = leadingInstructions, leading.toolDefinitions != tools else { return }
    leading.toolDefinitions = tools
    if leading.segments.isEmpty && tools.isEmpty {
      removeFirst()
    } else {
      self[0] = .instructions(leading)
    }
  }
}

extension Transcript.Segment {
  /// The same segment under another id.
  func identified(by makeID: () -> String) -> Transcript.Segment {
    var copy = self
    switch self {
    case .text(var text):
      text.id = makeID()
      copy = .text(text)
    case .structure(var structure):
      structure.id = makeID()
      copy = .structure(structure)
    case .attachment(var attachment):
      attachment.id = makeID()
      copy = .attachment(attachment)
    default: break
    }
    return copy
  }
}

extension [Transcript.Segment] {
  /// The same segments, those without an id with a new one.
  func identified(by makeID: () -> String) -> [Transcript.Segment] {
    map { $0.id.isEmpty ? $0.identified(by: makeID) : $0 }
  }
}
