import Recordings
import Transcripts

/// The same instructions and tools in another order: first what is in every step of the session, then what is in every step of
/// its persona, then what comes and goes. A block that changes then invalidates fewer tokens (004 §9).
public struct StaticFirstInstructions: Policy {
  public let name = "static-first instructions"
  public let about = "instructions and tools that come and go or change are moved behind those that stay"
  private var steps = 0
  private var counts: [String: Int] = [:]
  private var personas: [String?: Persona] = [:]
  private var ordered: [Key: Int?] = [:]

  private struct Persona {
    var steps = 0
    var counts: [String: Int] = [:]
  }

  private struct Key: Hashable {
    var profile: String?
    var leading: Int
  }

  public init() {}

  public mutating func begin(_ outline: CourseOutline) throws(PolicyObstacle) {
    for step in outline.steps {
      guard let instructions = step.instructions else { continue }
      steps += step.count
      var persona = personas.removeValue(forKey: step.profile) ?? Persona()
      persona.steps += step.count
      for piece in Set(instructions.pieces) {
        counts[piece, default: 0] += step.count
        persona.counts[piece, default: 0] += step.count
      }
      personas[step.profile] = persona
    }
  }

  public mutating func sending(for step: CourseStep) -> Sending {
    guard let leading = step.leading, step.sent.first.map(step.kind) == .instructions else {
      return step.sending(step.sent)
    }
    let profile = step.profile
    let key = Key(profile: profile, leading: leading.key)
    if ordered[key] == nil {
      var words = leading.words
      words.segments = sorted(words.segments, \.piece, profile)
      words.toolDefinitions = sorted(words.toolDefinitions, \.piece, profile)
      ordered[key] = step.entry(of: words)
    }
    var entries = CourseList()
    if let number = ordered[key] ?? nil { entries.append(number) }
    return step.sending(entries.followed(by: step.sent.dropFirst()))
  }

  private func sorted<Part>(_ parts: [Part], _ piece: (Part) -> String, _ profile: String?) -> [Part] {
    let ranked = parts.map { (part: $0, rank: rank(of: piece($0), in: profile)) }
    return (0...2).flatMap { rank in ranked.filter { $0.rank == rank }.map(\.part) }
  }

  private func rank(of piece: String, in profile: String?) -> Int {
    if counts[piece] == steps { return 0 }
    let persona = personas[profile]
    return persona?.counts[piece] == persona?.steps ? 1 : 2
  }
}

extension Transcript.Instructions {
  /// Everything that stands in them, so that equal ones are told from others.
  var pieces: [String] { segments.map(\.piece) + toolDefinitions.map(\.piece) }
}

extension Transcript.Segment {
  /// What it says, whatever its id.
  var piece: String {
    if case .text(let text) = self { "text " + text.content } else { "other \(self)" }
  }
}

extension Transcript.ToolDefinition {
  var piece: String { "tool \(name)\n\(description)\n" + parameters.json.text() }
}
