/// Equality as JSON means it: the order of keys and the spelling of a number make no difference, and of a key that stands twice the
/// last one counts. So a value that went through a coder equals the one that went in. Where spelling matters, compare `text()`.
extension JSONValue {
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    // Not `a == b`: a composed and a decomposed é are different texts to a model.
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    case (.number(let a), .number(let b)): a == b || Magnitude(a) == Magnitude(b)
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)): a == b || members(a) == members(b)
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let bool): hasher.combine(bool)
    case .number(let text): hasher.combine(Magnitude(text))
    case .string(let string): hasher.combine(string)
    case .array(let elements): hasher.combine(elements)
    case .object(let members): hasher.combine(Self.members(members))
    }
  }

  private static func members(_ members: [Member]) -> [String: JSONValue] {
    Dictionary(members.map { ($0.key, $0.value) }) { _, last in last }
  }

  /// What a number is, whatever its spelling: a whole number that fits (a seed may need all 64 bits), else a floating-point number as coders keep it.
  private enum Magnitude: Hashable {
    case whole(Int)
    case large(UInt64)
    case real(Double)
    case text(String)

    init(_ text: String) {
      if let whole = Int(text) {
        self = .whole(whole)
      } else if let large = UInt64(text) {
        self = .large(large)
      } else if let real = Double(text) {
        self =
          Int(exactly: real).map(Magnitude.whole) ?? UInt64(exactly: real).map(Magnitude.large) ?? .real(real)
      } else {
        self = .text(text)
      }
    }
  }
}
