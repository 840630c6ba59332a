/// Evaluates profiles.
enum ProfileResolver {
  /// Evaluates the bodies of `profile` from the outside in, and those of the instructions it ends at.
  ///
  /// Has no effects of its own. Call it in the one task that runs the request, with `SessionContext.current` set, so that session
  /// properties are found; instructions are evaluated with the history read-only (S2).
  ///
  /// - Parameter pinned: An earlier evaluation whose branches stay taken: the persona remains, what its modifiers say is read anew (P6).
  static func resolve(
    _ profile: any LanguageModelSession.DynamicProfile, pinned: ResolvedProfile? = nil
  ) -> ResolvedProfile {
    var resolution = ProfileResolution(pinned: pinned)
    resolution.visit(profile)
    return resolution.resolved
  }
}
