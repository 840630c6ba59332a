import Transcripts

/// Reads documents of the public JSON form, entry by entry, and remembers the last one: of the next document, entries that stand
/// in the same bytes are recognised by comparing memory and not read again.
///
/// How this works: the outer objects are walked by hand until an array of entries is found, at the top or under `entries` (the
/// plain envelope, every wrapper around it, and bare arrays). For each entry the reader first looks whether the bytes at this
/// place are the ones of the entry that followed the last recognised one in the document before. If so, it is the same entry and
/// is stepped over whole; else it is scanned. A JSON object ends with its own brace, so that equal bytes are equal entries.
/// Dumps of one growing session share nearly all their entries, which makes reading a folder of them as fast as comparing it.
public struct TranscriptReader {
  /// One document.
  public struct Document: Sendable {
    public var envelope: TranscriptEnvelope
    /// What the `entry` closure gave for each entry, in order.
    public var entries: [Int]
    /// Where the document stands in the text; more may follow after it.
    public var start: Int
    public var end: Int
    /// Hashes of the entries' keys in the file's order and sorted; see `EntryScanner.keyOrder`.
    public var keyOrders: [UInt64: UInt64]
    /// True when two entries with the same keys had them in different orders.
    public var shufflesKeys: Bool
  }

  private struct Span {
    var start: Int
    var end: Int
    var handle: Int
  }

  private var scanner = EntryScanner()
  private var spans: [Span] = []
  private var lastText: [UInt8] = []
  private var lastSpans: [Span] = []
  private var lastPlaces: [Int: Int] = [:]
  private var lastKeyOrders: [UInt64: UInt64] = [:]
  private var lastEnvelope: TranscriptEnvelope?
  private var lastHead: [UInt8] = []
  private var tape = JSONPiece()

  public init() {}

  /// Reads the document that starts at `position`.
  ///
  /// - Parameters:
  ///   - file: its name, for errors.
  ///   - entry: called for every entry that was not recognised; gives the handle by which the caller knows the entry.
  /// - Throws: `TranscriptFileError`, and what `entry` throws.
  public mutating func read(
    _ text: UnsafeBufferPointer<UInt8>, at position: Int = 0, file: String,
    entry: (inout EntryScanner) throws -> Int
  ) throws -> Document {
    spans.removeAll(keepingCapacity: true)
    var walk = Walk(text: text, file: file, position: position)
    var found = Found()
    let outer = try value(&walk, path: [], found: &found, entry)
    guard let path = found.path else {
      throw TranscriptFileError.notATranscript(
        file: file, resemblance: Resemblance.name(keys: found.outerKeys))
    }
    // A dump of the same session begins like the one before and is laid out like it; only another one is worth a look.
    let document = UnsafeBufferPointer(rebasing: text[position...])
    if lastEnvelope?.outer != outer || lastEnvelope?.path != path
      || !lastHead.elementsEqual(document.prefix(64))
    {
      lastEnvelope = TranscriptEnvelope(outer: outer, path: path, style: .detected(in: document))
      lastHead = Array(document.prefix(64))
    }
    let envelope = lastEnvelope ?? TranscriptEnvelope(outer: outer, path: path, style: .compact)
    if path.count >= 2, envelope.version == nil, let version = envelope.versionText {
      throw TranscriptFileError.unsupportedVersion(file: file, version: version)
    }
    return Document(
      envelope: envelope, entries: spans.map(\.handle), start: position, end: walk.position,
      keyOrders: found.keyOrders,
      shufflesKeys: found.shufflesKeys)
  }

  /// Keeps this document's bytes, so that the next one is compared with it. Takes the array over and gives the last one back, to be
  /// filled again.
  ///
  /// - Parameter start: where `text` began in the text that was read; 0 when it is all of it.
  public mutating func remember(
    _ text: consuming [UInt8], from start: Int = 0, keyOrders: [UInt64: UInt64]
  ) -> [UInt8] {
    swap(&spans, &lastSpans)
    lastPlaces.removeAll(keepingCapacity: true)
    for index in lastSpans.indices {
      lastSpans[index].start -= start
      lastSpans[index].end -= start
      lastPlaces[lastSpans[index].handle] = index
    }
    lastKeyOrders = keyOrders
    let old = lastText
    lastText = text
    return old
  }

  // MARK: Walking

  private struct Walk {
    let text: UnsafeBufferPointer<UInt8>
    let file: String
    var position: Int

    func failure(_ reason: JSONError.Reason, at offset: Int) -> TranscriptFileError {
      .json(file: file, JSONError(reason, at: offset).located(in: text))
    }

    mutating func peek() throws -> UInt8 {
      while position < text.count, text[position] <= 0x20, [0x20, 0x0A, 0x0D, 0x09].contains(text[position]) {
        position += 1
      }
      guard position < text.count else { throw failure(.endsEarly(inside: "the document"), at: position) }
      return text[position]
    }
  }

  private struct Found {
    var path: [String]?
    var outerKeys: [String] = []
    var keyOrders: [UInt64: UInt64] = [:]
    var shufflesKeys = false
  }

