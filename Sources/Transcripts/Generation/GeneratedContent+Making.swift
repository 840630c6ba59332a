/// Ways to make content: of a kind, of properties or elements, of another value, of JSON (API §11).
extension GeneratedContent {
  /// - Parameter kind: The value. Of a structure only the properties named in `orderedKeys` are taken, one that is missing as null.
  public init(kind: Kind, id: GenerationID? = nil) {
    switch kind {
    case .null: self.init(storage: .plain(.null), id: id)
    case .bool(let bool): self.init(storage: .plain(.bool(bool)), id: id)
    case .number(let number): self.init(storage: .plain(.number(number)), id: id)
    case .string(let string): self.init(storage: .plain(.string(string)), id: id)
    case .array(let elements): self = .array(elements, id: id)
    case .structure(let properties, let orderedKeys):
      self = .structure(orderedKeys.map { ($0, properties[$0] ?? GeneratedContent(json: .null)) }, id: id)
    }
  }

  /// A structure of named properties, in the order of their first appearance; of two under one name the last counts.
  public init(
    properties: KeyValuePairs<String, any ConvertibleToGeneratedContent>, id: GenerationID? = nil
  ) {
    self.init(properties: properties.map { ($0.key, $0.value) }, id: id) { _, last in last }
  }

  /// A structure of named properties, in the order of their first appearance.
  ///
  /// - Parameter combine: Makes one value of two under the same name.
  public init<S: Sequence>(
    properties: S, id: GenerationID? = nil,
    uniquingKeysWith combine: (GeneratedContent, GeneratedContent) throws ->
      some ConvertibleToGeneratedContent
  ) rethrows where S.Element == (String, any ConvertibleToGeneratedContent) {
    var members: [(key: String, value: GeneratedContent)] = []
    var places: [String: Int] = [:]
    for (key, value) in properties {
      if let place = places[key] {
        members[place].value = try combine(members[place].value, value.generatedContent).generatedContent
      } else {
        places[key] = members.count
        members.append((key, value.generatedContent))
      }
    }
    self = .structure(members, id: id)
  }

  /// An array of elements, which need not be of one type.
  public init<S: Sequence>(elements: S, id: GenerationID? = nil)
  where S.Element == any ConvertibleToGeneratedContent {
    self = .array(elements.map(\.generatedContent), id: id)
  }

  /// The content of a value.
  public init(_ value: some ConvertibleToGeneratedContent) { self = value.generatedContent }

  /// The content of a value, under an id.
  public init(_ value: some ConvertibleToGeneratedContent, id: GenerationID) {
    self = value.generatedContent
    self.id = id
  }

  /// Reads a whole JSON text.
  ///
  /// - Throws: `ParsingError`, with the text as `rawContent` and the place of the fault in its words.
  public init(json text: String) throws {
    do {
      self.init(storage: .plain(try JSONValue(parsing: text.utf8)))
    } catch {
      throw ParsingError(
        rawContent: text, underlyingError: error, debugDescription: "The text is not JSON: \(error).")
    }
  }

  /// Content that is this JSON. (Stemma's addition.)
  public init(json value: JSONValue) { self.init(storage: .plain(value)) }
}
