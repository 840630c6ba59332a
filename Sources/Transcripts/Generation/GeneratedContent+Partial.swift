extension GeneratedContent {
  /// Reads JSON text that may have been cut anywhere, as it comes out of a stream (M7). (Stemma's addition.)
  ///
  /// What has come so far is there, and `isComplete` is false for every value that is still growing: a text up to the last whole
  /// character, an array or structure with what is in it. A number or word that could go on is left out, and so is a name
  /// without a value. Nothing at all is an unfinished null. A text that is whole is complete.
  ///
  /// - Throws: `ParsingError` where no ending would make the text JSON.
  public init(partialJSON text: String) throws {
    var text = text
    self = try text.withUTF8 { try PartialJSON.content(of: $0) }
  }

  /// The same for bytes, which may end inside a character.
  package init(partialJSON bytes: some Sequence<UInt8>) throws {
    self = try Array(bytes).withUnsafeBufferPointer { try PartialJSON.content(of: $0) }
  }
}

/// Reads JSON up to where it ends early. The scanner tells an early end from a fault; this puts together what came before it.
private struct PartialJSON {
  private var scanner: JSONScanner
  private var depth = 0

  /// What came of a value.
  private enum Outcome {
    case whole(GeneratedContent)
    /// The text ended inside it; nil when there is nothing to show yet.
    case cut(GeneratedContent?)
  }

  static func content(of text: UnsafeBufferPointer<UInt8>) throws -> GeneratedContent {
    var reading = PartialJSON(scanner: JSONScanner(text: text, position: 0))
    do throws(JSONError) {
      reading.scanner.skipSpace()
      switch try reading.value(isRoot: true) {
      case .cut(let content): return content ?? GeneratedContent(json: .null).unfinished
      case .whole(let content):
        reading.scanner.skipSpace()
        if reading.scanner.peek != nil { throw JSONError(.trailingContent, at: reading.scanner.position) }
        return content
      }
    } catch {
      throw ParsingError(error.located(in: text), in: text)
    }
  }

  private typealias ParsingError = GeneratedContent.ParsingError

  private mutating func value(isRoot: Bool = false) throws(JSONError) -> Outcome {
    switch scanner.peek {
    case nil: return .cut(nil)
    case UInt8(ascii: "{"): return try nested { (reading) throws(JSONError) in try reading.structure() }
    case UInt8(ascii: "["): return try nested { (reading) throws(JSONError) in try reading.array() }
    case UInt8(ascii: "\""):
      switch try string() {
      case (let text, true): return .whole(GeneratedContent(json: .string(text)))
      case (let text, false): return .cut(GeneratedContent(json: .string(text)).unfinished)
      }
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number(isRoot: isRoot)
    }
  }

  private mutating func nested(
    _ read: (inout PartialJSON) throws(JSONError) -> Outcome
  ) throws(JSONError) -> Outcome {
    guard depth < JSONTape.depthLimit else {
      throw JSONError(.tooDeep(limit: JSONTape.depthLimit), at: scanner.position)
    }
    depth += 1
    scanner.position += 1
    scanner.skipSpace()
    let outcome = try read(&self)
    depth -= 1
    return outcome
  }

  private mutating func array() throws(JSONError) -> Outcome {
    var elements: [GeneratedContent] = []
    if scanner.peek == UInt8(ascii: "]") {
      scanner.position += 1
      return .whole(.array([]))
    }
    while true {
      switch try value() {
      case .cut(let element):
        return .cut(GeneratedContent.array(elements + (element.map { [$0] } ?? [])).unfinished)
      case .whole(let element): elements.append(element)
      }
      switch try separator(or: UInt8(ascii: "]")) {
      case nil: return .cut(GeneratedContent.array(elements).unfinished)
      case .some(false): return .whole(.array(elements))
      case .some(true): continue
      }
    }
  }

  private mutating func structure() throws(JSONError) -> Outcome {
    var members: [(key: String, value: GeneratedContent)] = []
    if scanner.peek == UInt8(ascii: "}") {
      scanner.position += 1
      return .whole(.structure([]))
    }
    while true {
      guard let byte = scanner.peek else { return .cut(GeneratedContent.structure(members).unfinished) }
      guard byte == UInt8(ascii: "\"") else {
        throw JSONError(.unexpected(JSONScanner.describe(byte), expected: "a key"), at: scanner.position)
      }
      let (key, isWhole) = try string()
      scanner.skipSpace()
      guard isWhole, scanner.peek != nil else {
        return .cut(GeneratedContent.structure(members).unfinished)
      }
      try scanner.expect(UInt8(ascii: ":"), "a colon")
      scanner.skipSpace()
      switch try value() {
      case .cut(let value):
        if let value { members.append((key, value)) }
        return .cut(GeneratedContent.structure(members).unfinished)
      case .whole(let value): members.append((key, value))
      }
      switch try separator(or: UInt8(ascii: "}")) {
      case nil: return .cut(GeneratedContent.structure(members).unfinished)
      case .some(false): return .whole(.structure(members))
      case .some(true): continue
      }
    }
  }

