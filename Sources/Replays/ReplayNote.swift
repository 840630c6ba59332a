import Recordings

/// What a recording tells of the scenario that its session ran in, so that it can be run in it again, and of the session it replays.
public enum ReplayNote {
  private static let name = "scenario.name"
  private static let text = "scenario.json5"

  /// Keeps a scenario in a recording.
  /// - Throws: `RecordingError`, where it cannot be written.
  public static func keep(name: String, json5: String, in recording: Recording) throws {
    try recording.write { writer in
      try writer.setMeta(self.name, name)
      try writer.setMeta(text, json5)
    }
  }

  /// The scenario of a recording, its name and its JSON5; nil for a recording that keeps none.
  public static func scenario(of recording: Recording) throws(RecordingError) -> (
    name: String, json5: String
  )? {
    guard let json5 = try recording.meta(text) else { return nil }
    return (try recording.meta(name) ?? "scenario", json5)
  }

  /// Says which session a recording's session replays.
  /// - Throws: `RecordingError`, where it cannot be written.
  public static func keep(replayOf path: String, session: SessionRow, in recording: Recording) throws {
    try recording.write { writer in
      try writer.setMeta("replay.of", path)
      try writer.setMeta("replay.session", session.uuid)
    }
  }
}
