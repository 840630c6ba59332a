/// What the walk through the bodies of a profile and the one through those of its instructions both keep to: how deep they go, and that no
/// body is evaluated away from its actor.
struct BodyWalk {
  /// The most levels: bodies, modifiers, branches and erased types. More than anybody writes, and few enough for a thread's stack, of which a
  /// level takes up to 1 KiB when nothing is optimised.
  static let limit = 2_000

  private var depth = 0
  /// The named type whose body was entered last.
  private var innermost: Any.Type?

  /// Goes one level further in.
  ///
  /// - Throws: `SessionLimitError.profileTooDeep` where a body holds itself without end.
  mutating func descend() throws {
    guard depth < Self.limit else {
      throw SessionLimitError.profileTooDeep(
        type: innermost.map { String(describing: $0) } ?? "Profile", limit: Self.limit)
    }
    depth += 1
  }

  mutating func ascend() { depth -= 1 }

  /// Goes into the body of a profile.
  ///
  /// - Throws: `ForeignBody` where the profile belongs to an actor that the caller is not on.
  mutating func enter<Owner: LanguageModelSession.DynamicProfile>(_ owner: Owner) throws {
    innermost = Owner.self
    if !isProfile(owner) { throw ForeignBody(type: Owner.self) }
  }

  /// The same for instructions.
  mutating func enter<Owner: DynamicInstructions>(_ owner: Owner) throws {
    innermost = Owner.self
    if !isInstructions(owner) { throw ForeignBody(type: Owner.self) }
  }

  /// The same for a modifier.
  mutating func enter<Owner: LanguageModelSession.DynamicProfileModifier>(_ owner: Owner) throws {
    innermost = Owner.self
    if !isModifier(owner) { throw ForeignBody(type: Owner.self) }
  }
}

/// A body belongs to an actor that the evaluation is not on; it has to be done again there.
struct ForeignBody: Error {
  var type: Any.Type
}

// Whether a conformance holds where the caller is: a cast to a protocol fails where the conformance is isolated to another actor (SE-0470). That is
// all a running program can know of it, for a type by itself has no isolation. The compiler must not see the value's type, or it would take the
// answer for granted.

@inline(never) @_optimize(none)
private func isProfile(_ value: Any) -> Bool { value is any LanguageModelSession.DynamicProfile }

@inline(never) @_optimize(none)
private func isInstructions(_ value: Any) -> Bool { value is any DynamicInstructions }

@inline(never) @_optimize(none)
private func isModifier(_ value: Any) -> Bool { value is any LanguageModelSession.DynamicProfileModifier }
