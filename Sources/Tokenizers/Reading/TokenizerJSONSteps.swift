/// Reads the `normalizer` and the `pre_tokenizer` of a `tokenizer.json`.
struct TokenizerJSONSteps {
  let path: String
  private(set) var pipeline = TextPipeline()
  /// Whether the vocabulary is spelled in the byte alphabet.
  private(set) var isByteLevel = false

  init(path: String) { self.path = path }

  // MARK: Normalizers

  mutating func readNormalizer(_ cursor: JSONCursor) throws(TokenizerError) {
    var cursor = cursor
    if try cursor.null() { return }
    let members = try cursor.index()
    let type = try text("type", members, cursor)
    switch type {
    case "Sequence":
      for item in try items("normalizers", members, cursor) { try readNormalizer(item) }
    case "NFC":
      pipeline.normalizers.append(.nfc)
    case "Prepend":
      let prefix = Array(try text("prepend", members, cursor).utf8)
      pipeline.normalizers.append(.prepend(prefix))
      pipeline.prefixesSpace = true
    case "Replace":
      let pattern = try literal(members, cursor, of: "normalizer Replace")
      let content = Array(try text("content", members, cursor).utf8)
      pipeline.normalizers.append(.replace(pattern, by: content))
      if pattern == [0x20] { pipeline.spaceMark = content }
    default:
      throw .unsupported(path: path, kind: "normalizer \(type)")
    }
  }

  // MARK: Pre-tokenizers

  mutating func readPreTokenizer(_ cursor: JSONCursor) throws(TokenizerError) {
    var cursor = cursor
    if try cursor.null() { return }
    let members = try cursor.index()
    let type = try text("type", members, cursor)
    if isByteLevel {
      // What follows would see the stand-in characters instead of the text.
      throw .unsupported(path: path, kind: "pre_tokenizer \(type) behind ByteLevel")
    }
    switch type {
    case "Sequence":
      for item in try items("pretokenizers", members, cursor) { try readPreTokenizer(item) }
    case "ByteLevel":
      isByteLevel = true
      if try flag("add_prefix_space", members, cursor, otherwise: true) { add(.prefixSpace) }
      if try flag("use_regex", members, cursor, otherwise: true) { add(.split(.words(.gpt2), .isolated)) }
    case "Digits":
      let each = try flag("individual_digits", members, cursor, otherwise: false)
      add(.split(.words(WordPattern(family: .digits, digits: each ? 1 : .max)), .isolated))
    case "Whitespace": add(.split(.wordsOrSymbols, .kept))
    case "WhitespaceSplit": add(.split(.whitespace, .removed))
    case "Punctuation":
      let name = members["behavior"] == nil ? "Isolated" : try text("behavior", members, cursor)
      add(.split(.punctuation, try behavior(name, inverted: false)))
    case "CharDelimiterSplit":
      add(.split(.literal(Array(try text("delimiter", members, cursor).utf8)), .removed))
    case "Metaspace": try readMetaspace(members, cursor)
    case "Split":
      let name = try text("behavior", members, cursor)
      let inverted = try flag("invert", members, cursor, otherwise: false)
      add(.split(try pattern(members, cursor), try behavior(name, inverted: inverted)))
    default:
      throw .unsupported(path: path, kind: "pre_tokenizer \(type)")
    }
  }

  private mutating func add(_ step: PreTokenizer) { pipeline.preTokenizers.append(step) }

