import Transcripts

/// What a session evaluates before every inference: its profile, and where its instructions come from.
///
/// Unchecked, because a profile need not be Sendable: it was sent to the session, and the lock lets one task at a time evaluate it. What comes
/// of an evaluation is used by the task that runs the request, one after the other.
final class ProfileSource: @unchecked Sendable {
  private let profile: any LanguageModelSession.DynamicProfile
  /// For a profile that names no model.
  let model: Resolved<any LanguageModel>
  /// The session was restored with a transcript whose instructions stay as they are; the profile has only the tools.
  let keepsInstructions: Bool
  private let turn = Locked(())

  /// The profile that was active last, for its `onDeactivate`. Touched only by the task that runs a request.
  var active: ResolvedProfile?

  init(
    profile: any LanguageModelSession.DynamicProfile, model: Resolved<any LanguageModel>,
    keepsInstructions: Bool = false
  ) {
    self.profile = profile
    self.model = model
    self.keepsInstructions = keepsInstructions
  }

  /// Evaluates the profile.
  ///
  /// - Parameter pinned: What the profile was when its persona was chosen, and must still be (P6).
  /// - Throws: `SessionPropertyError` when the evaluation wrote the history (S2).
  func resolve(for values: SessionPropertyValues, pinned: ResolvedProfile? = nil) throws -> ResolvedProfile {
    let context = SessionContext(values: values, access: .historyReadOnly)
    let resolved = inTurn { SessionContext.$current.withValue(context) { evaluate(pinned: pinned) } }
    try context.check()
    return resolved
  }

  /// Applies a profile's transforms, from the outside in (H1).
  ///
  /// - Throws: `SessionPropertyError` when a transform wrote the history.
  func transform(
    _ transcript: Transcript, by profile: ResolvedProfile, for values: SessionPropertyValues
  ) throws -> Transcript {
    guard !profile.historyTransforms.isEmpty else { return transcript }
    let context = SessionContext(values: values, access: .historyReadOnly)
    let entries = inTurn {
      SessionContext.$current.withValue(context) {
        profile.historyTransforms.reduce(transcript.entries) { entries, transform in transform(entries) }
      }
    }
    try context.check()
    return Transcript(entries: entries)
  }

  private func inTurn<Result>(_ body: () -> Result) -> Result {
    turn.withLock { _ in body() }
  }

  private func evaluate(pinned: ResolvedProfile?) -> ResolvedProfile {
    let resolved = ProfileResolver.resolve(profile, pinned: pinned)
    // A persona that was not chosen by a branch (but by an erased type, say) cannot be evaluated any more; it stays as it was.
    if let pinned, pinned.identity != resolved.identity { return pinned }
    return resolved
  }
}
