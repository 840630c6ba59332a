import Foundation
import FoundationModels

/// What the sessions made within `watched` did, as their observer heard it.
///
/// Unchecked, because the lock guards what is kept.
final class Watch: SessionObserver, @unchecked Sendable {
  private let lock = NSLock()
  private var heard: [(session: SessionIdentity, kind: SessionEvent.Kind)] = []

  func observe(_ event: SessionEvent, of session: SessionIdentity) {
    lock.withLock { heard.append((session, event.kind)) }
  }

  private func all<Value>(_ pick: (SessionIdentity, SessionEvent.Kind) -> Value?) -> [Value] {
    lock.withLock { heard.compactMap { pick($0.session, $0.kind) } }
  }

  /// Every inference that began, of all sessions in order.
  var inferences: [InferenceStart] {
    all { if case .inferenceStarted(let start) = $1 { start } else { nil } }
  }

  /// What each inference was sent, in outlines.
  var sent: [[String]] { inferences.map { outline($0.sent) } }

  /// The names of the profiles that answered, one for each inference.
  var profiles: [String] { inferences.map(\.profile) }

  /// Every hook that ran.
  var hooks: [String] { all { if case .hook(let run) = $1 { run.name } else { nil } } }

  /// How often the active profile changed; the first one counts.
  var activations: [ProfileActivation] {
    all { if case .profileActivated(let activation) = $1 { activation } else { nil } }
  }

  /// The sessions in the order in which they began.
  var sessions: [SessionIdentity] { all { if case .started = $1 { $0 } else { nil } } }

  /// An option of an inference, as text; nil when nothing set it.
  func option(_ name: String, of inference: Int = 0) -> String? {
    guard inferences.indices.contains(inference) else { return nil }
    return inferences[inference].options.first { $0.name == name }?.value
  }
}

/// Lines that tools and hooks leave behind.
///
/// Unchecked, because the lock guards what is kept.
final class Log: @unchecked Sendable {
  private let lock = NSLock()
  private var kept: [String] = []

  func add(_ line: String) { lock.withLock { kept.append(line) } }

  var lines: [String] { lock.withLock { kept } }
}

/// A transcript as a person reads it: `["instructions", "prompt: Hello", "calls: a, b", "output a: …", "response: Hi"]`.
func outline(_ entries: some Sequence<Transcript.Entry>) -> [String] {
  entries.map { entry in
    switch entry {
    case .instructions: "instructions"
    case .prompt(let prompt): "prompt: \(text(prompt.segments))"
    case .response(let response): "response: \(text(response.segments))"
    case .reasoning: "reasoning"
    case .toolCalls(let calls): "calls: \(calls.map(\.toolName).joined(separator: ", "))"
    case .toolOutput(let output): "output \(output.toolName): \(text(output.segments))"
    default: "unknown"
    }
  }
}

private func text(_ segments: [Transcript.Segment]) -> String {
  segments.map { segment in
    switch segment {
    case .text(let text): text.content
    case .structure(let structure): structure.content.jsonString
    default: "…"
    }
  }.joined(separator: " | ")
}

extension Sequence<Transcript.Entry> {
  /// The blocks of the leading instructions entry.
  var instructionBlocks: [String] {
    guard case .instructions(let instructions)? = first(where: { _ in true }) else { return [] }
    return instructions.segments.map { text([$0]) }
  }

  /// The tools that the leading instructions entry declares.
  var declaredTools: [String] {
    guard case .instructions(let instructions)? = first(where: { _ in true }) else { return [] }
    return instructions.toolDefinitions.map(\.name)
  }
}