  private mutating func value(
    _ walk: inout Walk, path: [String], found: inout Found, _ entry: (inout EntryScanner) throws -> Int
  ) throws -> JSONValue {
    let byte = try walk.peek()
    let leadsToEntries = path.allSatisfy { $0 == "transcript" || $0 == "entries" }
    if byte == UInt8(ascii: "["), leadsToEntries, path.isEmpty || path.last == "entries", found.path == nil {
      // Without an envelope around it, an array is ours only by what stands in it.
      if path.count < 2 { try requireEntries(walk, path) }
      found.path = path
      try entries(&walk, found: &found, entry)
      return .array([])
    }
    guard byte == UInt8(ascii: "{"), leadsToEntries, path.last != "entries", path.count < 4 else {
      do {
        return try tape.value(walk.text, at: &walk.position)
      } catch {
        throw TranscriptFileError.json(file: walk.file, error.located(in: walk.text))
      }
    }
    return .object(try members(&walk, path: path, found: &found, entry))
  }

  private mutating func members(
    _ walk: inout Walk, path: [String], found: inout Found, _ entry: (inout EntryScanner) throws -> Int
  ) throws -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    walk.position += 1
    if try walk.peek() == UInt8(ascii: "}") {
      walk.position += 1
      return members
    }
    while true {
      guard try walk.peek() == UInt8(ascii: "\"") else {
        throw walk.failure(.unexpected("text", expected: "a key"), at: walk.position)
      }
      let key: String
      do {
        key = try tape.value(walk.text, at: &walk.position).stringValue ?? ""
      } catch {
        throw TranscriptFileError.json(file: walk.file, error.located(in: walk.text))
      }
      if path.isEmpty { found.outerKeys.append(key) }
      guard try walk.peek() == UInt8(ascii: ":") else {
        throw walk.failure(.unexpected("text", expected: "a colon"), at: walk.position)
      }
      walk.position += 1
      let value = try value(&walk, path: path + [key], found: &found, entry)
      // The last of two equal keys counts, as for every reader; an `entries` that was streamed stays.
      if let index = members.firstIndex(where: { $0.key == key }) {
        members[index].value = value
      } else {
        members.append(JSONValue.Member(key, value))
      }
      switch try walk.peek() {
      case UInt8(ascii: ","):
        walk.position += 1
      case UInt8(ascii: "}"):
        walk.position += 1
        return members
      default:
        throw walk.failure(.unexpected("text", expected: "a comma or }"), at: walk.position)
      }
    }
  }

  private mutating func entries(
    _ walk: inout Walk, found: inout Found, _ entry: (inout EntryScanner) throws -> Int
  ) throws {
    walk.position += 1
    if try walk.peek() == UInt8(ascii: "]") {
      walk.position += 1
      return
    }
    var expected = 0
    while true {
      _ = try walk.peek()
      let start = walk.position
      if let index = recognise(walk.text, at: start, expected: expected) {
        let known = lastSpans[index]
        walk.position = start + known.end - known.start
        spans.append(Span(start: start, end: walk.position, handle: known.handle))
        expected = index + 1
      } else {
        do throws(JSONError) {
          walk.position = try scanner.scan(walk.text, at: start)
        } catch {
          throw TranscriptFileError.json(file: walk.file, error.located(in: walk.text))
        }
        noteKeys(&found)
        let handle = try entry(&scanner)
        spans.append(Span(start: start, end: walk.position, handle: handle))
        // An entry that was known under other bytes or at another place tells where the old document goes on.
        if let place = lastPlaces[handle] { expected = place + 1 } else { expected += 1 }
      }
      switch try walk.peek() {
      case UInt8(ascii: ","):
        walk.position += 1
      case UInt8(ascii: "]"):
        walk.position += 1
        return
      default:
        throw walk.failure(.unexpected("text", expected: "a comma or ]"), at: walk.position)
      }
    }
  }

  /// Looks ahead, before anything is handed out, until an element of the array is an entry of this format.
  private mutating func requireEntries(_ walk: Walk, _ path: [String]) throws {
    var walk = walk
    var first: String??
    walk.position += 1
    while try walk.peek() != UInt8(ascii: "]") {
      do throws(JSONError) {
        walk.position = try scanner.scan(walk.text, at: walk.position)
      } catch {
        throw TranscriptFileError.json(file: walk.file, error.located(in: walk.text))
      }
      if scanner.isOfThisFormat { return }
      if first == nil { first = Resemblance.name(entry: scanner.json) }
      switch try walk.peek() {
      case UInt8(ascii: ","): walk.position += 1
      case UInt8(ascii: "]"): break
      default: throw walk.failure(.unexpected("text", expected: "a comma or ]"), at: walk.position)
      }
    }
    let other = path.isEmpty ? nil : Resemblance.name(keys: path)
    throw TranscriptFileError.notATranscript(file: walk.file, resemblance: (first ?? nil) ?? other)
  }

  private func recognise(_ text: UnsafeBufferPointer<UInt8>, at start: Int, expected: Int) -> Int? {
    for index in [expected, expected - 1] where index >= 0 && index < lastSpans.count {
      let span = lastSpans[index]
      let length = span.end - span.start
      guard start + length <= text.count, lastText[span.end - 1] == UInt8(ascii: "}") else { continue }
      let same = lastText.withUnsafeBufferPointer { old in
        UnsafeBufferPointer(rebasing: old[span.start..<span.end]).isSameMemory(
          as: UnsafeBufferPointer(rebasing: text[start..<start + length]))
      }
      if same { return index }
    }
    return nil
  }

  private func noteKeys(_ found: inout Found) {
    let set = scanner.keySet
    let order = scanner.keyOrder
    if let known = found.keyOrders[set] ?? lastKeyOrders[set], known != order { found.shufflesKeys = true }
    found.keyOrders[set] = order
  }
}
