/// Evaluates profiles.
enum ProfileResolver {
  /// Evaluates the bodies of `profile` from the outside in, and those of the instructions it ends at.
  ///
  /// Has no effects of its own. Call it in the one task that runs the request, with `SessionContext.current` set, so that session
  /// properties are found; instructions are evaluated with the history read-only (S2).
  ///
  /// Belongs where the bodies do: on an actor, or anywhere.
  ///
  /// - Parameter pinned: An earlier evaluation whose branches stay taken: the persona remains, what its modifiers say is read anew (P6).
  /// - Throws: `ForeignBody` when a body belongs to an actor that the caller is not on; `SessionLimitError.profileTooDeep` when one holds
  ///   itself.
  static func resolve(
    _ profile: any LanguageModelSession.DynamicProfile, pinned: ResolvedProfile? = nil
  ) throws -> ResolvedProfile {
    var resolution = ProfileResolution(pinned: pinned)
    try resolution.visit(profile)
    return resolution.resolved
  }
}
