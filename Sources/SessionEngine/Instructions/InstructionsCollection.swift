import Transcripts

/// What dynamic instructions flatten to: the blocks' text and the tools, each in declaration order (D1, D4).
struct InstructionsCollection {
  /// One text segment for each `Instructions` block (U2), without an id; attachments keep their own segment.
  private(set) var segments: [Transcript.Segment] = []
  private(set) var tools: [any Tool] = []

  /// Evaluates `instructions`, and the bodies within, from the first declaration to the last.
  mutating func collect(_ instructions: some DynamicInstructions) {
    if let node = instructions as? any InstructionsNode {
      node.collect(into: &self)
    } else {
      collect(instructions.body)
    }
  }

  mutating func append(_ block: [Transcript.Segment]) { segments += block }
  mutating func append(_ declared: [any Tool]) { tools += declared }
}

/// Dynamic instructions without a body: the leaves and the forks that the engine walks itself.
protocol InstructionsNode {
  func collect(into collection: inout InstructionsCollection)
}

/// Where a body has the type `Never`: the type is walked and never asked.
func bodiless(_ type: Any.Type) -> Never {
  preconditionFailure("\(type) has no body to evaluate")
}
