import PrefixCache
import Recordings
import Tokenizers
import Transcripts

/// An entry of a recorded session as the caches see it.
public struct CourseEntry: Sendable {
  /// Nil for an entry that a policy made.
  public var id: EntryID?
  public var kind: EntryKind
  /// Its tokens; entries of the same id share the block.
  public var block: TokenBlock

  /// Tokens of the entry.
  public var tokens: Int { block.count }
}

extension [CourseEntry] {
  /// Tokens of all of them.
  var tokens: Int { reduce(0) { $0 + $1.tokens } }
}

/// Makes entries of tokens, each once.
struct CourseTokens {
  private let recording: Recording
  private var maker: ContextTokenizer
  private var scanner = EntryScanner()
  private var known: [EntryID: CourseEntry] = [:]
  private var instructions: [EntryID: Transcript.Instructions] = [:]

  init(_ recording: Recording, _ tokenizer: BytePairTokenizer) {
    self.recording = recording
    maker = ContextTokenizer(tokenizer)
  }

  /// - Throws: `RecordingError` when the recording has no such entry, or a damaged one.
  mutating func entry(_ id: EntryID) throws -> CourseEntry {
    if let entry = known[id] { return entry }
    let record = try recording.entry(id)
    let read = record.json.withUnsafeBufferPointer { (try? scanner.scan($0, at: 0)) != nil }
    // What cannot be read counts nothing, as everywhere.
    let block =
      read
      ? TokenBlock(scanner.parts, kind: record.kind, content: record.content, tokenizer: maker.tokenizer)
      : TokenBlock(answer: [], kind: record.kind)
    let entry = CourseEntry(id: id, kind: record.kind, block: block)
    known[id] = entry
    return entry
  }

  mutating func entries(_ ids: some Sequence<EntryID>) throws -> [CourseEntry] {
    var entries: [CourseEntry] = []
    for id in ids { entries.append(try entry(id)) }
    return entries
  }

  /// An instructions entry with its words; nil for an entry of another kind.
  mutating func instructions(_ id: EntryID) throws -> Transcript.Instructions? {
    if let known = instructions[id] { return known }
    guard try entry(id).kind == .instructions else { return nil }
    let json = try JSONValue(parsing: recording.entry(id).json)
    guard case .instructions(let found) = Transcript.Entry(json: json) else { return nil }
    instructions[id] = found
    return found
  }

  /// The entry that instructions make; nil where they say nothing.
  mutating func entry(of instructions: Transcript.Instructions) -> CourseEntry? {
    guard !instructions.segments.isEmpty || !instructions.toolDefinitions.isEmpty else { return nil }
    return CourseEntry(
      id: nil, kind: .instructions, block: maker.block(of: .instructions(instructions)))
  }
}
