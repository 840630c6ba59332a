import Transcripts

/// Which entries are the same but for the order of their keys.
///
/// A writer that does not sort keys writes schemas and structured content in another order each time, and order counts there. Once
/// such a writer is recognised, its entries are compared without it.
struct UnorderedEntries {
  /// The digest of each entry's JSON with all keys sorted, by handle.
  private var digests: [Int: EntryDigest] = [:]

  /// A dump's entries, by the handles that a session knows them by.
  ///
  /// - Parameters:
  ///   - session: the handles of the session's entries now.
  ///   - json: the JSON of a handle's entry.
  mutating func settled(_ entries: [Int], as session: [Int], json: (Int) throws -> [UInt8]) rethrows -> [Int]
  {
    let current = Set(session)
    var handles: [EntryDigest: Int] = [:]
    for handle in session { handles[try digest(handle, json)] = handle }
    return try entries.map { handle in
      current.contains(handle) ? handle : handles[try digest(handle, json)] ?? handle
    }
  }

  private mutating func digest(_ handle: Int, _ json: (Int) throws -> [UInt8]) rethrows -> EntryDigest {
    if let known = digests[handle] { return known }
    let text = try json(handle)
    let sorted = (try? JSONValue(parsing: text))?.text(sortedKeys: true)
    let digest = EntryDigest(of: sorted.map { Array($0.utf8) } ?? text)
    digests[handle] = digest
    return digest
  }
}
