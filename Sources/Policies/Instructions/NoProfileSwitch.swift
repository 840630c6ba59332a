import Transcripts

/// One profile from the first step to the last, which has what all recorded ones had: every block of instructions and every
/// tool, in the order in which they came first, on the first step's model. A session of one persona is sent as it was.
public struct NoProfileSwitch: Policy {
  public let name = "no profile switch"
  public let about = "one profile from the beginning, with all instructions and tools of the recorded ones"
  private var model: String?
  private var words: Transcript.Instructions?
  private var leading: Int?

  public init() {}

  public mutating func begin(_ outline: CourseOutline) throws(PolicyObstacle) {
    guard Set(outline.steps.map(\.profile)).count > 1 else { return }
    model = outline.steps.first?.model
    var union = Transcript.Instructions(id: "", segments: [], toolDefinitions: [])
    var said: Set<String> = []
    for instructions in outline.steps.compactMap(\.instructions) {
      for segment in instructions.segments where said.insert(segment.piece).inserted {
        union.segments.append(segment)
      }
      for tool in instructions.toolDefinitions where said.insert("name \(tool.name)").inserted {
        union.toolDefinitions.append(tool)
      }
    }
    words = union
  }

  public mutating func sending(for step: CourseStep) -> Sending {
    var sending = step.sending(step.sent)
    guard let words else { return sending }
    if leading == nil { leading = step.entry(of: words) }
    var entries = CourseList()
    if let leading { entries.append(leading) }
    let isLed = step.sent.first.map(step.kind) == .instructions
    sending.entries = entries.followed(by: isLed ? step.sent.dropFirst() : step.sent)
    if let model { sending.model = model }
    return sending
  }
}
