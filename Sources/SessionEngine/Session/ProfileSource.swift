import Transcripts

/// What a session evaluates before every inference: its profile, and where its instructions come from.
///
/// How isolation works: most profiles belong nowhere, and are evaluated by the task that runs the request, on whatever thread. A profile, modifier
/// or instructions whose conformance is isolated (`struct P: @MainActor DynamicProfile`) is found out by the walk through its bodies, which
/// ends there with `ForeignBody`; then all of it is evaluated again on the profile's actor, then and ever after, and what it made of the
/// history is computed there, too. Which actor that is can't be asked of a type: it is the one that the session was made on, or the
/// main actor. Nobody else waits for an actor, so that a program may block its main thread on a session whose profile is not the main actor's.
///
/// Unchecked, because a profile need not be Sendable: it was sent to the session, and the lock lets one task at a time evaluate it. What comes
/// of an evaluation is used by the task that runs the request, one after the other.
final class ProfileSource: @unchecked Sendable {
  private let profile: any LanguageModelSession.DynamicProfile
  /// For a profile that names no model.
  let model: Resolved<any LanguageModel>
  /// The session was restored with a transcript whose instructions stay as they are; the profile has only the tools.
  let keepsInstructions: Bool
  /// The actor that the session was made on.
  private let origin: (any Actor)?
  /// The actor that the profile turned out to belong to.
  private let home = Locked<(any Actor)?>(nil)
  private let turn = Locked(())

  /// The profile that was active last, for its `onDeactivate`. Touched only by the task that runs a request.
  var active: ResolvedProfile?

  init(
    profile: any LanguageModelSession.DynamicProfile, model: Resolved<any LanguageModel>,
    keepsInstructions: Bool = false, origin: (any Actor)? = nil
  ) {
    self.profile = profile
    self.model = model
    self.keepsInstructions = keepsInstructions
    self.origin = origin
  }

  /// Evaluates the profile where it belongs.
  ///
  /// - Parameter pinned: What the profile was when its persona was chosen, and must still be (P6).
  /// - Throws: `SessionPropertyError` when the evaluation wrote the history (S2), `SessionLimitError.profileTooDeep`, and
  ///   `ProfileIsolationError` when nobody knows the profile's actor.
  func resolve(
    for values: SessionPropertyValues, pinned: ResolvedProfile? = nil
  ) async throws -> ResolvedProfile {
    let pinned = Handed(pinned)
    return try await atHome { Handed(try self.resolveHere(for: values, pinned: pinned.value)) }.value
  }

  /// Evaluates the profile where the caller is.
  ///
  /// - Throws: `ForeignBody` when it doesn't belong there; else as `resolve(for:pinned:)`.
  func resolveHere(
    for values: SessionPropertyValues, pinned: ResolvedProfile? = nil
  ) throws -> ResolvedProfile {
    try inTurn { try evaluate(for: values, pinned: pinned) }
  }

  /// Applies a profile's transforms, from the outside in (H1), where the profile belongs.
  ///
  /// - Throws: `SessionPropertyError` when a transform wrote the history.
  func transform(
    _ transcript: Transcript, by profile: ResolvedProfile, for values: SessionPropertyValues
  ) async throws -> Transcript {
    guard !profile.historyTransforms.isEmpty else { return transcript }
    let profile = Handed(profile)
    return try await atHome { [transcript] in
      Handed(try self.inTurn { try self.apply(profile.value, to: transcript, for: values) })
    }.value
  }

  /// Evaluates the profile and applies its transforms where it belongs, without a request: in one turn, so that no request's hooks run
  /// meanwhile.
  ///
  /// - Parameter transcript: What the transforms are applied to; nil when it is too late for that.
  /// - Throws: As `resolve(for:pinned:)`.
  func render(
    for values: SessionPropertyValues, _ transcript: @Sendable (ResolvedProfile) -> Transcript?
  ) async throws -> (profile: ResolvedProfile, sent: Transcript)? {
    try await atHome { Handed(try self.renderHere(for: values, transcript)) }.value
  }

  /// The same where the caller is.
  ///
  /// - Throws: `ForeignBody` when the profile doesn't belong there.
  func renderHere(
    for values: SessionPropertyValues, _ transcript: (ResolvedProfile) -> Transcript?
  ) throws -> (profile: ResolvedProfile, sent: Transcript)? {
    try inTurn {
      let profile = try evaluate(for: values, pinned: nil)
      guard let transcript = transcript(profile) else { return nil }
      return (profile, try apply(profile, to: transcript, for: values))
    }
  }

  private func inTurn<Result>(_ body: () throws -> Result) rethrows -> Result {
    try turn.withLock { _ in try body() }
  }

  private func evaluate(for values: SessionPropertyValues, pinned: ResolvedProfile?) throws -> ResolvedProfile
  {
    let context = SessionContext(values: values, access: .historyReadOnly)
    let resolved = try SessionContext.$current.withValue(context) {
      try ProfileResolver.resolve(profile, pinned: pinned)
    }
    try context.check()
    // A persona that was not chosen by a branch (but by an erased type, say) cannot be evaluated any more; it stays as it was.
    if let pinned, pinned.identity != resolved.identity { return pinned }
    return resolved
  }

  private func apply(
    _ profile: ResolvedProfile, to transcript: Transcript, for values: SessionPropertyValues
  ) throws -> Transcript {
    guard !profile.historyTransforms.isEmpty else { return transcript }
    let context = SessionContext(values: values, access: .historyReadOnly)
    let entries = SessionContext.$current.withValue(context) {
      profile.historyTransforms.reduce(transcript.entries) { entries, transform in transform(entries) }
    }
    try context.check()
    return Transcript(entries: entries)
  }
}

// Where the profile belongs.
extension ProfileSource {
  /// Runs `body` where the caller is, and where it meets a foreign body there, on the actor that this belongs to; from then on there at once.
  ///
  /// - Throws: What `body` throws, and `ProfileIsolationError`.
  private func atHome<Value>(_ body: @Sendable () throws -> Handed<Value>) async throws -> Handed<Value> {
    if let home = home.withLock({ $0 }) { return try await run(on: home, body) }
    var foreign: ForeignBody
    do {
      return try body()
    } catch let error as ForeignBody {
      foreign = error
    }
    let main: any Actor = MainActor.shared
    for actor in [origin, main].compactMap(\.self) {
      do {
        let value = try await run(on: actor, body)
        home.withLock { $0 = actor }
        return value
      } catch let error as ForeignBody {
        foreign = error
      }
    }
    throw ProfileIsolationError(type: String(describing: foreign.type))
  }

  private func run<Value>(
    on actor: isolated any Actor, _ body: @Sendable () throws -> Handed<Value>
  ) throws -> Handed<Value> {
    try body()
  }
}

/// What goes with a request's task from one actor to another. Unchecked, because the task is in one place at a time.
private struct Handed<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
