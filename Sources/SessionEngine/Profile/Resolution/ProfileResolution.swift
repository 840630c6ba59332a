/// A walk through the bodies of a profile, from the outside in.
///
/// How it works: a profile without a body of its own is a `ProfileNode` and says itself what comes next. Every other one has a named type: it
/// opens a new place, and its body is visited. The path collects what tells personas apart (P7), the place what people call them. A chain
/// of modifiers is measured when its first is met, so that each knows its number.
struct ProfileResolution {
  var resolved = ResolvedProfile()
  /// Branches that stay taken whatever the body says now (P6).
  private let pins: [String: ResolvedProfile.Branch]
  private var path: [String] = []
  private var place = Place()
  private var walk = BodyWalk()

  /// Where in the source the walk is.
  struct Place {
    /// The named type whose body this is; nil outside any.
    fileprivate var type: String?
    /// The branch taken in that body.
    fileprivate var branch: Int?
    /// The modifier whose body this is, within `type`.
    fileprivate var modifier: String?
    /// What `profileName(_:)` says of what comes next.
    fileprivate var name: String?
    fileprivate var chain: Chain?

    /// What people call a profile here.
    fileprivate var persona: String {
      if let name { return name }
      let type = type ?? "Profile"
      return branch.map { "\(type).branch\($0)" } ?? type
    }
  }

  /// Modifiers one upon the other, outermost first.
  fileprivate struct Chain {
    var number = 0
    var count: Int
    /// `on Tutorial`, `in Debug`.
    var place: String
  }

  /// Which level the modifier stands at that `step(into:)` was called for.
  var level: String {
    guard let chain = place.chain else { return "profile" }
    return "modifier \(chain.number) of \(chain.count) \(chain.place)"
  }

  /// Visits a profile: a node, or a named type with a body.
  ///
  /// - Throws: What `BodyWalk` throws.
  mutating func visit(_ profile: some LanguageModelSession.DynamicProfile) throws {
    // The way back is never needed: a profile has one branch, and the walk ends at its end.
    try walk.descend()
    if let node = profile as? any ProfileNode {
      try node.resolve(into: &self)
    } else {
      try walk.enter(profile)
      let type = type(of: profile)
      noteName()
      path.append(Self.qualifiedName(of: type))
      place = Place(type: place.name ?? String(describing: type))
      try visit(profile.body)
    }
  }

  /// Visits what the body of a modifier makes of its content.
  mutating func visit<Modifier: LanguageModelSession.DynamicProfileModifier>(
    _ content: Modifier.Content, in modifier: Modifier
  ) throws {
    try walk.enter(modifier)
    try visit(modifier.body(content: content))
  }

  init(pinned: ResolvedProfile? = nil) {
    pins = pinned?.branches ?? [:]
  }

  /// The branch taken at the fork that the walk stands at: `branch`, unless another one is pinned there. It is remembered, to be pinned later.
  mutating func settle(_ branch: ResolvedProfile.Branch) -> ResolvedProfile.Branch {
    let fork = path.joined(separator: "/")
    let taken = pins[fork] ?? branch
    resolved.branches[fork] = taken
    return taken
  }

  /// Takes branch `number`, from 1, of the body.
  mutating func enter(branch number: Int) {
    path.append("branch\(number)")
    place.chain = nil
    if place.modifier == nil { place.branch = number }
  }

  /// Goes into the body of a modifier; returns where its content goes on.
  mutating func enter(modifier type: Any.Type) -> Place {
    path.append("~" + Self.qualifiedName(of: type))
    let outside = place
    place.chain = nil
    place.modifier = String(describing: type)
    return outside
  }

  /// Goes from a modifier's body to the content that it was applied to.
  mutating func leave(to outside: Place) {
    let name = place.name
    place = outside
    place.name = name ?? outside.name
  }

  /// Goes one modifier further in.
  mutating func step(into wrapper: some ProfileWrapper) {
    var chain = place.chain ?? measure(from: wrapper)
    // A name is no opinion that could win over another.
    if wrapper.name == nil { chain.number += 1 }
    place.chain = chain
    if let name = wrapper.name { place.name = name }
  }

  /// Arrives at the profile. History can't be written while its instructions are evaluated (S2).
  mutating func finish(with instructions: any DynamicInstructions) throws {
    resolved.name = place.persona
    noteName()
    resolved.identity = path.isEmpty ? "Profile" : path.joined(separator: "/")

    var collection = InstructionsCollection(walk: walk)
    if let context = SessionContext.current {
      try SessionContext.$current.withValue(context.limited(to: .historyReadOnly)) {
        try collection.collect(instructions)
      }
    } else {
      try collection.collect(instructions)
    }
    resolved.segments = collection.segments
    resolved.tools = collection.tools
  }

  /// A given name is part of the identity.
  private mutating func noteName() {
    if let name = place.name { path.append("'\(name)'") }
  }

  private func measure(from wrapper: some ProfileWrapper) -> Chain {
    var count = 0
    var name: String?
    var next: any LanguageModelSession.DynamicProfile = wrapper
    while true {
      if let wrapper = next as? any ProfileWrapper {
        if wrapper.name == nil { count += 1 }
        name = wrapper.name ?? name
        next = wrapper.wrapped
      } else if let erased = next as? LanguageModelSession.AnyDynamicProfile {
        next = erased.base
      } else {
        break
      }
    }
    if let name { return Chain(count: count, place: "on \(name)") }
    if !(next is any ProfileNode) {
      return Chain(count: count, place: "on \(String(describing: Swift.type(of: next)))")
    }
    return Chain(count: count, place: place.modifier.map { "in \($0)" } ?? "on \(place.persona)")
  }

  /// The type's name with the types around it, and without the module and the address of a local scope: the same in every run.
  private static func qualifiedName(of type: Any.Type) -> String {
    String(reflecting: type).split(separator: ".").dropFirst()
      .filter { !$0.hasPrefix("(unknown context at ") }
      .joined(separator: ".")
  }
}

/// A profile without a body: the engine's own leaves, forks and modifiers.
protocol ProfileNode {
  func resolve(into resolution: inout ProfileResolution) throws
}

/// A node around another profile: a modifier.
protocol ProfileWrapper: ProfileNode, LanguageModelSession.DynamicProfile {
  var wrapped: any LanguageModelSession.DynamicProfile { get }
  /// What it calls the profile inside, if it does.
  var name: String? { get }
}
