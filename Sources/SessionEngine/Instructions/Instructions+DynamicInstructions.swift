import Transcripts

/// Instructions are dynamic instructions of one block (API §7).
extension Instructions: DynamicInstructions {
  /// The block itself.
  public var body: some DynamicInstructions { InstructionsBlock(instructions: self) }
}

/// One block of instructions: one text segment (U2), and the images in it.
private struct InstructionsBlock: DynamicInstructions, InstructionsNode {
  typealias Body = Never
  let instructions: Instructions

  var body: Never { bodiless(Self.self) }

  func collect(into collection: inout InstructionsCollection) { collection.append(instructions.segments) }
}
