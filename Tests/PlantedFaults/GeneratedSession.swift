/// The session itself, advanced one request at a time.
///
/// How this works: a step appends what the last prompt brought about (sometimes a tool call and its output, then a
/// response) and the next prompt. On a snapshot of the plan the step then plants its fault, in what was there
/// before, and writes down where. The changed state is what the next step goes on from.
struct GeneratedSession {
  private(set) var entries: [GeneratedEntry] = []
  private(set) var faults: [PlantedFault] = []
  private let plan: FaultPlan
  private let keep: Int
  private let layout: JSONLayout
  private var prose: WorkshopProse
  private var instructions: [String]
  private var tools = GeneratedTool.all
  private let instructionsID: String
  private let instructionsSegment: String
  private var head: [UInt8] = []
  private var snapshot = -1
  private var compactions = 0

  init(seed: UInt64, plan: FaultPlan, keep: Int, layout: JSONLayout) {
    self.plan = plan
    self.keep = keep
    self.layout = layout
    prose = WorkshopProse(random: SplitMix64(seed: seed))
    instructionsID = prose.identifier()
    instructionsSegment = prose.identifier()
    instructions =
      "You help the people of a bicycle workshop. Answer in at most three sentences and name the tool they need."
      .split(separator: " ").map(String.init)
    for _ in 0..<4 { instructions += prose.words(upTo: 3) }
    head = encodedHead()
  }

