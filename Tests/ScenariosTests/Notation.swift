import PrefixCache
import Recordings
import SessionEngine
import SessionRecorder
import Tokenizers
import Transcripts

@testable import Scenarios

/// A scenario with a model that says little, one persona, and whatever the test is about.
func scenario(_ members: String, profiles: String = "[{ name: 'One', instructions: 'Be kind.' }]") throws
  -> Scenario
{
  try Scenario(json5: "{ name: 'test', profiles: \(profiles), \(members) }", file: "test.json5")
}

/// What a run of a scenario left: the recording and what it came to.
struct Recorded {
  let recording: Recording
  let summary: ScenarioSummary

  init(_ scenario: Scenario) async throws {
    let counter = CharacterTokenCounter()
    recording = try Recording.inMemory(tokenizer: counter.name)
    let recorder = try SessionRecorder(recording: recording, counter: counter)
    summary = await ScenarioRunner.run(scenario, options: .repeatable(observers: [recorder]))
  }

  /// The kinds of the last snapshot's entries of a session, with tools' names: `prompt`, `toolCalls lookUp`.
  func shape(of session: Int = 0) throws -> [String] {
    let row = try recording.sessions()[session]
    guard let last = try recording.snapshots(of: row.id).last else { return [] }
    return try entries(last.id).map { entry in
      switch entry {
      case .toolCalls(let calls): "toolCalls " + calls.map(\.toolName).joined(separator: " ")
      case .toolOutput(let output): "toolOutput \(output.toolName)"
      default: entry.kind.rawValue
      }
    }
  }

  func entries(_ snapshot: SnapshotID) throws -> [Transcript.Entry] {
    try recording.entries(recording.entryIDs(of: snapshot)).map {
      Transcript.Entry(json: try JSONValue(parsing: $0.json))
    }
  }

  func texts(_ snapshot: SnapshotID) throws -> [String] { try entries(snapshot).map(\.text) }

  func inferences(of session: Int = 0) throws -> [InferenceRow] {
    try recording.inferences(of: recording.sessions()[session].id)
  }

  var events: [LiveEvent] {
    get throws { try recording.events().compactMap(LiveEvent.init) }
  }
}
