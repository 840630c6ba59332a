extension JSONTape {
  /// Writes a value compactly in the canonical spelling of strings.
  ///
  /// - Parameters:
  ///   - sortedKeys: keys in byte order at every level; else in the order of the text.
  ///   - keepingOrderBelow: under these keys (schemas, structured content) the order of keys is content and stays.
  /// - Returns: the node of a key that stands twice in its object, if there was one. The last one is kept.
  @discardableResult
  func appendCanonical(
    _ node: Int, to out: inout [UInt8], sortedKeys: Bool, keepingOrderBelow ordered: [StaticString] = []
  ) -> Int? {
    switch kind(node) {
    case .null, .true, .false, .number:
      out.append(contentsOf: bytes(node))
      return nil
    case .string:
      appendCanonicalString(node, to: &out)
      return nil
    case .array:
      var duplicate: Int?
      out.append(UInt8(ascii: "["))
      var element = node + 1
      let end = Int(nodes[node].next)
      while element < end {
        if element > node + 1 { out.append(UInt8(ascii: ",")) }
        let found = appendCanonical(element, to: &out, sortedKeys: sortedKeys, keepingOrderBelow: ordered)
        if duplicate == nil { duplicate = found }
        element = Int(nodes[element].next)
      }
      out.append(UInt8(ascii: "]"))
      return duplicate
    case .object:
      return appendCanonicalObject(node, to: &out, sortedKeys: sortedKeys, keepingOrderBelow: ordered)
    }
  }

  private func appendCanonicalObject(
    _ node: Int, to out: inout [UInt8], sortedKeys: Bool, keepingOrderBelow ordered: [StaticString]
  ) -> Int? {
    var duplicate: Int?
    out.append(UInt8(ascii: "{"))
    if keysAscend(node) {
      // Most files are written with sorted keys; such an object needs no list of them, and can't hold one twice.
      var key = node + 1
      let end = Int(nodes[node].next)
      while key < end {
        let found = appendMember(key, key == node + 1, to: &out, sortedKeys, ordered)
        if duplicate == nil { duplicate = found }
        key = Int(nodes[key + 1].next)
      }
    } else {
      var keys: [Int] = []
      forEachMember(node) { key, _ in keys.append(key) }
      if hasRepeatedKey(keys) { (keys, duplicate) = withoutRepeatedKeys(keys) }
      if sortedKeys { keys.sort { precedes($0, $1) } }
      for (index, key) in keys.enumerated() {
        let found = appendMember(key, index == 0, to: &out, sortedKeys, ordered)
        if duplicate == nil { duplicate = found }
      }
    }
    out.append(UInt8(ascii: "}"))
    return duplicate
  }

  private func appendMember(
    _ key: Int, _ isFirst: Bool, to out: inout [UInt8], _ sortedKeys: Bool, _ ordered: [StaticString]
  ) -> Int? {
    if !isFirst { out.append(UInt8(ascii: ",")) }
    appendCanonicalString(key, to: &out)
    out.append(UInt8(ascii: ":"))
    let keepsOrder = sortedKeys && ordered.contains { isString(key, $0) }
    return appendCanonical(
      key + 1, to: &out, sortedKeys: sortedKeys && !keepsOrder, keepingOrderBelow: ordered)
  }

  private func keysAscend(_ node: Int) -> Bool {
    var key = node + 1
    let end = Int(nodes[node].next)
    while key < end {
      let next = Int(nodes[key + 1].next)
      if next < end, !precedes(key, next) { return false }
      key = next
    }
    return true
  }

  func appendCanonicalString(_ node: Int, to out: inout [UInt8]) {
    out.append(UInt8(ascii: "\""))
    if nodes[node].escaped {
      JSONText.recanonicalise(bytes(node), into: &out)
    } else {
      out.append(contentsOf: bytes(node))
    }
    out.append(UInt8(ascii: "\""))
  }

  private func sameKey(_ a: Int, _ b: Int) -> Bool {
    if nodes[a].escaped || nodes[b].escaped { return string(a).utf8.elementsEqual(string(b).utf8) }
    let (left, right) = (bytes(a), bytes(b))
    guard left.count == right.count, let l = left.baseAddress, let r = right.baseAddress else {
      return left.count == right.count
    }
    return memoryEqual(l, r, left.count)
  }

  private func precedes(_ a: Int, _ b: Int) -> Bool {
    if nodes[a].escaped || nodes[b].escaped {
      return string(a).utf8.lexicographicallyPrecedes(string(b).utf8)
    }
    let (left, right) = (bytes(a), bytes(b))
    let shorter = min(left.count, right.count)
    guard shorter > 0, let l = left.baseAddress, let r = right.baseAddress else {
      return left.count < right.count
    }
    let order = memoryOrder(l, r, shorter)
    return order == 0 ? left.count < right.count : order < 0
  }

  private func hasRepeatedKey(_ keys: [Int]) -> Bool {
    if keys.count <= 12 {
      for index in keys.indices.dropFirst() {
        for earlier in 0..<index where sameKey(keys[index], keys[earlier]) { return true }
      }
      return false
    }
    // Bytes, not strings: composed and decomposed letters are equal strings, but different keys.
    var seen = Set<[UInt8]>()
    for key in keys where !seen.insert(Array(string(key).utf8)).inserted { return true }
    return false
  }

  private func withoutRepeatedKeys(_ keys: [Int]) -> (kept: [Int], duplicate: Int?) {
    var last: [[UInt8]: Int] = [:]
    var duplicate: Int?
    for key in keys {
      if last.updateValue(key, forKey: Array(string(key).utf8)) != nil, duplicate == nil { duplicate = key }
    }
    return (keys.filter { last[Array(string($0).utf8)] == $0 }, duplicate)
  }
}
