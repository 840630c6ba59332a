import FoundationModels

/// Hears every session at once and holds each to its own story: events of another session, lost or out of order, show here.
final class EventAudit: SessionObserver {
  struct Story {
    var entries: [Transcript.Entry] = []
    var request: Int?
    var requests = 0
    var inference: Int?
    var inferences = 0
    var prewarm: Int?
  }

  private struct Findings {
    var stories: [String: Story] = [:]
    var complaints: [String] = []
    var events = 0
  }

  private let findings = Locked(Findings())

  func observe(_ event: SessionEvent, of session: SessionIdentity) {
    findings.withLock { findings in
      findings.events += 1
      var story = findings.stories[session.title] ?? Story()
      findings.complaints += story.continued(with: event).map { "\(session.title): \($0)" }
      findings.stories[session.title] = story
    }
  }

  var events: Int { findings.withLock { $0.events } }
  var complaints: [String] { findings.withLock { $0.complaints } }

  /// What the splices of the session with this title add up to.
  func entries(ofSessionTitled title: String) -> [Transcript.Entry]? {
    findings.withLock { $0.stories[title]?.entries }
  }
}

extension EventAudit.Story {
  mutating func continued(with event: SessionEvent) -> [String] {
    switch event.kind {
    case .started(let transcript):
      entries = Array(transcript)
    case .transcript(let change):
      guard change.position + change.removed <= entries.count else {
        return ["a change at \(change.position) of \(entries.count) entries"]
      }
      entries.replaceSubrange(change.position..<change.position + change.removed, with: change.inserted)
      if entries.count != change.count { return ["\(entries.count) entries where \(change.count) are told"] }
    case .requestStarted(let start):
      defer { (request, requests) = (start.number, start.number) }
      if request != nil || start.number != requests + 1 { return ["request \(start.number) out of order"] }
    case .requestEnded(let end):
      defer { request = nil }
      if request != end.number || inference != nil { return ["request \(end.number) ends out of order"] }
    case .inferenceStarted(let start):
      defer { (inference, inferences) = (start.number, start.number) }
      if request == nil || inference != nil || start.number != inferences + 1 {
        return ["inference \(start.number) out of order"]
      }
    case .inferenceEnded(let end):
      defer { inference = nil }
      if inference != end.inference { return ["inference \(end.inference) ends out of order"] }
    case .inferenceProgressed(let progress):
      if inference != progress.inference { return ["progress of \(progress.inference) out of order"] }
    case .prewarmStarted(let start):
      defer { prewarm = start.number }
      if request != nil || prewarm != nil { return ["prewarm \(start.number) out of order"] }
    case .prewarmEnded(let end):
      defer { prewarm = nil }
      if request != nil || prewarm != end.number { return ["prewarm \(end.number) ends out of order"] }
    case .profileActivated, .hook, .toolStarted, .toolEnded, .property, .ended: break
    }
    return []
  }
}
