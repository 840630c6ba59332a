import PrefixCache
import Recordings
import Tokenizers
import Transcripts

/// The entries of a recorded session, each with a number, its kind and how many tokens it has.
///
/// Tokens themselves are made when two lists part and have to be compared, and few are kept: a session of any length takes some bytes an
/// entry, and the instructions that it had. One thread uses a catalogue.
final class CourseCatalogue {
  private let recording: Recording
  private let tokenizer: BytePairTokenizer
  private var maker: ContextTokenizer
  private var scanner = EntryScanner()
  /// Numbers by the entry's id in the recording, which counts up from 1; -1 for an entry that has none yet.
  private var numbers: [Int32] = []
  private var entries: [Entry] = []
  /// Tokens before each entry, and after the last.
  private var ends = [0]
  /// The first number of each content: entries of equal content are the same tokens.
  private var firsts: [EntryDigest: Int32] = [:]
  private var bareTools: [Int: Int?] = [:]
  /// Blocks of entries that the recording does not have.
  private var made: [Int: TokenBlock] = [:]
  /// The blocks that were looked at last, and which of them goes next.
  private var blocks: [Int: TokenBlock] = [:]
  private var kept: [Int] = []
  private var oldest = 0

  /// Blocks kept: policies part at a few places, which move on from step to step.
  private static let blocksKept = 256

  private struct Entry {
    /// 0 for an entry that a policy made.
    var id: Int64
    var kind: EntryKind
    /// The first entry of the same content.
    var same: Int32
  }

  init(_ recording: Recording, _ tokenizer: BytePairTokenizer) {
    self.recording = recording
    self.tokenizer = tokenizer
    maker = ContextTokenizer(tokenizer)
  }

  // MARK: Entries

  /// An entry's number.
  /// - Throws: `RecordingError` when the recording has no such entry, or a damaged one.
  func number(of id: EntryID) throws -> Int {
    let place = Int(id.rawValue)
    if numbers.indices.contains(place), numbers[place] >= 0 { return Int(numbers[place]) }
    let number: Int
    if recording.tokenizer == tokenizer.name, let summary = try recording.summaries([id]).first {
      // The recording counts as we do.
      number = add(id.rawValue, summary.kind, tokens: Int(summary.tokens), content: summary.content)
    } else {
      let record = try recording.entry(id)
      let block = block(of: record)
      number = add(id.rawValue, record.kind, tokens: block.count, content: record.content)
    }
    while numbers.count <= place { numbers.append(-1) }
    numbers[place] = Int32(number)
    return number
  }

  /// The number of the entry that the tools of leading instructions make by themselves; nil where there are none.
  func bareTools(of leading: CourseLeading) -> Int? {
    if let known = bareTools[leading.key] { return known }
    let tools = Transcript.Instructions(id: "", segments: [], toolDefinitions: leading.words.toolDefinitions)
    let number = number(of: tools)
    bareTools[leading.key] = number
    return number
  }

  /// The number of an entry that instructions make; nil where they say nothing.
  func number(of instructions: Transcript.Instructions) -> Int? {
    guard !instructions.segments.isEmpty || !instructions.toolDefinitions.isEmpty else { return nil }
    let block = maker.block(of: .instructions(instructions))
    let number = add(0, .instructions, tokens: block.count, content: block.content)
    made[number] = block
    return number
  }

  private func add(_ id: Int64, _ kind: EntryKind, tokens: Int, content: EntryDigest?) -> Int {
    let number = entries.count
    var same = Int32(number)
    if let content {
      if let first = firsts[content] { same = first } else { firsts[content] = same }
    }
    entries.append(Entry(id: id, kind: kind, same: same))
    ends.append((ends.last ?? 0) + tokens)
    return number
  }

  /// Another number for an entry, the next that is given out: what a policy picks one after the other becomes a run, too.
  func again(_ number: Int) -> Int {
    let (entry, tokens) = (entries[number], ends[number + 1] - ends[number])
    entries.append(entry)
    ends.append((ends.last ?? 0) + tokens)
    if entry.id == 0 { made[entries.count - 1] = made[number] }
    return entries.count - 1
  }

