import PrefixCache
import Tokenizers
import Transcripts

/// The entries of an import, each known by a handle: its place in this list.
///
/// Entries of equal content share a handle and a row of the recording.
struct EntryCatalogue {
  /// What the import has to know of an entry after its text is gone.
  struct Facts {
    var id: EntryID
    var context: ContextEntry
    var calls: [(id: String, name: String)]
    /// Of a tool output: the call it answers and the tool.
    var answered: (callID: String, tool: String)?
    var warnings: [EntryWarning]
    /// Of a prompt: the beginning of its text on one line.
    var prompt: String
  }

  /// Within one import a digest of the same length is taken at its word; across imports the store compares bytes.
  private struct Key: Hashable {
    var digest: EntryDigest
    var length: Int
  }

  private(set) var facts: [Facts] = []
  private var handles: [Key: Int] = [:]

  subscript(handle: Int) -> Facts { facts[handle] }

  /// The handle of the entry that was just scanned; a new one is counted and stored.
  mutating func handle(
    for scanner: inout EntryScanner, counter: some TokenCounter, writer: inout RecordingWriter
  ) throws(RecordingError) -> Int {
    let key = Key(digest: scanner.digest, length: scanner.json.count)
    if let known = handles[key] { return known }
    let tokens = EntryTokens.count(scanner.parts, counter: counter)
    let record = scanner.record(tokens: tokens.all, toolTokens: tokens.tools)
    let id = try writer.intern(record)
    let handle = facts.count
    facts.append(
      Facts(
        id: id,
        context: ContextEntry(
          kind: record.kind, content: record.content, tokens: record.tokens, toolTokens: record.toolTokens),
        calls: scanner.calls, answered: scanner.answered, warnings: scanner.warnings,
        prompt: record.kind == .prompt ? RequestRow.firstWords(of: scanner.parts) : ""))
    handles[key] = handle
    return handle
  }
}
