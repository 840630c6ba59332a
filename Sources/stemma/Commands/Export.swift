import Recordings
import Terminal
import TranscriptFormats
import Transcripts

extension Command {
  static let exportTranscript: Command = .init(
    name: "export",
    summary: "write a snapshot as a transcript that an app can load",
    operands: [Operand(name: "FILE[@N]", count: .one)],
    options: [.to, .output, .session],
    discussion: [
      "Gives back the JSON that was imported, in the style of its file: indentation, escapes, whatever wrapped it, and keys that "
        + "are not known. With =1 or =1.1 the other version of the format is written; what version 1 (FoundationModels 26) "
        + "has no place for is left out, and said on standard error. Keys come sorted, except in schemas and structured content.",
      HelpTopic.snapshots,
    ],
    examples: [
      Example(
        "stemma export --to foundation-models session.stemma@3 -o at-3.json", "the transcript at snapshot 3"),
      Example("stemma export --to foundation-models=1 dump.json", "for FoundationModels 26"),
    ],
    run: { invocation, console in
      guard let format = invocation.value(.to).flatMap(ExportFormat.init(name:)) else {
        throw UsageError.needsOption(.to, command: .exportTranscript)
      }
      let settings = try Settings(invocation)
      let reference = SnapshotReference(invocation.operands[0])
      let source = try OpenedSource(reference.path, invocation, settings)
      let export = try TranscriptExport(source, reference, format)
      if let path = invocation.value(.output) {
        try FileBytes.write(export.document, to: path)
      } else {
        console.out.write(bytes: export.document)
        console.out.flush()
      }
      for note in export.notes { console.complain(note) }
      return .fine
    })
}

/// What `--to` names.
enum ExportFormat: CaseIterable, Sendable {
  /// The version that the file has; 1.1 for a session recorded live.
  case asItIs, versionOne, versionOnePointOne

  init?(name: String) {
    guard let format = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = format
  }

  var name: String {
    switch self {
    case .asItIs: "foundation-models"
    case .versionOne: "foundation-models=1"
    case .versionOnePointOne: "foundation-models=1.1"
    }
  }

  static var names: [String] { allCases.map(\.name) }
}

/// A snapshot as the text of a transcript file.
struct TranscriptExport {
  let document: [UInt8]
  /// What the other version has no place for, a line each.
  let notes: [String]

  init(_ source: OpenedSource, _ reference: SnapshotReference, _ format: ExportFormat) throws {
    let session = try source.session
    let row = try source.snapshot(reference).row
    let records = try source.recording.entries(try source.recording.entryIDs(of: row.id))
    let stored = try source.recording.envelope(of: session.id)
    // Without a trailing newline a file of our own would be the odd one among text files.
    var envelope = stored ?? .plain(version: .v1_1, style: .pretty)
    let wanted: TranscriptEnvelope.Version? =
      switch format {
      case .asItIs: nil
      case .versionOne: .v1
      case .versionOnePointOne: .v1_1
      }
    guard let wanted, wanted != envelope.version else {
      document = try envelope.document(entries: records.map(\.json))
      notes = []
      return
    }
    guard let converted = envelope.settingVersion(wanted) else {
      throw ReadingError.notForVersionOne(path: source.path)
    }
    envelope = converted
    var conversion = VersionConversion(to: wanted)
    let entries = records.compactMap { conversion.convert($0) }
    document = try envelope.document(entries: entries.map { Array($0.text().utf8) })
    notes = conversion.notes
  }
}

extension TranscriptEnvelope {
  /// The envelope with another version in it; nil when it has none, as bare entries don't.
  fileprivate func settingVersion(_ version: Version) -> TranscriptEnvelope? {
    guard self.version != nil, path.count >= 2 else { return nil }
    let value: JSONValue = version == .v1 ? 1 : "1.1"
    var copy = self
    copy.outer = Self.setting("version", to: value, in: outer, at: path.dropLast(2))
    return copy
  }

  private static func setting(
    _ key: String, to new: JSONValue, in value: JSONValue, at path: ArraySlice<String>
  ) -> JSONValue {
    guard case .object(let members) = value else { return value }
    return .object(
      members.map { member in
        if let next = path.first {
          guard member.key == next else { return member }
          return JSONValue.Member(member.key, setting(key, to: new, in: member.value, at: path.dropFirst()))
        }
        return member.key == key ? JSONValue.Member(key, new) : member
      })
  }
}
