import CXXHash

/// Reads entries of the public JSON form, one after another, in reused memory: the hot path of every import.
///
/// After `scan`, the scanner holds what a recording needs of the entry (canonical JSON, what a model sees, the ids of calls)
/// until the next `scan`. Nothing is lost: unknown roles, segments and keys stay in `json`.
/// The format is that of FoundationModels 26
/// (version 1) and 27 (version 1.1).
public struct EntryScanner {
  /// Keys under which the order of keys is part of what a model sees.
  static let orderedBelow: [StaticString] = ["parameters", "schema", "content", "arguments"]

  var tape = JSONTape()
  /// For the JSON inside a call's arguments.
  var argumentsTape = JSONTape()
  public private(set) var kind = EntryKind.unknown
  public private(set) var json: [UInt8] = []
  public internal(set) var parts = EntryParts()
  public internal(set) var warnings: [EntryWarning] = []
  /// Ids and names of the calls of a tool calls entry.
  public internal(set) var calls: [(id: String, name: String)] = []
  /// Of a tool output: the id of the call it answers, and the tool.
  public internal(set) var answered: (callID: String, tool: String)?
  /// The keys of the entry in the order in which they stand, told by a hash: files written without `.sortedKeys` differ in it.
  public private(set) var keyOrder: UInt64 = 0
  /// The same with the keys sorted: entries with equal sets of keys and unequal orders show that order means nothing.
  public private(set) var keySet: UInt64 = 0

  public init() {}

  /// Reads the entry that starts at `position` and returns the offset after it.
  ///
  /// - Throws: `JSONError` where the text is not JSON. What is merely not this format becomes a warning.
  public mutating func scan(_ text: UnsafeBufferPointer<UInt8>, at position: Int) throws(JSONError) -> Int {
    let end = try tape.parse(text, at: position)
    warnings.removeAll(keepingCapacity: true)
    calls.removeAll(keepingCapacity: true)
    answered = nil
    json.removeAll(keepingCapacity: true)
    if let key = tape.appendCanonical(0, to: &json, sortedKeys: true, keepingOrderBelow: Self.orderedBelow) {
      warnings.append(.repeatedKey(tape.string(key)))
    }
    hashKeys()
    kind = recogniseKind()
    parts.reset(kind: kind)
    collectParts()
    return end
  }

  /// The record of the entry that was scanned last; its token counts are the caller's.
  public func record(tokens: Int32, toolTokens: Int32) -> EntryRecord {
    EntryRecord(
      kind: kind, json: json, digest: digest, content: contentDigest, tokens: tokens,
      toolTokens: toolTokens)
  }

  /// Of the canonical JSON.
  public var digest: EntryDigest { EntryDigest(of: json) }

  /// Of what a model sees.
  public var contentDigest: EntryDigest { EntryDigest(of: parts.bytes) }

  /// True when the entry has a role of this format and its content where this format has it. Chat messages and the entries of
  /// other libraries share some role names.
  public var isOfThisFormat: Bool {
    switch kind {
    case .unknown: return false
    case .toolCalls: return true
    case .reasoning: return tape.value(0, "reasoning").map { tape.kind($0) == .object } ?? false
    case .instructions, .prompt, .response, .toolOutput:
      guard let contents = tape.value(0, "contents"), tape.kind(contents) == .array else { return false }
      var isOurs = true
      tape.forEachElement(contents) { if tape.value($0, "type") == nil { isOurs = false } }
      return isOurs
    }
  }

  private mutating func hashKeys() {
    keyOrder = 0
    keySet = 0
    guard tape.kind(0) == .object else { return }
    var order: UInt64 = 0xcbf2_9ce4_8422_2325
    var set: UInt64 = 0
    tape.forEachMember(0) { key, _ in
      let bytes = tape.bytes(key)
      let hash = XXH3_64bits(bytes.baseAddress, bytes.count)
      order = (order ^ hash) &* 0x100_0000_01b3
      set &+= hash
    }
    keyOrder = order
    keySet = set
  }

  private mutating func recogniseKind() -> EntryKind {
    guard tape.kind(0) == .object else {
      warnings.append(.notAnObject)
      return .unknown
    }
    guard let role = tape.value(0, "role"), tape.kind(role) == .string else {
      warnings.append(.missing("role"))
      return .unknown
    }
    let isCalls = tape.value(0, "toolCalls").map { tape.kind($0) == .array } ?? false
    if tape.isString(role, "user") { return .prompt }
    if tape.isString(role, "response") { return isCalls ? .toolCalls : .response }
    if tape.isString(role, "tool") { return .toolOutput }
    if tape.isString(role, "instructions") { return .instructions }
    if tape.isString(role, "reasoning") { return .reasoning }
    if tape.isString(role, "assistant") {
      let kind: EntryKind = isCalls ? .toolCalls : .response
      warnings.append(.roleOfAnotherFormat("assistant", readAs: kind.words))
      return kind
    }
    if tape.isString(role, "system") {
      warnings.append(.roleOfAnotherFormat("system", readAs: "instructions"))
      return .instructions
    }
    warnings.append(.unknownRole(tape.string(role)))
    return .unknown
  }
}

extension EntryDigest {
  /// XXH3, 128 bits, unseeded.
  public init(of bytes: [UInt8]) {
    let hash = bytes.withUnsafeBytes { XXH3_128bits($0.baseAddress, $0.count) }
    self.init(high: hash.high64, low: hash.low64)
  }
}
