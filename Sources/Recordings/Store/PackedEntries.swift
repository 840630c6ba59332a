import Transcripts

/// The packed column `streaming.entries`: for each entry the code of its kind and its JSON as a string.
enum PackedEntries {
  static func pack(_ entries: [StreamingRow.Entry]) -> [UInt8] {
    var packed = PackedBytes(capacity: entries.reduce(0) { $0 + $1.json.count + 8 })
    for entry in entries {
      packed.append(UInt64(entry.kind.code))
      packed.append(utf8: entry.json)
    }
    return packed.bytes
  }

  /// As many entries as can be read.
  static func unpack(_ bytes: UnsafeRawBufferPointer) -> [StreamingRow.Entry] {
    var reader = PackedReader(bytes)
    var entries: [StreamingRow.Entry] = []
    while !reader.isAtEnd, let kind = reader.count(), let json = reader.text() {
      entries.append(StreamingRow.Entry(kind: EntryKind(code: Int64(kind)), json: Array(json.utf8)))
    }
    return entries
  }
}
