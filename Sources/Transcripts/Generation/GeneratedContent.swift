/// Structured content that a model generated, or arguments of a tool call: a value as JSON has them, which keeps the order of
/// its keys and the spelling of its numbers (API §11).
///
/// Two contents are equal when their values are and both are complete or both are not: identity (`id`) does not count, so that a
/// transcript that was written and read again equals itself.
public struct GeneratedContent: Sendable {
  /// Stays the same while the content grows in a stream. Nil for content that was not generated.
  public var id: GenerationID?
  var storage: Storage
  private var isWhole: Bool

  /// A plain value, or one whose parts have something of their own to say (an id, that they are not finished).
  enum Storage: Sendable {
    case plain(JSONValue)
    case array([GeneratedContent])
    case structure([(key: String, value: GeneratedContent)])
  }

  init(storage: Storage, id: GenerationID? = nil, isComplete: Bool = true) {
    self.storage = storage
    self.id = id
    isWhole = isComplete
  }

  /// The shapes that generated content can have.
  public enum Kind: Equatable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([GeneratedContent])
    /// Properties by name, and the names in the order in which they were generated.
    case structure(properties: [String: GeneratedContent], orderedKeys: [String])
  }

  /// False while a stream is still generating this value, and for one that a stream left unfinished.
  public var isComplete: Bool { isWhole }

  public var kind: Kind {
    switch storage {
    case .plain(.null): .null
    case .plain(.bool(let bool)): .bool(bool)
    case .plain(.number(let text)): .number(Double(text) ?? .nan)
    case .plain(.string(let string)): .string(string)
    case .plain(.array), .array: .array(elements ?? [])
    case .plain(.object), .structure:
      .structure(
        properties: Self.byName(members ?? []),
        orderedKeys: (members ?? []).map(\.key).uniqued())
    }
  }

  /// The value as JSON, with its numbers as they were spelled. (Stemma's addition.)
  public var json: JSONValue {
    switch storage {
    case .plain(let json): json
    case .array(let elements): .array(elements.map(\.json))
    case .structure(let members): .object(members.map { JSONValue.Member($0.key, $0.value.json) })
    }
  }

  private static func byName(_ members: [(key: String, value: GeneratedContent)]) -> [String:
    GeneratedContent]
  {
    var properties: [String: GeneratedContent] = [:]
    for member in members { properties[member.key] = member.value }
    return properties
  }

  /// The elements of an array; nil for anything else.
  var elements: [GeneratedContent]? {
    switch storage {
    case .plain(.array(let values)):
      values.enumerated().map { index, value in
        GeneratedContent(storage: .plain(value), id: id?.at(.element(index)))
      }
    case .array(let elements):
      elements.enumerated().map { index, element in element.identified(id?.at(.element(index))) }
    default: nil
    }
  }

  /// The properties of a structure in their order; nil for anything else.
  var members: [(key: String, value: GeneratedContent)]? {
    switch storage {
    case .plain(.object(let members)):
      members.map { ($0.key, GeneratedContent(storage: .plain($0.value), id: id?.at(.property($0.key)))) }
    case .structure(let members): members.map { ($0.key, $0.value.identified(id?.at(.property($0.key)))) }
    default: nil
    }
  }

  /// A property of a structure; of one that stands there twice the last.
  func property(_ name: String) -> GeneratedContent? {
    switch storage {
    case .plain(let json):
      json[name].map { GeneratedContent(storage: .plain($0), id: id?.at(.property(name))) }
    case .structure(let members):
      members.last { $0.key == name }?.value.identified(id?.at(.property(name)))
    case .array: nil
    }
  }

  private func identified(_ inherited: GenerationID?) -> GeneratedContent {
    guard id == nil, let inherited else { return self }
    var copy = self
    copy.id = inherited
    return copy
  }

  /// True when `json` tells all there is to tell.
  private var isPlain: Bool {
    guard id == nil, isWhole, case .plain = storage else { return false }
    return true
  }

  static func array(_ elements: [GeneratedContent], id: GenerationID? = nil) -> GeneratedContent {
    let isComplete = elements.allSatisfy(\.isComplete)
    let storage: Storage =
      elements.allSatisfy(\.isPlain) ? .plain(.array(elements.map(\.json))) : .array(elements)
    return GeneratedContent(storage: storage, id: id, isComplete: isComplete)
  }

  static func structure(
    _ members: [(key: String, value: GeneratedContent)], id: GenerationID? = nil
  ) -> GeneratedContent {
    let isComplete = members.allSatisfy(\.value.isComplete)
    let storage: Storage =
      members.allSatisfy(\.value.isPlain)
      ? .plain(.object(members.map { JSONValue.Member($0.key, $0.value.json) })) : .structure(members)
    return GeneratedContent(storage: storage, id: id, isComplete: isComplete)
  }

  /// The same content, marked as not finished.
  var unfinished: GeneratedContent { GeneratedContent(storage: storage, id: id, isComplete: false) }
}

extension GeneratedContent: Equatable {
  public static func == (left: GeneratedContent, right: GeneratedContent) -> Bool {
    guard left.isWhole == right.isWhole else { return false }
    switch (left.storage, right.storage) {
    case (.array(let a), .array(let b)): return a == b
    case (.structure(let a), .structure(let b)):
      return byName(a) == byName(b)
    default: return left.json == right.json
    }
  }
}

extension GeneratedContent: CustomDebugStringConvertible {
  public var debugDescription: String { jsonString }
}

extension Array where Element: Hashable {
  /// Each element where it stands first.
  fileprivate func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
