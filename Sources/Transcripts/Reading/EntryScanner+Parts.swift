extension EntryScanner {
  /// Walks the entry on the tape and fills `parts`, `calls`, `answered` and the format's warnings.
  mutating func collectParts() {
    switch kind {
    case .unknown:
      parts.begin(.raw)
      parts.bytes.append(contentsOf: json)
      parts.end()
      return
    case .instructions:
      collectSegments(of: tape.value(0, "contents"))
      collectTools()
    case .prompt:
      collectSegments(of: tape.value(0, "contents"))
      collectResponseFormat()
      if tape.value(0, "options") == nil { warnings.append(.missing("options")) }
    case .response:
      collectSegments(of: tape.value(0, "contents"))
    case .reasoning:
      guard let body = tape.value(0, "reasoning"), tape.kind(body) == .object else {
        warnings.append(.missing("reasoning"))
        break
      }
      collectSegments(of: tape.value(body, "contents"))
    case .toolCalls:
      collectCalls()
    case .toolOutput:
      collectOutput()
    }
    if !holdsString(0, "id") { warnings.append(.missing("id")) }
  }

  private func string(_ object: Int, _ key: StaticString) -> String? {
    guard let node = tape.value(object, key), tape.kind(node) == .string else { return nil }
    return tape.string(node)
  }

  private func holdsString(_ object: Int, _ key: StaticString) -> Bool {
    tape.value(object, key).map { tape.kind($0) == .string } ?? false
  }

  private mutating func collectSegments(of contents: Int?) {
    guard let contents else {
      warnings.append(.missing("contents"))
      return
    }
    guard tape.kind(contents) == .array else {
      // A plain string is what hand-made files hold here.
      if tape.kind(contents) == .string { appendText(contents) }
      warnings.append(.wrongType("contents", expected: "an array of segments"))
      return
    }
    var node = contents + 1
    let end = Int(tape.nodes[contents].next)
    while node < end {
      collectSegment(node)
      node = Int(tape.nodes[node].next)
    }
  }

  private mutating func appendText(_ node: Int) { appendString(.text, node) }

  /// A part that is the text of a string.
  private mutating func appendString(_ role: EntryParts.Role, label: String = "", _ node: Int) {
    parts.begin(role, label: label)
    if tape.nodes[node].escaped {
      JSONText.unescape(tape.bytes(node), into: &parts.bytes)
    } else {
      parts.bytes.append(contentsOf: tape.bytes(node))
    }
    parts.end()
  }

  private mutating func appendName(_ role: EntryParts.Role, _ name: String) {
    parts.begin(role)
    parts.bytes.append(contentsOf: name.utf8)
    parts.end()
  }

  /// A part that is JSON, keys in the order of the file.
  private mutating func appendJSON(_ role: EntryParts.Role, label: String = "", _ node: Int) {
    parts.begin(role, label: label)
    tape.appendCanonical(node, to: &parts.bytes, sortedKeys: false)
    parts.end()
  }

  private mutating func collectSegment(_ node: Int) {
    guard tape.kind(node) == .object else {
      warnings.append(.unknownSegment("none"))
      appendJSON(.raw, node)
      return
    }
    guard let type = tape.value(node, "type") else {
      warnings.append(.unknownSegment("none"))
      appendJSON(.raw, node)
      return
    }
    if tape.isString(type, "text"), let text = tape.value(node, "text"), tape.kind(text) == .string {
      appendText(text)
    } else if tape.isString(type, "structure"), let body = tape.value(node, "structure"),
      let content = tape.value(body, "content")
    {
      appendJSON(.structure, label: string(body, "source") ?? "", content)
    } else if tape.isString(type, "image"), let image = tape.value(node, "image"), tape.kind(image) == .string
    {
      appendImage(image, label: "")
    } else if tape.isString(type, "attachment"), let body = tape.value(node, "attachment"),
      let data = tape.value(body, "data"), tape.kind(data) == .string,
      tape.value(body, "type").map({ tape.isString($0, "image") }) ?? true
    {
      appendImage(data, label: string(body, "label") ?? "")
    } else {
      warnings.append(.unknownSegment(tape.kind(type) == .string ? tape.string(type) : "none"))
      appendJSON(.raw, node)
    }
    if tape.value(node, "id") == nil { warnings.append(.missing("id of a segment")) }
  }

  private mutating func appendImage(_ node: Int, label: String) {
    if !tape.bytes(node).starts(with: "data:".utf8) { warnings.append(.unreadableImage) }
    appendString(.image, label: label, node)
  }

  private mutating func collectTools() {
    guard let tools = tape.value(0, "tools") else { return }
    guard tape.kind(tools) == .array else {
      warnings.append(.wrongType("tools", expected: "an array"))
      return
    }
    var node = tools + 1
    let end = Int(tape.nodes[tools].next)
    while node < end {
      let function = tape.value(node, "function")
      let name = function.flatMap { string($0, "name") } ?? string(node, "name") ?? ""
      if function == nil || name.isEmpty { warnings.append(.missing("function of a tool")) }
      parts.begin(.tool, label: name)
      tape.appendCanonical(node, to: &parts.bytes, sortedKeys: true, keepingOrderBelow: Self.orderedBelow)
      parts.end()
      node = Int(tape.nodes[node].next)
    }
  }

  private mutating func collectResponseFormat() {
    guard let format = tape.value(0, "responseFormat"), tape.kind(format) == .object else { return }
    if let options = tape.value(0, "contextOptions"),
      let included = tape.value(options, "includeSchemaInPrompt"),
      tape.kind(included) == .false
    {
      return
    }
    if let body = tape.value(format, "jsonSchema"), let schema = tape.value(body, "schema") {
      appendJSON(.schema, schema)
    } else {
      appendJSON(.schema, tape.value(format, "schema") ?? format)
    }
  }

  private mutating func collectCalls() {
    guard let list = tape.value(0, "toolCalls") else { return }
    var node = list + 1
    let end = Int(tape.nodes[list].next)
    while node < end {
      let name = string(node, "name") ?? ""
      let id = string(node, "id")
      if name.isEmpty { warnings.append(.missing("name of a tool call")) }
      if id == nil { warnings.append(.missing("id of a tool call")) }
      calls.append((id ?? "", name))
      appendName(.callName, name)
      if let arguments = tape.value(node, "arguments") {
        if tape.kind(arguments) == .string {
          collectArguments(arguments)
        } else {
          warnings.append(.argumentsNotText)
          appendJSON(.arguments, arguments)
        }
      } else {
        warnings.append(.missing("arguments of a tool call"))
      }
      node = Int(tape.nodes[node].next)
    }
  }

  private mutating func collectArguments(_ node: Int) {
    appendString(.arguments, node)
    guard let range = parts.parts.last?.range else { return }
    let isJSON = parts.bytes[range].withUnsafeBufferPointer { buffer in
      guard let end = try? argumentsTape.parse(buffer, at: 0) else { return false }
      return buffer[end...].allSatisfy { $0 <= 0x20 }
    }
    if !isJSON { warnings.append(.argumentsNotJSON) }
  }

  private mutating func collectOutput() {
    let tool = string(0, "toolName")
    let callID = string(0, "toolCallID")
    if tool == nil { warnings.append(.missing("toolName")) }
    if callID == nil { warnings.append(.missing("toolCallID")) }
    if let callID, let id = string(0, "id"), id != callID { warnings.append(.outputIDDiffers) }
    answered = (callID ?? string(0, "id") ?? "", tool ?? "")
    appendName(.outputName, tool ?? "")
    collectSegments(of: tape.value(0, "contents"))
  }
}
