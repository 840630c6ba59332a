/// What the readers of hand-written files need: values of the kind they want, or an error that says what is allowed there.
extension JSON5Node {
  /// An error at this node.
  public func fault(_ message: String) -> JSON5Error { JSON5Error(message, at: position) }

  /// What the node is, as a person says it: `a text`, `an object`, `null` …
  public var kindWords: String {
    switch value {
    case .null: "null"
    case .bool(let bool): bool ? "true" : "false"
    case .number: "a number"
    case .string: "a text"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The members of an object whose keys are all among `keys`.
  ///
  /// - Parameter what: what the object is, for the error: `a rule`.
  /// - Throws: `JSON5Error` for something else than an object, and for the first key that is not known, with those that are.
  public func members(of what: String, allowing keys: [String]) throws(JSON5Error) -> [Member] {
    guard let members else { throw wrong("\(what): an object with \(Self.list(keys))") }
    for member in members where !keys.contains(member.key) {
      throw JSON5Error(
        "“\(JSON5Error.shown(member.key))” is not known in \(what); it may have \(Self.list(keys))",
        at: member.keyPosition)
    }
    return members
  }

  /// The text, or the error that says that `what` is a text.
  public func string(_ what: String) throws(JSON5Error) -> String {
    guard let string = stringValue else { throw wrong("\(what), a text") }
    return string
  }

  public func bool(_ what: String) throws(JSON5Error) -> Bool {
    guard let bool = boolValue else { throw wrong("\(what), true or false") }
    return bool
  }

  /// A finite number within the range.
  public func double(_ what: String, in range: ClosedRange<Double>) throws(JSON5Error) -> Double {
    guard let double = doubleValue, range.contains(double) else {
      throw wrong("\(what), a number from \(Self.plain(range.lowerBound)) to \(Self.plain(range.upperBound))")
    }
    return double
  }

  /// A whole number within the range.
  public func int(_ what: String, in range: ClosedRange<Int>) throws(JSON5Error) -> Int {
    guard let int = intValue, range.contains(int) else {
      throw wrong("\(what), a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return int
  }

  public func array(_ what: String) throws(JSON5Error) -> [JSON5Node] {
    guard let elements else { throw wrong("\(what), an array") }
    return elements
  }

  /// One of some words.
  public func choice(_ what: String, of words: [String]) throws(JSON5Error) -> String {
    guard let word = stringValue, words.contains(word) else {
      throw wrong("\(what): \(Self.list(words, last: "or"))")
    }
    return word
  }

  /// `“x” where … should stand`.
  private func wrong(_ wanted: String) -> JSON5Error {
    let found: String =
      switch value {
      case .string(let string): "“\(JSON5Error.shown(string))”"
      case .number(let text): text
      default: kindWords
      }
    return fault("\(found) where \(wanted) should stand")
  }

  private static func list(_ words: [String], last: String = "and") -> String {
    guard words.count > 1, let final = words.last else { return words.first ?? "nothing" }
    return words.dropLast().joined(separator: ", ") + " \(last) " + final
  }

  private static func plain(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? number.description
  }
}