  private mutating func readMetaspace(
    _ members: [String: Int], _ cursor: JSONCursor
  ) throws(TokenizerError) {
    let mark = Array(try text("replacement", members, cursor).utf8)
    guard !mark.isEmpty else { throw cursor.malformed("empty replacement") }
    let prefixing: PreTokenizer.Prefixing
    if members["prepend_scheme"] != nil {
      let scheme = try text("prepend_scheme", members, cursor)
      switch scheme {
      case "always": prefixing = .always
      case "first": prefixing = .firstPiece
      case "never": prefixing = .never
      default: throw .unsupported(path: path, kind: "Metaspace prepend_scheme \(scheme)")
      }
    } else {
      prefixing = try flag("add_prefix_space", members, cursor, otherwise: true) ? .always : .never
    }
    add(.metaspace(mark: mark, prefixing))
    if try flag("split", members, cursor, otherwise: true) {
      add(.split(.literal(mark), .mergedWithNext))
    }
    pipeline.spaceMark = mark
    if prefixing != .never { pipeline.prefixesSpace = true }
  }

  private func behavior(
    _ name: String, inverted: Bool
  ) throws(TokenizerError) -> PreTokenizer.Behavior {
    switch (name, inverted) {
    case ("Isolated", _): return .isolated
    case ("Removed", false): return .removed
    case ("Removed", true): return .kept
    case ("Contiguous", false): return .contiguous
    case ("MergedWithPrevious", false): return .mergedWithPrevious
    case ("MergedWithNext", false): return .mergedWithNext
    default: throw .unsupported(path: path, kind: "split behavior \(name)\(inverted ? ", inverted" : "")")
    }
  }

  private func pattern(
    _ members: [String: Int], _ cursor: JSONCursor
  ) throws(TokenizerError) -> PreTokenizer.Pattern {
    let (kind, spelled) = try taggedPattern(members, cursor)
    if kind == "String", !spelled.isEmpty { return .literal(Array(spelled.utf8)) }
    if kind == "Regex" {
      if let words = WordPattern.known(regex: spelled) { return .words(words) }
      if spelled == #"\s+"# { return .whitespace }
      if spelled == #"\w+|[^\w\s]+"# { return .wordsOrSymbols }
    }
    throw .unsupported(path: path, kind: "pre_tokenizer Split of \(kind) \(spelled.prefix(60))")
  }

  // MARK: Members

  private func literal(
    _ members: [String: Int], _ cursor: JSONCursor, of what: String
  ) throws(TokenizerError) -> [UInt8] {
    let (kind, spelled) = try taggedPattern(members, cursor)
    guard kind == "String", !spelled.isEmpty else {
      throw .unsupported(path: path, kind: "\(what) of \(kind) \(spelled.prefix(60))")
    }
    return Array(spelled.utf8)
  }

  private func taggedPattern(
    _ members: [String: Int], _ cursor: JSONCursor
  ) throws(TokenizerError) -> (kind: String, spelled: String) {
    guard let offset = members["pattern"] else { throw cursor.malformed("no \"pattern\"") }
    var value = cursor.at(offset)
    if try value.kind() == .string { return ("String", try value.text()) }
    var found: (String, String)?
    try value.members { cursor, key throws(TokenizerError) in
      found = (String(decoding: key, as: UTF8.self), try cursor.text())
    }
    guard let found else { throw value.malformed("empty \"pattern\"") }
    return found
  }

  private func items(
    _ name: String, _ members: [String: Int], _ cursor: JSONCursor
  ) throws(TokenizerError) -> [JSONCursor] {
    guard let offset = members[name] else { throw cursor.malformed("no \"\(name)\"") }
    var value = cursor.at(offset)
    var items: [JSONCursor] = []
    try value.elements { cursor throws(TokenizerError) in
      items.append(cursor)
      try cursor.skip()
    }
    return items
  }

  private func text(
    _ name: String, _ members: [String: Int], _ cursor: JSONCursor
  ) throws(TokenizerError) -> String {
    guard let offset = members[name] else { throw cursor.malformed("no \"\(name)\"") }
    var value = cursor.at(offset)
    return try value.text()
  }

  private func flag(
    _ name: String, _ members: [String: Int], _ cursor: JSONCursor, otherwise: Bool
  ) throws(TokenizerError) -> Bool {
    guard let offset = members[name] else { return otherwise }
    var value = cursor.at(offset)
    return try value.boolean()
  }
}
