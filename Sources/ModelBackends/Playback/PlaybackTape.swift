import SessionEngine
import Transcripts

/// A recording that is being played: which of its answers were given, and where the replay left it.
///
/// All models of a session play one tape, so that it is told once where the session went another way.
public final class PlaybackTape: Sendable {
  /// What the recording has for an inference.
  enum Found {
    case recorded(PlaybackScript.Inference)
    case nothing(PlaybackDeparture)
  }

  private struct State {
    var given: Set<Int> = []
    /// Behind the recorded inference that was given last.
    var next = 0
    /// The session that is played: the answers are its own.
    var session = 0
    /// Inferences that were asked for.
    var asked = 0
    var departures: [PlaybackDeparture] = []
  }

  private let script: PlaybackScript
  private let questions: [PlaybackQuestion]
  private let places: [PlaybackQuestion: [Int]]
  private let state = Locked(State())

  /// A tape of which nothing was played.
  public init(_ script: PlaybackScript) {
    self.script = script
    questions = script.inferences.map(\.question)
    places = Dictionary(grouping: questions.indices, by: { [questions] in questions[$0] })
  }

  /// Where the replay left the recorded path, in the order in which it did; empty while it follows it.
  public var departures: [PlaybackDeparture] { state.withLock { $0.departures } }

  /// Goes to another of the script's sessions, from 0: from now on the answers are those of that one.
  public func turn(to session: Int) {
    state.withLock { state in
      state.session = session
      state.next = script.inferences.firstIndex { $0.session == session } ?? script.inferences.count
    }
  }

  /// Looks for the answer to what a model is sent. An answer is given once: of equal questions, the next one in the order of the
  /// recording.
  ///
  /// - Parameter window: Tokens of the model that asks. What a smaller window ended in the recording has no answer in a larger one.
  func find(_ request: LanguageModelExecutorGenerationRequest, window: Int) -> Found {
    let question = PlaybackQuestion(request.transcript.entries)
    let known = places[question] ?? []
    return state.withLock { state in
      state.asked += 1
      let open = known.filter {
        script.inferences[$0].session == state.session && !state.given.contains($0)
      }
      func depart(_ near: Int, _ difference: String) -> Found {
        let departure = PlaybackDeparture(
          request: script.inferences.indices.contains(near) ? script.inferences[near].request : 0,
          inference: state.asked, difference: difference)
        state.departures.append(departure)
        return .nothing(departure)
      }
      guard let index = open.first(where: { $0 >= state.next }) ?? open.first else {
        let near = nearest(to: question, from: state.next, in: state.session)
        guard questions.indices.contains(near) else { return depart(near, "the recording has no inferences") }
        return depart(near, question.difference(from: questions[near]))
      }
      let inference = script.inferences[index]
      let offered = Set(request.enabledToolDefinitions.map(\.name))
      if let missing = inference.calledTools.first(where: { !offered.contains($0) }) {
        return depart(index, "the recorded answer calls \(missing), which is not offered")
      }
      if case .unsent(let words) = inference.end {
        state.given.insert(index)
        state.next = index + 1
        return depart(index, "the recorded request failed before it was sent: \(words)")
      }
      if let size = inference.exceededWindow, size < window {
        return depart(
          index, "the recorded answer ended with the window of \(size), and this one is \(window)")
      }
      state.given.insert(index)
      state.next = index + 1
      return .recorded(inference)
    }
  }

  /// The recorded inference of a session that a question has most in common with, the next one first; none where it has no inferences.
  private func nearest(to question: PlaybackQuestion, from next: Int, in session: Int) -> Int {
    let own = questions.indices.filter { script.inferences[$0].session == session }
    guard let last = own.last else { return questions.count }
    let start = own.firstIndex { $0 >= next } ?? own.count - 1
    var best = min(next, last)
    var likeness = 0
    for index in own[start...] + own[..<start] {
      let found = question.likeness(to: questions[index])
      if found > likeness { (best, likeness) = (index, found) }
    }
    return best
  }
}

extension PlaybackScript.Inference {
  /// Tokens of the window that was too small; nil for another end, and where the recording does not tell.
  fileprivate var exceededWindow: Int? {
    guard case .failed(let failure) = end, failure.kind == .contextSizeExceeded else { return nil }
    // A script may fail with any numbers; the window is the model's.
    return window ?? failure.contextSize
  }

  fileprivate var calledTools: [String] {
    answer.flatMap { entry -> [String] in
      if case .toolCalls(let calls) = entry { calls.map(\.toolName) } else { [] }
    }
  }
}
