import Recordings
import Transcripts

/// A way through a session from its first inference to its last, which has the transcript of each as a list.
///
/// A list is made of the one before by the splices between them, and never spelt out: what a step takes depends on what it changes.
struct CoursePassage {
  private let recording: Recording
  private let session: SessionID
  private var page: ArraySlice<InferenceRow> = []
  private var last: InferenceID?
  private var isRead = false
  /// The snapshot whose list is known.
  private var known: (snapshot: SnapshotID, list: CourseList)?

  /// Inferences that are read at once.
  private static let pageSize = 512
  /// Splices that are followed back before a list is read whole.
  private static let reach = 256

  init(_ recording: Recording, _ session: SessionID) {
    (self.recording, self.session) = (recording, session)
  }

  /// The next inference; nil after the last.
  mutating func next() throws -> InferenceRow? {
    _ = try upcoming()
    return page.popFirst()
  }

  /// The same, without going on to it.
  mutating func upcoming() throws -> InferenceRow? {
    if page.isEmpty, !isRead {
      let rows = try recording.inferences(of: session, after: last, limit: Self.pageSize)
      isRead = rows.count < Self.pageSize
      page = rows[...]
      last = rows.last?.id ?? last
    }
    return page.first
  }

  /// The entries of a snapshot.
  mutating func list(of snapshot: SnapshotID, _ catalogue: CourseCatalogue) throws -> CourseList {
    var (list, chain) = (CourseList(), [Splice]())
    var at: SnapshotID? = snapshot
    while let here = at {
      if let known, known.snapshot == here {
        list = known.list
        break
      }
      if chain.count == Self.reach {
        for id in try recording.entryIDs(of: here) { list.append(try catalogue.number(of: id)) }
        break
      }
      let (parent, splice) = try recording.splice(of: here)
      chain.append(splice)
      at = parent
    }
    for splice in chain.reversed() {
      guard splice.position <= list.count, splice.removed <= list.count - splice.position else {
        throw RecordingError.damaged(
          path: recording.path ?? "recording in memory",
          detail: "a splice before snapshot \(snapshot.rawValue) does not fit")
      }
      let pieces = try Self.list(of: splice.inserted, from: list, catalogue)
      list = list[0..<splice.position].followed(by: pieces).followed(
        by: list.dropFirst(splice.position + splice.removed))
    }
    known = (snapshot, list)
    return list
  }

  /// What an inference was sent, of its snapshot's list.
  func sent(
    by row: InferenceRow, of list: CourseList, _ catalogue: CourseCatalogue
  ) throws -> CourseList {
    guard let pieces = try recording.sentPieces(by: row) else {
      return list[0..<min(max(0, row.inputEntries), list.count)]
    }
    return try Self.list(of: pieces, from: list, catalogue)
  }

  private static func list(
    of pieces: [Splice.Piece], from parent: CourseList, _ catalogue: CourseCatalogue
  ) throws -> CourseList {
    var list = CourseList()
    for piece in pieces {
      switch piece {
      case .entry(let id): list.append(try catalogue.number(of: id))
      case .copy(let range): list.append(parent[range])
      }
    }
    return list
  }
}