  /// True for a comma, false for the end of the container, nil for the end of the text.
  private mutating func separator(or end: UInt8) throws(JSONError) -> Bool? {
    scanner.skipSpace()
    guard let byte = scanner.peek else { return nil }
    guard byte == UInt8(ascii: ",") || byte == end else {
      throw JSONError(
        .unexpected(JSONScanner.describe(byte), expected: "a comma or the end"), at: scanner.position)
    }
    scanner.position += 1
    scanner.skipSpace()
    return byte != end
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> Outcome {
    guard try fits({ (scanner) throws(JSONError) in try scanner.literal(word) }) else { return .cut(nil) }
    return .whole(GeneratedContent(json: value))
  }

  private mutating func number(isRoot: Bool) throws(JSONError) -> Outcome {
    let start = scanner.position
    guard let first = scanner.peek, first == UInt8(ascii: "-") || (0x30...0x39).contains(first) else {
      let found = scanner.peek.map(JSONScanner.describe) ?? "the end"
      throw JSONError(.unexpected(found, expected: "a value"), at: start)
    }
    guard try fits({ (scanner) throws(JSONError) in try scanner.number() }) else { return .cut(nil) }
    // More digits may follow, unless this is all there is.
    guard isRoot || scanner.peek != nil else { return .cut(nil) }
    let text = String(decoding: scanner.text[start..<scanner.position], as: UTF8.self)
    return .whole(GeneratedContent(json: .number(text)))
  }

  /// A string's text, and whether its end is there.
  private mutating func string() throws(JSONError) -> (text: String, isWhole: Bool) {
    let start = scanner.position + 1
    let isWhole = try fits { (scanner) throws(JSONError) in _ = try scanner.string() }
    let end = isWhole ? scanner.position - 1 : wholeCharacters(from: start)
    var bytes: [UInt8] = []
    if start < end {
      JSONText.unescape(UnsafeBufferPointer(rebasing: scanner.text[start..<end]), into: &bytes)
    }
    return (String(decoding: bytes, as: UTF8.self), isWhole)
  }

  /// True when what should be here is here; false when the text ends inside it.
  private mutating func fits(
    _ scan: (inout JSONScanner) throws(JSONError) -> Void
  ) throws(JSONError) -> Bool {
    do throws(JSONError) {
      try scan(&scanner)
      return true
    } catch {
      guard case .endsEarly = error.reason else { throw error }
      return false
    }
  }

  /// Where the last whole character of a string without an end ends.
  private func wholeCharacters(from start: Int) -> Int {
    let text = scanner.text
    var at = start
    while at < text.count {
      let length: Int
      switch text[at] {
      case UInt8(ascii: "\\"):
        guard at + 1 < text.count else { return at }
        length = text[at + 1] == UInt8(ascii: "u") ? escapeLength(at) : 2
      case 0xF0...: length = 4
      case 0xE0...: length = 3
      case 0xC0...: length = 2
      default: length = 1
      }
      guard at + length <= text.count else { return at }
      at += length
    }
    return at
  }

  /// Bytes of a `\u` escape; twelve for the first half of a pair whose second half is or may be coming.
  private func escapeLength(_ at: Int) -> Int {
    let text = scanner.text
    guard at + 6 <= text.count else { return 6 }
    let unit = text[(at + 2)..<(at + 6)].reduce(0) { $0 << 4 | Int(JSONScanner.hex($1) ?? 0) }
    guard (0xD800..<0xDC00).contains(unit) else { return 6 }
    let rest = text[(at + 6)...].prefix(2)
    return zip(rest, "\\u".utf8).allSatisfy(==) ? 12 : 6
  }
}

extension GeneratedContent.ParsingError {
  fileprivate init(_ error: JSONError, in text: UnsafeBufferPointer<UInt8>) {
    self.init(
      rawContent: String(decoding: text, as: UTF8.self), underlyingError: error,
      debugDescription: "The text is not the beginning of JSON: \(error).")
  }
}
