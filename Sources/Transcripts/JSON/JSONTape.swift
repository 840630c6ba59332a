/// One JSON value as a flat list of nodes that point into the text.
///
/// How this works: `parse` walks the text once, checks all of it (grammar, UTF-8, depth) and writes a node for each value and
/// key, in the order of the text. A node knows where its text starts and ends and which node follows its whole subtree, so
/// that a reader can step over what it does not want. Nothing is copied, and a tape is used again and again: reading a
/// transcript of 50 MB makes one tape an entry in the same memory. The tape is only valid while the text is.
struct JSONTape {
  enum Kind: UInt8 {
    case null, `true`, `false`, number, string, array, object
  }

  struct Node {
    /// The value's text; for strings without the quotes.
    var start: Int
    var end: Int
    /// The node after this one's subtree.
    var next: Int32
    var kind: Kind
    /// A string with at least one backslash.
    var escaped: Bool
  }

  /// The same limit as Foundation's decoder.
  static let depthLimit = 512

  private(set) var nodes: [Node] = []
  private(set) var text = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  private var open: [Int32] = []

  init() {
    nodes.reserveCapacity(256)
    open.reserveCapacity(16)
  }

  /// Reads the value that starts at `position` (after white space) and returns the offset after it.
  mutating func parse(_ text: UnsafeBufferPointer<UInt8>, at position: Int) throws(JSONError) -> Int {
    nodes.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
    self.text = text
    var scanner = JSONScanner(text: text, position: position)
    return try fill(&scanner)
  }

  /// Reads a text that is one value and nothing more.
  mutating func parseWhole(_ text: UnsafeBufferPointer<UInt8>) throws(JSONError) {
    var scanner = JSONScanner(text: text, position: 0)
    scanner.skipSpace()
    guard scanner.peek != nil else { throw JSONError(.empty, at: 0).located(in: text) }
    do throws(JSONError) {
      scanner.position = try parse(text, at: scanner.position)
      scanner.skipSpace()
      if scanner.peek != nil { throw JSONError(.trailingContent, at: scanner.position) }
    } catch {
      throw error.located(in: text)
    }
  }

  private mutating func fill(_ scanner: inout JSONScanner) throws(JSONError) -> Int {
    var wantsValue = true
    while true {
      if wantsValue {
        scanner.skipSpace()
        guard let byte = scanner.peek else {
          throw JSONError(.endsEarly(inside: place), at: scanner.position)
        }
        let start = scanner.position
        switch byte {
        case UInt8(ascii: "\""):
          try pushString(&scanner)
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          let isObject = byte == UInt8(ascii: "{")
          guard open.count < Self.depthLimit else {
            throw JSONError(.tooDeep(limit: Self.depthLimit), at: start)
          }
          open.append(Int32(nodes.count))
          push(isObject ? .object : .array, start, start)
          scanner.position += 1
          scanner.skipSpace()
          if scanner.peek == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
            scanner.position += 1
            close(at: scanner.position)
          } else {
            if isObject { try pushKey(&scanner) }
            continue
          }
        case UInt8(ascii: "t"):
          try scanner.literal("true")
          push(.true, start, scanner.position)
        case UInt8(ascii: "f"):
          try scanner.literal("false")
          push(.false, start, scanner.position)
        case UInt8(ascii: "n"):
          try scanner.literal("null")
          push(.null, start, scanner.position)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
          try scanner.number()
          push(.number, start, scanner.position)
        default:
          throw JSONError(.unexpected(JSONScanner.describe(byte), expected: "a value"), at: start)
        }
        wantsValue = false
      }
      guard let container = open.last else { return scanner.position }
      scanner.skipSpace()
      let isObject = nodes[Int(container)].kind == .object
      guard let byte = scanner.peek else { throw JSONError(.endsEarly(inside: place), at: scanner.position) }
      if byte == UInt8(ascii: ",") {
        scanner.position += 1
        if isObject { try pushKey(&scanner) }
        wantsValue = true
      } else if byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
        scanner.position += 1
        close(at: scanner.position)
      } else {
        throw JSONError(
          .unexpected(JSONScanner.describe(byte), expected: isObject ? "a comma or }" : "a comma or ]"),
          at: scanner.position)
      }
    }
  }

  private var place: String {
    guard let container = open.last else { return "the document" }
    return nodes[Int(container)].kind == .object ? "an object" : "an array"
  }

  private mutating func push(_ kind: Kind, _ start: Int, _ end: Int, escaped: Bool = false) {
    nodes.append(Node(start: start, end: end, next: Int32(nodes.count + 1), kind: kind, escaped: escaped))
  }

  private mutating func close(at end: Int) {
    guard let container = open.popLast() else { return }
    nodes[Int(container)].end = end
    nodes[Int(container)].next = Int32(nodes.count)
  }

  private mutating func pushString(_ scanner: inout JSONScanner) throws(JSONError) {
    let escaped = try scanner.string()
    push(.string, scanner.stringStart, scanner.position - 1, escaped: escaped)
  }

  private mutating func pushKey(_ scanner: inout JSONScanner) throws(JSONError) {
    scanner.skipSpace()
    guard let byte = scanner.peek else {
      throw JSONError(.endsEarly(inside: "an object"), at: scanner.position)
    }
    guard byte == UInt8(ascii: "\"") else {
      throw JSONError(.unexpected(JSONScanner.describe(byte), expected: "a key"), at: scanner.position)
    }
    try pushString(&scanner)
    scanner.skipSpace()
    try scanner.expect(UInt8(ascii: ":"), "a colon")
  }

  // MARK: Reading

  /// The text of a node; for strings without the quotes.
  @inline(__always)
  func bytes(_ node: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: text[nodes[node].start..<nodes[node].end])
  }

  @inline(__always)
  func kind(_ node: Int) -> Kind { nodes[node].kind }

  /// Calls `body` with each key node and value node of an object, in the order of the text.
  @inline(__always)
  func forEachMember(_ object: Int, _ body: (_ key: Int, _ value: Int) -> Void) {
    var node = object + 1
    let end = Int(nodes[object].next)
    while node < end {
      body(node, node + 1)
      node = Int(nodes[node + 1].next)
    }
  }

  /// Calls `body` with each element of an array.
  @inline(__always)
  func forEachElement(_ array: Int, _ body: (Int) -> Void) {
    var node = array + 1
    let end = Int(nodes[array].next)
    while node < end {
      body(node)
      node = Int(nodes[node].next)
    }
  }

  /// The value of a key of an object; of the last one, should the key stand there twice, as most readers do.
  func value(_ object: Int, _ key: StaticString) -> Int? {
    guard nodes[object].kind == .object else { return nil }
    var found: Int?
    var node = object + 1
    let end = Int(nodes[object].next)
    while node < end {
      if isString(node, key) { found = node + 1 }
      node = Int(nodes[node + 1].next)
    }
    return found
  }

  /// True when the node is a string that equals `text`.
  @inline(__always)
  func isString(_ node: Int, _ text: StaticString) -> Bool {
    if nodes[node].escaped { return string(node) == text.description }
    let length = nodes[node].end - nodes[node].start
    guard nodes[node].kind == .string, length == text.utf8CodeUnitCount, let base = self.text.baseAddress
    else {
      return false
    }
    return memoryEqual(base + nodes[node].start, text.utf8Start, length)
  }
}
