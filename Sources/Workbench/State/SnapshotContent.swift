import PrefixCache
import Recordings
import Transcripts

/// The entries of one snapshot as the list shows them, without their texts.
struct SnapshotContent: Sendable {
  var snapshot: SnapshotRow
  var entries: [EntrySummary]
  /// The inferences whose output the snapshot holds: one as a rule, several in a folder of dumps.
  var inferences: [InferenceRow]
  /// How each entry fared, where the recording tells what was sent; else the inferences say.
  var fates: [EntryFate]?
  /// Where the inferences part from what was predicted of them.
  var partings: [InferenceID: ReuseParting] = [:]
  /// Ids of the tool calls made last.
  var callIDs: [String] = []
  /// The request that ended here without an answer, so that what it had added is gone again; nil for most snapshots.
  var takenBack: TakenBack?

  /// A request that was taken back.
  struct TakenBack: Sendable, Hashable {
    /// Its number.
    var request: Int
    /// Open while the recording does not yet tell.
    var outcome: RequestRow.Outcome
    /// Why it failed; nil for one that was cancelled.
    var error: String?

    /// `request 2 failed`.
    var words: String {
      let number = "request \(NumberText.grouped(request))"
      return switch outcome {
      case .cancelled: "\(number) was cancelled"
      case .failed: "\(number) failed"
      case .open, .completed: "\(number) was taken back"
      }
    }
  }

  /// How an entry fared in the cache: the worst that any inference did to it. Nil when no inference says.
  func fate(_ index: Int) -> EntryFate? {
    if let fates, fates.indices.contains(index) { return fates[index] }
    guard let first = inferences.first else { return nil }
    var fate = first.fate(ofEntry: index)
    for inference in inferences.dropFirst() where inference.fate(ofEntry: index) == .lost { fate = .lost }
    return fate
  }

  /// The inference that the Why tab tells of: the one that lost most, else the last.
  var worst: InferenceRow? {
    inferences.filter { $0.cause.isLoss || $0.lostTokens > 0 }.max { $0.lostTokens < $1.lostTokens }
      ?? inferences.last
  }

  var total: Int { entries.reduce(0) { $0 + Int($1.tokens) } }
}

/// What the list shows of an entry's text: its first words, on one line.
struct EntryGlance: Sendable, Hashable {
  var words: String
  /// Names of the tools that it defines, calls or answers.
  var tools: [String]
  var bytes: Int

  /// Longer than any column it is shown in.
  static let longest = 200

  init(words: String, tools: [String] = [], bytes: Int = 0) {
    self.words = words
    self.tools = tools
    self.bytes = bytes
  }

  init(_ record: EntryRecord) {
    let scanned = ScannedEntry(record)
    tools = scanned.tools
    bytes = record.json.count
    words = Self.firstWords(scanned, kind: record.kind)
  }

  private static func firstWords(_ entry: ScannedEntry, kind: EntryKind) -> String {
    var text = ""
    switch kind {
    case .toolCalls:
      text = entry.calls.map { "\($0.name) \(oneLine($0.arguments, longest / 2))" }.joined(separator: " · ")
    case .toolOutput:
      text = [entry.tools.first ?? "", entry.text].filter { !$0.isEmpty }.joined(separator: ": ")
    default:
      text = entry.text
    }
    return oneLine(text, longest)
  }

  /// The beginning of a text with every run of blanks and line ends as one blank.
  static func oneLine(_ text: String, _ longest: Int) -> String {
    var line = ""
    var count = 0
    var sawBlank = false
    for character in text {
      if character.isWhitespace, character.unicodeScalars.allSatisfy({ $0.isASCII }) {
        sawBlank = count > 0
        continue
      }
      if sawBlank {
        line.append(" ")
        count += 1
        sawBlank = false
      }
      if count >= longest { break }
      line.append(character)
      count += 1
    }
    return line
  }
}

/// An entry's parts by what the screen does with them.
struct ScannedEntry {
  var text = ""
  var tools: [String] = []
  var calls: [(name: String, arguments: String)] = []

  init(_ record: EntryRecord) { self.init(json: record.json) }

  init(json: [UInt8]) {
    var scanner = EntryScanner()
    let isRead = json.withUnsafeBufferPointer { (try? scanner.scan($0, at: 0)) != nil }
    guard isRead else {
      text = String(decoding: json.prefix(4096), as: UTF8.self)
      return
    }
    let parts = scanner.parts
    var texts: [String] = []
    for part in parts.parts {
      switch part.role {
      case .text, .structure, .raw: texts.append(parts.text(part))
      case .image: texts.append(part.label.isEmpty ? "[image]" : "[image \(part.label)]")
      case .tool: tools.append(part.label)
      case .callName:
        tools.append(parts.text(part))
        calls.append((parts.text(part), ""))
      case .arguments:
        if !calls.isEmpty { calls[calls.count - 1].arguments = parts.text(part) }
      case .outputName: tools.append(parts.text(part))
      case .schema: break
      }
    }
    text = texts.joined(separator: "\n")
  }

  /// What it says or calls, for people.
  var told: String {
    let said = calls.map { "\($0.name) \($0.arguments)" }
    return (text.isEmpty ? said : [text] + said).joined(separator: "\n")
  }

  /// Everything in it that a search looks at.
  var searched: String {
    let said = calls.map { "\($0.name) \($0.arguments)" }
    return ([text] + said + tools).joined(separator: "\n")
  }
}
