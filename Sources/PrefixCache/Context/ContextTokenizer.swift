import Tokenizers
import Transcripts

/// Makes token contexts of transcripts, and tokenises an entry only once.
///
/// What it remembers of the context before: entries whose storage is the same are the same without being read, and an entry of
/// the same content is found by its digest. So the work for a request grows with what is new in it; over what is not, it goes
/// at the speed of comparing addresses.
public struct ContextTokenizer: Sendable {
  public let tokenizer: BytePairTokenizer
  /// The context before, and what it was made of.
  private var entries: [Transcript.Entry] = []
  private var last = TokenContext()
  private var known: [EntryDigest: TokenBlock] = [:]

  public init(_ tokenizer: BytePairTokenizer) { self.tokenizer = tokenizer }

  /// The context of a request.
  ///
  /// - Parameters:
  ///   - entries: What is sent, oldest first, with the instructions in front.
  ///   - tools: The tool definitions that are sent, whatever the instructions entry says (R4); nil to take it at its word.
  public mutating func context(
    of entries: [Transcript.Entry], tools: [Transcript.ToolDefinition]? = nil
  ) -> TokenContext {
    var entries = entries
    var beginsWithTools = false
    if let tools {
      if case .instructions(var instructions) = entries.first {
        if instructions.toolDefinitions != tools {
          instructions.toolDefinitions = tools
          entries[0] = .instructions(instructions)
        }
      } else if !tools.isEmpty {
        let bare = Transcript.Instructions(id: "", segments: [], toolDefinitions: tools)
        entries.insert(.instructions(bare), at: 0)
        beginsWithTools = true
      }
    }
    var scanner: EntryScanner?
    var next: TokenBlock?
    // As far as the entries are those of the last context, so are the tokens. Instructions are made anew for every inference, and
    // mostly the same.
    var same = 0
    while true {
      same += SharedMemory.prefix(entries, self.entries, from: same)
      guard same < entries.count else { break }
      next = block(of: entries[same], at: same, &scanner)
      guard same < last.blocks.count, next === last.blocks[same] else { break }
      same += 1
      next = nil
    }
    var context = last
    context.keep(same)
    context.beginsWithTools = beginsWithTools
    if let next { context.append(next) }
    let rest = next == nil ? same : same + 1
    for index in rest..<max(rest, entries.count) {
      context.append(block(of: entries[index], at: index, &scanner))
    }
    self.entries = entries
    last = context
    forgetOldOnes()
    return context
  }

  /// The tokens of one entry, as in a context.
  public mutating func block(of entry: Transcript.Entry) -> TokenBlock {
    var scanner: EntryScanner?
    return block(of: entry, &scanner)
  }

  /// The tokens of an entry of a context, by its memory where the last context has the same in its place.
  private mutating func block(
    of entry: Transcript.Entry, at index: Int, _ scanner: inout EntryScanner?
  ) -> TokenBlock {
    if index < entries.count, entry.isSameStorage(as: entries[index]) { return last.blocks[index] }
    return block(of: entry, &scanner)
  }

  /// - Parameter scanner: Made when it is needed first; its memory is used again.
  private mutating func block(of entry: Transcript.Entry, _ scanner: inout EntryScanner?) -> TokenBlock {
    var reader = scanner ?? EntryScanner()
    scanner = nil
    defer { scanner = reader }
    let text = Array(entry.json.text().utf8)
    // Our own JSON is well-formed; were it not, the entry would count nothing, as in `RenderedEntry`.
    guard text.withUnsafeBufferPointer({ (try? reader.scan($0, at: 0)) != nil }) else {
      return TokenBlock(answer: [], kind: entry.kind)
    }
    let digest = reader.contentDigest
    if let block = known[digest] { return block }
    let block = TokenBlock(reader.parts, kind: reader.kind, content: digest, tokenizer: tokenizer)
    known[digest] = block
    return block
  }

  /// Keeps what came before the current context in mind for a while: profiles come back.
  private mutating func forgetOldOnes() {
    guard known.count > 2 * last.blocks.count + 256 else { return }
    known.removeAll(keepingCapacity: true)
    for block in last.blocks {
      if let content = block.content { known[content] = block }
    }
  }
}

extension Transcript.Entry {
  /// True when both share the memory that what a model sees of them stands in; then they are the same to it. False proves nothing.
  func isSameStorage(as other: Transcript.Entry) -> Bool {
    switch (self, other) {
    case (.instructions(let a), .instructions(let b)):
      a.segments.isSameStorage(as: b.segments) && a.toolDefinitions.isSameStorage(as: b.toolDefinitions)
    case (.prompt(let a), .prompt(let b)):
      a.responseFormat == nil && b.responseFormat == nil && a.segments.isSameStorage(as: b.segments)
    case (.response(let a), .response(let b)): a.segments.isSameStorage(as: b.segments)
    case (.reasoning(let a), .reasoning(let b)): a.segments.isSameStorage(as: b.segments)
    case (.toolCalls(let a), .toolCalls(let b)): a.calls.isSameStorage(as: b.calls)
    case (.toolOutput(let a), .toolOutput(let b)):
      a.segments.isSameStorage(as: b.segments) && a.toolName.utf8.elementsEqual(b.toolName.utf8)
    default: false
    }
  }
}

extension Array {
  fileprivate func isSameStorage(as other: [Element]) -> Bool {
    withUnsafeBufferPointer { a in
      other.withUnsafeBufferPointer { b in
        a.count == b.count && (a.isEmpty || a.baseAddress == b.baseAddress)
      }
    }
  }
}
