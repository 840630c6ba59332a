import TranscriptFormats
import Transcripts

/// Turns entries of one version of the public JSON form into the other, and counts what cannot come along.
///
/// Version 1 (FoundationModels 26) has no context options, no metadata, no images and no reasoning. Version 1.1 (27) demands
/// context options on every prompt.
struct VersionConversion {
  private let isToOne: Bool
  private var contextOptions = 0
  private var metadata = 0
  private var images = 0
  private var reasoning = 0
  private var unknown = 0
  private var added = 0

  init(to version: TranscriptEnvelope.Version) { isToOne = version == .v1 }

  /// The entry in the other version; nil for one that has no place there.
  mutating func convert(_ record: EntryRecord) -> JSONValue? {
    guard let json = try? JSONValue(parsing: record.json), case .object(var members) = json else {
      unknown += 1
      return try? JSONValue(parsing: record.json)
    }
    guard isToOne else {
      if record.kind == .prompt, json["contextOptions"] == nil {
        members.append(JSONValue.Member("contextOptions", .object([])))
        added += 1
      }
      return .object(members)
    }
    if record.kind == .reasoning {
      reasoning += 1
      return nil
    }
    if record.kind == .unknown { unknown += 1 }
    contextOptions += Self.remove("contextOptions", from: &members)
    metadata += Self.remove("metadata", from: &members)
    for (index, member) in members.enumerated() {
      if member.key == "contents" { members[index].value = withoutImages(member.value) }
      if member.key == "toolCalls" { members[index].value = withoutMetadata(member.value) }
    }
    return .object(members)
  }

  private static func remove(_ key: String, from members: inout [JSONValue.Member]) -> Int {
    let before = members.count
    members.removeAll { $0.key == key }
    return before == members.count ? 0 : 1
  }

  private mutating func withoutImages(_ contents: JSONValue) -> JSONValue {
    guard case .array(let segments) = contents else { return contents }
    let kept = segments.filter { !["image", "attachment"].contains($0["type"]?.stringValue) }
    images += segments.count - kept.count
    return .array(kept)
  }

  private mutating func withoutMetadata(_ calls: JSONValue) -> JSONValue {
    guard case .array(let elements) = calls else { return calls }
    return .array(
      elements.map { call in
        guard case .object(var members) = call else { return call }
        metadata += Self.remove("metadata", from: &members)
        return .object(members)
      })
  }

  /// One line a sort of thing: what was left out, and how many.
  var notes: [String] {
    var notes: [String] = []
    func note(_ number: Int, _ what: String) { if number > 0 { notes.append(what) } }
    note(contextOptions, "left out: the context options of \(Words.count(contextOptions, "prompt"))")
    note(metadata, "left out: the metadata of \(Words.count(metadata, "entry or call", "entries and calls"))")
    note(images, "left out: \(Words.count(images, "image"))")
    note(reasoning, "left out: \(Words.count(reasoning, "reasoning entry", "reasoning entries"))")
    note(
      unknown,
      "kept as it is: \(Words.count(unknown, "entry", "entries")) of an unknown kind, which FoundationModels may refuse"
    )
    note(added, "added: empty context options to \(Words.count(added, "prompt"))")
    return notes
  }
}
