import Glibc
import PrefixCache
import Recordings
import Terminal
import Transcripts

extension Command {
  static let watch: Command = .init(
    name: "watch",
    summary: "follow a recording, or a folder that an app writes dumps to",
    operands: [Operand(name: "FILE|DIR", count: .one)],
    options: [.theme, .limit, .window, .tokenizer, .color],
    discussion: [
      "Opens the workbench on what is there and shows each new snapshot as it comes. Where standard output is no terminal it "
        + "prints a line a snapshot instead, those that are there first; --limit N ends after so many.",
      "A recording that nobody writes any more says so; one whose program was killed in the middle of a request ended abruptly, and "
        + "what had come until then is shown.",
    ],
    examples: [
      Example("stemma watch ~/OrigamiTranscripts", "see requests as they happen"),
      Example("stemma watch session.stemma | grep lost", "wait for lost caches"),
    ],
    run: { invocation, console in
      let settings = try Settings(invocation)
      try console.setColors(invocation, settings)
      if console.out.isTerminal { return try WorkbenchSession(invocation, settings, console).follow() }
      return try SnapshotFeed(invocation, settings).run(console)
    })
}

/// The snapshots of a growing recording or folder, one line each, as they come.
final class SnapshotFeed {
  private let bell: ChangeBell
  private let followed: FollowedSource
  private let limit: Int?
  private var last: SnapshotID?
  private var printed = 0

  init(_ invocation: Invocation, _ settings: Settings) throws {
    bell = try ChangeBell()
    let bell = bell
    followed = try FollowedSource(invocation.operands[0], settings) { bell.ring($0) }
    limit = invocation.number(.limit)
  }

  func run(_ console: Console) throws -> ExitStatus {
    while true {
      try print(console)
      console.out.flush()
      if let limit, printed >= limit { return .fine }
      try bell.wait()
    }
  }

  private func print(_ console: Console) throws {
    let recording = followed.recording
    for snapshot in try recording.snapshots(after: last) {
      if let limit, printed >= limit { return }
      last = snapshot.id
      printed += 1
      console.print(try line(snapshot, console.paint))
    }
  }

  private func line(_ snapshot: SnapshotRow, _ paint: Paint) throws -> [Span] {
    let inferences = try followed.recording.inferences(ofSnapshot: snapshot.id)
    var line = [
      paint.span("@\(snapshot.sequence)", .accent),
      paint.span(Words.iso8601(snapshot.at).map { "  \(Words.clock($0))" } ?? "", .dim),
      Span("  \(Words.count(snapshot.count, "entry", "entries"))", .plain),
      paint.span("  \(Words.change(snapshot))", snapshot.removed > 0 ? .warning : .dim),
      Span("  ~\(Words.count(snapshot.tokens.total, "token"))", .plain),
    ]
    if let source = snapshot.source { line.append(paint.span("  \(source)", .dim)) }
    if snapshot.session.rawValue > 1 {
      line.append(paint.span("  session \(snapshot.session.rawValue)", .dim))
    }
    for inference in inferences {
      if inference.cause.isLoss {
        line.append(paint.span("  lost: \(inference.cause.words), ", .lost))
        line.append(paint.span("\(Words.count(inference.lostTokens, "token")) again", .lost))
      } else if let rate = inference.hitRate {
        line.append(paint.span("  \(Words.percent(rate)) kept", .kept))
      }
    }
    return line
  }
}