  /// The bytes of the dump as it stands.
  func json() -> [UInt8] {
    var bytes = head
    bytes.reserveCapacity(head.count + entries.reduce(64) { $0 + $1.json.count + 8 })
    for entry in entries {
      bytes.append(UInt8(ascii: ","))
      if layout == .pretty { layout.newLine(depth: GeneratedEntry.depth, to: &bytes) }
      bytes += entry.json
    }
    bytes.append(
      contentsOf: (layout == .pretty
        ? "\n    ]\n  },\n  \"type\" : \"FoundationModels.Transcript\",\n  \"version\" : \"1.1\"\n}"
        : #"]},"type":"FoundationModels.Transcript","version":"1.1"}"#).utf8)
    return bytes
  }

  mutating func advance() {
    snapshot += 1
    guard snapshot > 0 else {
      append(
        .prompt,
        "Hello. My chain jumps when I climb; where do I begin?".split(separator: " ").map(String.init))
      return
    }
    // Every eighth at least: an old tool output must be there to be edited.
    if snapshot % 8 == 1 || prose.number(below: 30) == 0 { appendToolTurn() }
    append(.response, prose.words(upTo: 2))
    if let kind = plan[snapshot] { plant(kind) }
    append(.prompt, prose.words(upTo: 1))
  }

  // MARK: Growing

  private mutating func append(_ role: GeneratedEntry.Role, _ words: [String]) {
    entries.append(
      GeneratedEntry(
        role, id: prose.identifier(), segment: prose.identifier(), words: words, layout: layout))
  }

  private mutating func appendToolTurn() {
    let tool = tools[prose.number(below: tools.count)]
    let call = GeneratedEntry(
      .toolCalls(name: tool.name), id: prose.identifier(), segment: prose.identifier(),
      words: tool.arguments(using: &prose), layout: layout)
    entries.append(call)
    appendOutput(of: tool.name, call: call.segment)
  }

  private mutating func appendOutput(of tool: String, call: String) {
    entries.append(
      GeneratedEntry(
        .toolOutput(name: tool, call: call), id: call, segment: prose.identifier(),
        words: ["Found:"] + prose.words(upTo: 4), layout: layout))
  }

  private func encodedHead() -> [UInt8] {
    var bytes = Array(
      (layout == .pretty
        ? "{\n  \"transcript\" : {\n    \"entries\" : [\n      " : #"{"transcript":{"entries":["#).utf8)
    let text = instructions.joined(separator: " ")
    OrderedJSON.members([
      "contents": .array([
        .members(["id": .string(instructionsSegment), "text": .string(text), "type": .string("text")])
      ]),
      "id": .string(instructionsID),
      "role": .string("instructions"),
      "tools": .array(tools.map(\.json)),
    ]).write(to: &bytes, layout: layout, depth: GeneratedEntry.depth)
    return bytes
  }

  // MARK: Planting

  private mutating func plant(_ kind: PlantedFault.Kind) {
    switch kind {
    case .oneCharacterEdit: editInstructions()
    case .toolsSwapped: swapTools()
    case .schemaKeysReordered: reorderKeys()
    case .historyEdit: editOldToolOutput()
    case .noBreakSpace: plantNoBreakSpace()
    case .movedBlock: moveBlock()
    case .compaction: compact()
    case .orphanToolOutput: appendOrphan()
    }
    head = encodedHead()
  }

  private mutating func record(
    _ kind: PlantedFault.Kind, entry: Int, part: String = "text", byte: Int?, before: String, after: String,
    detail: String? = nil
  ) {
    faults.append(
      PlantedFault(
        snapshot: snapshot, kind: kind, entry: entry, part: part, byte: byte,
        before: excerpt(before, from: byte ?? 0), after: excerpt(after, from: byte ?? 0), detail: detail))
  }

  private func excerpt(_ text: String, from byte: Int) -> String {
    String(String(decoding: text.utf8.dropFirst(byte), as: UTF8.self).prefix(24))
  }

  private mutating func editInstructions() {
    let before = instructions.joined(separator: " ")
    // The opening is fixed and plain; a word's last character may be its full stop.
    let word = 2 + prose.number(below: 14)
    var letters = Array(instructions[word].utf8)
    let place = prose.number(below: max(1, letters.count - 1))
    letters[place] = letters[place] == UInt8(ascii: "x") ? UInt8(ascii: "k") : UInt8(ascii: "x")
    let byte = GeneratedEntry.byte(ofWord: word, in: instructions) + place
    instructions[word] = String(decoding: letters, as: UTF8.self)
    record(
      .oneCharacterEdit, entry: 0, byte: byte, before: before, after: instructions.joined(separator: " "))
  }

  private mutating func swapTools() {
    let first = prose.number(below: tools.count - 1)
    let second = first + 1 + prose.number(below: tools.count - 1 - first)
    let before = tools[first].json.compactText
    tools.swapAt(first, second)
    record(
      .toolsSwapped, entry: 0, part: "tool:\(tools[first].name)", byte: GeneratedTool.byteOfDescription,
      before: before, after: tools[first].json.compactText, detail: "swapped-with:\(second)")
  }

  private mutating func reorderKeys() {
    let index = prose.number(below: tools.count)
    let before = tools[index].json.compactText
    tools[index].properties.reverse()
    record(
      .schemaKeysReordered, entry: 0, part: "tool:\(tools[index].name)",
      byte: tools[index].byteOfFirstProperty,
      before: before, after: tools[index].json.compactText, detail: "key-order-only")
  }

  private mutating func editOldToolOutput() {
    let index = nearestToMiddle { if case .toolOutput = entries[$0].role { true } else { false } }
    let before = entries[index]
    let word = 1 + prose.number(below: before.words.count - 1)
    entries[index].words[word] = prose.replacement(for: before.words[word])
    record(
      .historyEdit, entry: index + 1, byte: GeneratedEntry.byte(ofWord: word, in: before.words),
      before: before.text, after: entries[index].text)
  }

  private mutating func plantNoBreakSpace() {
    let index = nearestToMiddle { entries[$0].role == .response }
    let before = entries[index]
    let word = prose.number(below: before.words.count - 1)
    let joined = before.words[word] + "\u{A0}" + before.words[word + 1]
    entries[index].words.replaceSubrange(word...word + 1, with: [joined])
    record(
      .noBreakSpace, entry: index + 1,
      byte: GeneratedEntry.byte(ofWord: word + 1, in: before.words) - 1, before: before.text,
      after: entries[index].text, detail: "U+00A0 for U+0020")
  }

  private mutating func moveBlock() {
    // prompt, response, prompt, and a response that follows: what comes to stand here is of another kind.
    let index = nearestToMiddle {
      entries[$0...].prefix(4).map(\.role) == [.prompt, .response, .prompt, .response]
    }
    let block = Array(entries[index..<index + 3])
    entries.removeSubrange(index..<index + 3)
    // Between two turns, so that no call loses sight of its output.
    let target =
      entries.indices.dropFirst(index + 4).first {
        entries[$0 - 1].role == .response && entries[$0].role == .prompt
      } ?? entries.count
    entries.insert(contentsOf: block, at: target)
    record(
      .movedBlock, entry: index + 1, byte: nil, before: block[0].text, after: entries[index].text,
      detail: "moved-to:\(target + 1)")
  }

  private mutating func compact() {
    let kept = min(keep, entries.count * 2 / 3)
    // The kept part begins with a turn: a cut inside one would leave outputs without their calls.
    let cut =
      entries.indices.dropFirst(entries.count - kept).first { entries[$0].role == .prompt } ?? entries.count
      - 1
    let before = entries[0].text
    compactions += 1
    let tail = Array(entries[cut...])
    entries = []
    append(.prompt, ["Part", "\(compactions)", "so", "far:", "sum", "it", "up."])
    append(.response, ["We", "went", "through", "\(cut)", "entries."] + prose.words(upTo: 4))
    // The first prompt begins with H; later ones are "Part N-1 so far".
    let byte = compactions == 1 ? 0 : "Part ".utf8.count + Self.sharedDigits(compactions - 1, compactions)
    record(.compaction, entry: 1, byte: byte, before: before, after: entries[0].text)
    entries += tail
  }

  private static func sharedDigits(_ a: Int, _ b: Int) -> Int {
    zip(String(a).utf8, String(b).utf8).prefix { $0 == $1 }.count
  }

  private mutating func appendOrphan() {
    appendOutput(of: tools[prose.number(below: tools.count)].name, call: prose.identifier())
    record(
      .orphanToolOutput, entry: entries.count, byte: nil, before: "", after: entries[entries.count - 1].text)
  }

  /// The index of the entry nearest to the middle of the history that satisfies `condition`.
  private func nearestToMiddle(where condition: (Int) -> Bool) -> Int {
    let middle = entries.count / 2
    // The first prompt must stay what it is, and the newest entries are not old.
    let candidates = entries.indices.dropFirst().dropLast(2).filter(condition)
    guard let nearest = candidates.min(by: { abs($0 - middle) < abs($1 - middle) }) else {
      preconditionFailure("The session is too short at snapshot \(snapshot) for its fault.")
    }
    return nearest
  }
}
