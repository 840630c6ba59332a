/// What a JSON object held beyond what its type can hold: keys that no version of the format knows, and known keys with a value
/// of a wrong type. Written back as they came.
struct KeptKeys: Sendable, Equatable {
  var members: [JSONValue.Member] = []
  /// Keys that are always written, and that the object lacked.
  var absent: Set<String> = []

  subscript(key: String) -> JSONValue? { members.last { $0.key == key }?.value }

  /// Whatever their order. What was absent is a matter of spelling.
  static func == (left: KeptKeys, right: KeptKeys) -> Bool {
    left.members.isEmpty && right.members.isEmpty
      || JSONValue.object(left.members) == .object(right.members)
  }
}

/// How something was spelled where it was read: kept for writing, and of no account when values are compared.
struct Spelling<Value: Sendable>: Sendable, Equatable {
  var value: Value?

  static func == (left: Spelling, right: Spelling) -> Bool { true }
}

/// Takes the keys of an object that can be understood; the others remain.
struct ObjectReading {
  private let json: JSONValue
  private(set) var kept: KeptKeys

  init(_ json: JSONValue?) {
    self.json = json ?? .null
    kept = KeptKeys(members: json?.objectValue ?? [])
  }

  /// A key's value; nil, and the key kept, where there is none or it is of a wrong type.
  mutating func take<Value>(_ key: String, _ convert: (JSONValue) -> Value?) -> Value? {
    guard let value = json[key].flatMap(convert) else { return nil }
    kept.members.removeAll { $0.key == key }
    return value
  }

  /// A key that writers always write: should it be absent, that is remembered.
  mutating func need<Value>(_ key: String, _ convert: (JSONValue) -> Value?) -> Value? {
    if json[key] == nil { kept.absent.insert(key) }
    return take(key, convert)
  }

  /// A key that has one value only, such as a `type`. Another spelling of it is kept.
  mutating func expect(_ key: String, _ value: JSONValue) {
    _ = need(key) { $0 == value ? true : nil }
  }
}

/// Puts an object together of what its type says and of what was kept.
struct ObjectWriting {
  private let kept: KeptKeys
  private var members: [JSONValue.Member] = []

  init(_ kept: KeptKeys) { self.kept = kept }

  /// Sets a key; with nil it stays what was kept of it, or is left out.
  mutating func put(_ key: String, _ value: JSONValue?) {
    if let value { members.append(.init(key, value)) }
  }

  /// Sets a key that is always written. The default gives way to what was kept, and to nothing where there was nothing.
  mutating func put(_ key: String, _ value: JSONValue, unless isDefault: Bool) {
    let isAsRead = isDefault && (kept[key] != nil || kept.absent.contains(key))
    put(key, isAsRead ? nil : value)
  }

  /// A key that has one value only, unless it was spelled in another way.
  mutating func expect(_ key: String, _ value: JSONValue) { put(key, value, unless: true) }

  /// What was kept of a key.
  func kept(_ key: String) -> JSONValue? { kept[key] }

  var json: JSONValue {
    guard !kept.members.isEmpty else { return .object(members) }
    let written = Set(members.map(\.key))
    return .object(members + kept.members.filter { !written.contains($0.key) })
  }
}
