extension JSONTape {
  /// Writes a value in a style, keys in byte order, except below the keys under which their order is content.
  func append(_ node: Int, to out: inout [UInt8], style: JSONStyle, level: Int = 0, sortedKeys: Bool = true) {
    switch kind(node) {
    case .null, .true, .false, .number:
      out.append(contentsOf: bytes(node))
    case .string:
      appendString(node, to: &out, style: style)
    case .array:
      var elements: [Int] = []
      forEachElement(node) { elements.append($0) }
      appendContainer("[", "]", elements, to: &out, style: style, level: level) { element, out in
        append(element, to: &out, style: style, level: level + 1, sortedKeys: sortedKeys)
      }
    case .object:
      var keys: [(name: String, node: Int)] = []
      forEachMember(node) { key, _ in keys.append((string(key), key)) }
      if sortedKeys { keys.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) } }
      appendContainer("{", "}", keys, to: &out, style: style, level: level) { key, out in
        appendString(key.node, to: &out, style: style)
        out.append(contentsOf: style.colon.utf8)
        let keepsOrder = EntryScanner.orderedBelow.contains { isString(key.node, $0) }
        append(key.node + 1, to: &out, style: style, level: level + 1, sortedKeys: sortedKeys && !keepsOrder)
      }
    }
  }

  private func appendContainer<Element>(
    _ opening: Character, _ closing: Character, _ elements: [Element], to out: inout [UInt8],
    style: JSONStyle,
    level: Int, body: (Element, inout [UInt8]) -> Void
  ) {
    out.append(contentsOf: opening.utf8)
    for (index, element) in elements.enumerated() {
      if index > 0 { out.append(contentsOf: (style.indent == nil ? style.comma : ",").utf8) }
      style.appendBreak(level: level + 1, to: &out)
      body(element, &out)
    }
    if !elements.isEmpty {
      style.appendBreak(level: level, to: &out)
    } else if style.opensEmptyContainers, style.indent != nil {
      out.append(UInt8(ascii: "\n"))
      style.appendBreak(level: level, to: &out)
    }
    out.append(contentsOf: closing.utf8)
  }

  private func appendString(_ node: Int, to out: inout [UInt8], style: JSONStyle) {
    out.append(UInt8(ascii: "\""))
    var canonical: [UInt8] = []
    JSONText.recanonicalise(bytes(node), into: &canonical)
    if style.escapesNonASCII {
      for scalar in String(decoding: canonical, as: UTF8.self).unicodeScalars {
        if scalar.value < 0x7F {
          appendByte(UInt8(scalar.value), to: &out, style: style)
        } else {
          for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
            JSONText.appendUnicodeEscape(unit, into: &out)
          }
        }
      }
    } else if style.escapesSlashes {
      for byte in canonical { appendByte(byte, to: &out, style: style) }
    } else {
      out.append(contentsOf: canonical)
    }
    out.append(UInt8(ascii: "\""))
  }

  private func appendByte(_ byte: UInt8, to out: inout [UInt8], style: JSONStyle) {
    if byte == UInt8(ascii: "/"), style.escapesSlashes { out.append(UInt8(ascii: "\\")) }
    out.append(byte)
  }
}

extension JSONStyle {
  fileprivate func appendBreak(level: Int, to out: inout [UInt8]) {
    guard let indent else { return }
    out.append(UInt8(ascii: "\n"))
    out.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent * level))
  }

  /// A JSON text in this style, numbers and texts as they were, keys in byte order; below `parameters`, `schema` and `content`,
  /// where the order of keys is part of what a model sees, in their own order.
  ///
  /// - Throws: `JSONError` where the text is not one JSON value.
  public func formatted(_ json: some Sequence<UInt8>) throws(JSONError) -> [UInt8] {
    let bytes = Array(json)
    let result: Result<[UInt8], JSONError> = bytes.withUnsafeBufferPointer { buffer in
      Result { () throws(JSONError) in
        var tape = JSONTape()
        try tape.parseWhole(buffer)
        var out: [UInt8] = []
        out.reserveCapacity(buffer.count * 2)
        tape.append(0, to: &out, style: self)
        if endsWithNewline { out.append(UInt8(ascii: "\n")) }
        return out
      }
    }
    return try result.get()
  }
}