  func kind(of number: Int) -> EntryKind { entries[number].kind }

  /// Tokens of all entries of a list.
  func tokens(of list: CourseList) -> Int {
    list.runs.reduce(0) { $0 + ends[$1.upperBound] - ends[$1.lowerBound] }
  }

  /// The words of a recorded instructions entry; nil for an entry of another kind.
  func instructions(_ number: Int) throws -> Transcript.Instructions? {
    guard kind(of: number) == .instructions, entries[number].id > 0 else { return nil }
    let json = try JSONValue(parsing: recording.entry(EntryID(entries[number].id)).json)
    guard case .instructions(let found) = Transcript.Entry(json: json) else { return nil }
    return found
  }

  // MARK: Tokens

  private func block(of record: EntryRecord) -> TokenBlock {
    let read = record.json.withUnsafeBufferPointer { (try? scanner.scan($0, at: 0)) != nil }
    // What cannot be read counts nothing, as everywhere.
    return read
      ? TokenBlock(scanner.parts, kind: record.kind, content: record.content, tokenizer: tokenizer)
      : TokenBlock(answer: [], kind: record.kind)
  }

  private func block(_ number: Int) throws -> TokenBlock {
    if let known = made[number] ?? blocks[number] { return known }
    let block = block(of: try recording.entry(EntryID(entries[number].id)))
    if kept.count < Self.blocksKept {
      kept.append(number)
    } else {
      blocks[kept[oldest]] = nil
      kept[oldest] = number
      oldest = (oldest + 1) % Self.blocksKept
    }
    blocks[number] = block
    return block
  }

  /// How many tokens both lists begin with, looking at the first `limit` of them (C2).
  /// - Throws: `RecordingError` when an entry cannot be read.
  func commonPrefix(_ list: CourseList, _ other: CourseList, limit: Int) throws -> Int {
    let (same, tokens) = commonEntries(list, other)
    guard tokens < limit, same < list.count, same < other.count else { return min(tokens, limit) }
    // From here on token by token: entries may be cut at other places. Few of them tell, as a rule.
    var reach = 1
    while true {
      let (mine, theirs) = (list[same..<same + reach], other[same..<same + reach])
      let common = try context(mine).commonPrefix(with: context(theirs), limit: limit - tokens)
      if common >= limit - tokens { return limit }
      // Going on helps only where one side has come to its end here and has more.
      let goesOn =
        common == self.tokens(of: mine)
        ? same + reach < list.count : common == self.tokens(of: theirs) && same + reach < other.count
      guard goesOn else { return tokens + common }
      reach *= 4
    }
  }

  private func context(_ list: CourseList) throws -> TokenContext {
    var context = TokenContext()
    for run in list.runs { for number in run { context.append(try block(number)) } }
    return context
  }

  /// How many entries both lists begin with, and how many tokens those are.
  private func commonEntries(_ list: CourseList, _ other: CourseList) -> (entries: Int, tokens: Int) {
    var (count, tokens) = (0, 0)
    var (mine, theirs) = (list.runs.makeIterator(), other.runs.makeIterator())
    var (a, b) = (mine.next(), theirs.next())
    while let left = a, let right = b {
      var length = min(left.count, right.count)
      if left.lowerBound != right.lowerBound {
        let (most, mine, theirs) = (length, left.lowerBound, right.lowerBound)
        length = 0
        while length < most, entries[mine + length].same == entries[theirs + length].same { length += 1 }
      }
      count += length
      tokens += ends[left.lowerBound + length] - ends[left.lowerBound]
      let (leftRest, rightRest) = (left.dropFirst(length), right.dropFirst(length))
      guard leftRest.isEmpty || rightRest.isEmpty else { break }
      a = leftRest.isEmpty ? mine.next() : leftRest
      b = rightRest.isEmpty ? theirs.next() : rightRest
    }
    return (count, tokens)
  }
}
