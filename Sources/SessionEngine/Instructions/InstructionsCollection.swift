import Transcripts

/// What dynamic instructions flatten to: the blocks' text and the tools, each in declaration order (D1, D4).
struct InstructionsCollection {
  /// One text segment for each `Instructions` block (U2), without an id; attachments keep their own segment.
  private(set) var segments: [Transcript.Segment] = []
  private(set) var tools: [any Tool] = []
  /// Goes on where the profile's has come to.
  private var walk: BodyWalk

  init(walk: BodyWalk) { self.walk = walk }

  /// Evaluates `instructions`, and the bodies within, from the first declaration to the last.
  ///
  /// - Throws: What `BodyWalk` throws.
  mutating func collect(_ instructions: some DynamicInstructions) throws {
    try walk.descend()
    defer { walk.ascend() }
    if let node = instructions as? any InstructionsNode {
      try node.collect(into: &self)
    } else {
      try walk.enter(instructions)
      try collect(instructions.body)
    }
  }

  mutating func append(_ block: [Transcript.Segment]) { segments += block }
  mutating func append(_ declared: [any Tool]) { tools += declared }
}

/// Dynamic instructions without a body: the leaves and the forks that the engine walks itself.
protocol InstructionsNode {
  func collect(into collection: inout InstructionsCollection) throws
}

/// Where a body has the type `Never`: the type is walked and never asked.
func bodiless(_ type: Any.Type) -> Never {
  preconditionFailure("\(type) has no body to evaluate")
}
