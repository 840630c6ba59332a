import Foundation
import PlantedFaults
import Testing

@Suite("Planted faults: what the generator says is what it wrote")
struct PlantedFaultsTests {
  /// The entries of a dump as Foundation reads them, and the text for what Foundation loses: the order of keys.
  struct Parsed {
    let text: String
    let entries: [[String: Any]]

    init(_ json: [UInt8]) throws {
      text = String(decoding: json, as: UTF8.self)
      let root = try #require(try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any])
      #expect(root["type"] as? String == "FoundationModels.Transcript")
      #expect(root["version"] as? String == "1.1")
      let transcript = try #require(root["transcript"] as? [String: Any])
      entries = try #require(transcript["entries"] as? [[String: Any]])
    }

    func text(_ entry: Int) -> String {
      let contents = entries[entry]["contents"] as? [[String: Any]] ?? []
      return contents.compactMap { $0["text"] as? String }.joined()
    }

    var toolNames: [String] {
      (entries[0]["tools"] as? [[String: Any]] ?? [])
        .compactMap { ($0["function"] as? [String: Any])?["name"] as? String }
    }

    /// The tools of a compact dump as their text stands in the file.
    var toolTexts: [String] {
      let start = text.range(of: #""tools":["#)!.upperBound
      let end = text.range(of: #""type":"function"}]"#)!.upperBound
      return text[start..<text.index(before: end)].components(separatedBy: #","# + #"{"function":"#)
        .enumerated().map { $0 == 0 ? $1 : #"{"function":"# + $1 }
    }

    func ids(_ range: some Sequence<Int>) -> [String] { range.map { entries[$0]["id"] as? String ?? "" } }
  }

  private func character(_ text: String, at byte: Int) -> Substring.UTF8View.Element {
    text.utf8[text.utf8.index(text.utf8.startIndex, offsetBy: byte)]
  }

  private func tail(_ text: String, from byte: Int) -> Substring {
    text[text.utf8.index(text.utf8.startIndex, offsetBy: byte)...]
  }

  private func sharedBytes(_ a: String, _ b: String) -> Int {
    zip(a.utf8, b.utf8).prefix { $0 == $1 }.count
  }

  @Test("A thousand requests of two hundred entries are 51 MB", .timeLimit(.minutes(5)))
  func scale() throws {
    var (bytes, count, names) = (0, 0, [String]())
    var entries = 0
    for dump in SessionGenerator(seed: 1).dumps() {
      bytes += dump.json.count
      count += 1
      names.append(dump.name)
      // Every entry has exactly one role, and no text holds this with unescaped quotes.
      if count % 7 == 0 {
        entries += String(decoding: dump.json, as: UTF8.self).components(separatedBy: #""role":"#).count - 1
      }
    }
    #expect(count == 1000)
    #expect((50_000_000...52_000_000).contains(bytes), "\(bytes) bytes")
    #expect((195...205).contains(entries / 142), "\(entries / 142) entries a dump")
    #expect(names.first == "workshop_20260314-090000.json")
    #expect(names[1] == "workshop_20260314-090111.json")
    // 999 * 71 s = 70,929 s = 19 h 42 min 9 s after nine o'clock.
    #expect(names.last == "workshop_20260315-044209.json")
    #expect(names == names.sorted())
  }

  @Test(
    "Sixteen faults, each on a snapshot of its own with untouched neighbours",
    arguments: 1...8 as ClosedRange<UInt64>)
  func plan(seed: UInt64) {
    for requests in [100, 137, 1000] {
      let faults = SessionGenerator(seed: seed, requests: requests).faults
      #expect(faults.count == 16)
      for kind in PlantedFault.Kind.allCases {
        #expect(faults.filter { $0.kind == kind }.count == (kind == .compaction ? 9 : 1))
      }
      #expect(zip(faults, faults.dropFirst()).allSatisfy { $0.snapshot + 1 < $1.snapshot })
      #expect(faults.allSatisfy { (1..<requests).contains($0.snapshot) })
    }
  }

  @Test("The same seed gives the same bytes, another seed others")
  func determinism() {
    let generator = SessionGenerator(seed: 7, requests: 100)
    let dumps = Array(generator.dumps())
    #expect(dumps == Array(generator.dumps()))
    #expect(generator.faults == generator.faults)
    #expect(dumps != Array(SessionGenerator(seed: 8, requests: 100).dumps()))
    let sequence = generator.dumps()
    #expect(Array(sequence) == Array(sequence))
  }

  @Test("Between faults a dump is the one before and something more")
  func onlyAppends() throws {
    let generator = SessionGenerator(seed: 3, requests: 120)
    let faulty = Set(generator.faults.filter { $0.kind != .orphanToolOutput }.map(\.snapshot))
    let ending = #"]},"type":"FoundationModels.Transcript","version":"1.1"}"#.utf8.count
    var before: [UInt8] = []
    for (number, dump) in generator.dumps().enumerated() {
      #expect(dump.json.starts(with: before) != faulty.contains(number), "snapshot \(number)")
      before = Array(dump.json.dropLast(ending))
    }
  }

  @Test("Every fault is where it is said to be", arguments: [1, 2, 3, 11, 2026] as [UInt64])
  func places(seed: UInt64) throws {
    let generator = SessionGenerator(seed: seed, requests: 300, entriesPerDump: 80)
    let dumps = Array(generator.dumps())
    for fault in generator.faults {
      let (old, new) = try (Parsed(dumps[fault.snapshot - 1].json), Parsed(dumps[fault.snapshot].json))
      switch fault.kind {
      case .oneCharacterEdit, .historyEdit, .noBreakSpace, .compaction:
        #expect(fault.part == "text")
        try checkBytes(fault, old.text(fault.entry), new.text(fault.entry))
      case .toolsSwapped, .schemaKeysReordered:
        #expect(fault.entry == 0)
        let name = try #require(fault.part.split(separator: ":").last.map(String.init))
        let place = try #require(new.toolNames.firstIndex(of: name))
        try checkBytes(fault, old.toolTexts[place], new.toolTexts[place])
      case .movedBlock:
        try checkMove(fault, old, new)
      case .orphanToolOutput:
        try checkOrphan(fault, old, new)
      }
      switch fault.kind {
      case .oneCharacterEdit:
        let (a, b) = (Array(old.text(0).utf8), Array(new.text(0).utf8))
        #expect(zip(a, b).filter { $0 != $1 }.count == 1 && a.count == b.count)
        #expect(fault.detail == nil)
      case .toolsSwapped:
        let later = try #require(fault.detail?.split(separator: ":").last.flatMap { Int($0) })
        let earlier = try #require(new.toolNames.firstIndex(of: String(fault.part.dropFirst(5))))
        var swapped = old.toolTexts
        swapped.swapAt(earlier, later)
        #expect(earlier < later && swapped == new.toolTexts)
        #expect(fault.byte == 28)
      case .schemaKeysReordered:
        #expect(fault.detail == "key-order-only")
        #expect(NSArray(array: [old.entries[0]]) == NSArray(array: [new.entries[0]]))
      case .historyEdit:
        #expect(new.entries[fault.entry]["role"] as? String == "tool")
        #expect(
          old.text(fault.entry).split(separator: " ").count
            == new.text(fault.entry).split(separator: " ").count)
      case .noBreakSpace:
        #expect(fault.detail == "U+00A0 for U+0020")
        #expect(fault.before.first == " " && fault.after.first == "\u{A0}")
        #expect(new.text(fault.entry).replacing("\u{A0}", with: " ") == old.text(fault.entry))
      case .compaction:
        #expect(fault.entry == 1 && new.entries.count < old.entries.count)
        #expect(new.text(1).hasPrefix("Part "))
        // What follows the summary is the end of what was there.
        let all = old.ids(old.entries.indices)
        let kept = new.ids(3..<new.entries.count).filter { all.contains($0) }
        #expect(!kept.isEmpty && kept == all.suffix(kept.count))
        #expect(new.ids(3..<3 + kept.count) == kept)
        #expect(new.entries[3]["role"] as? String == "user")
      case .movedBlock, .orphanToolOutput: break
      }
    }
  }

  private func checkBytes(_ fault: PlantedFault, _ old: String, _ new: String) throws {
    let byte = try #require(fault.byte)
    #expect(sharedBytes(old, new) == byte, "\(fault)")
    #expect(tail(old, from: byte).hasPrefix(fault.before) && tail(new, from: byte).hasPrefix(fault.after))
    #expect(fault.before != fault.after)
    #expect((1...24).contains(fault.before.count) && (1...24).contains(fault.after.count))
  }

  private func checkMove(_ fault: PlantedFault, _ old: Parsed, _ new: Parsed) throws {
    let target = try #require(fault.detail?.split(separator: ":").last.flatMap { Int($0) })
    var expected = old.ids(old.entries.indices)
    let block = Array(expected[fault.entry..<fault.entry + 3])
    #expect(new.ids(target..<target + 3) == block)
    expected.removeSubrange(fault.entry..<fault.entry + 3)
    #expect(new.ids(0..<new.entries.count).filter { !block.contains($0) }.starts(with: expected))
    #expect(target > fault.entry + 3)
    #expect(fault.byte == nil && fault.part == "text")
    #expect(old.text(fault.entry).hasPrefix(fault.before) && new.text(fault.entry).hasPrefix(fault.after))
    #expect(old.entries[fault.entry]["role"] as? String == "user")
    #expect(new.entries[fault.entry]["role"] as? String == "response")
  }

  private func checkOrphan(_ fault: PlantedFault, _ old: Parsed, _ new: Parsed) throws {
    let entry = new.entries[fault.entry]
    #expect(entry["role"] as? String == "tool")
    let call = try #require(entry["toolCallID"] as? String)
    let calls = new.entries.flatMap { $0["toolCalls"] as? [[String: Any]] ?? [] }.compactMap {
      $0["id"] as? String
    }
    #expect(!calls.contains(call) && fault.entry >= old.entries.count)
    #expect(fault.before.isEmpty && new.text(fault.entry).hasPrefix(fault.after) && fault.byte == nil)
  }

  @Test("No output but the planted one lacks its call")
  func otherwiseWellFormed() throws {
    let generator = SessionGenerator(seed: 5, requests: 200, entriesPerDump: 60)
    let orphan = try #require(generator.faults.first { $0.kind == .orphanToolOutput })
    for (number, dump) in generator.dumps().enumerated() {
      let entries = try Parsed(dump.json).entries
      var calls: Set<String> = []
      var orphans = 0
      for entry in entries {
        for call in entry["toolCalls"] as? [[String: Any]] ?? [] {
          calls.insert(call["id"] as? String ?? "")
          let arguments = try #require(call["arguments"] as? String)
          #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(arguments.utf8)) }
        }
        if let call = entry["toolCallID"] as? String {
          #expect(entry["id"] as? String == call)
          if !calls.contains(call) { orphans += 1 }
        }
      }
      #expect(orphans <= (number >= orphan.snapshot ? 1 : 0), "snapshot \(number)")
      #expect(Set(entries.compactMap { $0["id"] as? String }).count == entries.count)
    }
  }

  @Test("The pretty layout is that of Foundation's encoder")
  func prettyLayout() throws {
    let dump = try #require(
      SessionGenerator(seed: 1, requests: 100, layout: .pretty).dumps().first { _ in true })
    let compact = try #require(SessionGenerator(seed: 1, requests: 100).dumps().first { _ in true })
    #expect(dump.name == compact.name)
    let value = try JSONDecoder().decode(JSONTree.self, from: Data(dump.json))
    #expect(try JSONDecoder().decode(JSONTree.self, from: Data(compact.json)) == value)
    let lines = String(decoding: dump.json, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines.prefix(6) == [
        "{", "  \"transcript\" : {", "    \"entries\" : [", "      {", "        \"contents\" : [",
        "          {",
      ])
    #expect(
      lines.suffix(6) == [
        "      }", "    ]", "  },", "  \"type\" : \"FoundationModels.Transcript\",",
        "  \"version\" : \"1.1\"", "}",
      ])
    // Only the schema's properties are out of the sorted order that the encoder would give them; a line is a line.
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let encoded = String(decoding: try encoder.encode(value), as: UTF8.self)
    #expect(
      Set(encoded.split(separator: "\n")).subtracting(lines).allSatisfy {
        $0.hasSuffix("{") || $0.hasSuffix("}") || $0.hasSuffix("},")
      })
    #expect(encoded.utf8.count == dump.json.count)
  }

  @Test("The files on disk are the dumps, and a folder that is not there is told")
  func writing() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "planted-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let generator = SessionGenerator(seed: 4, requests: 100)
    #expect(try generator.write(to: folder.path) == generator.faults)
    for dump in generator.dumps() {
      #expect(try [UInt8](Data(contentsOf: folder.appending(path: dump.name))) == dump.json)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 100)
    #expect(throws: SessionGenerator.WriteFailure.self) { try generator.write(to: folder.path + "/no/such") }
  }
}

/// Any JSON, for comparing by value and for encoding again.
private enum JSONTree: Codable, Equatable {
  case object([String: JSONTree])
  case array([JSONTree])
  case string(String)
  case bool(Bool)
  case integer(Int)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONTree].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONTree].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .object(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    }
  }
}
