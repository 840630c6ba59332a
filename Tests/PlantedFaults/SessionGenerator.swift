import Glibc

/// Makes the dumps of one long, realistic session with known faults in it.
///
/// Each dump is a FoundationModels transcript of version 1.1 and holds the whole session so far, as an app writes it
/// at every request: the one before, plus the answer and the next prompt. Between the faults nothing else changes.
/// Every kind of fault but compaction occurs once. The same parameters always give the same bytes.
///
/// ```swift
/// let generator = SessionGenerator(seed: 1)
/// for dump in generator.dumps() { try read(dump.json) }
/// #expect(found == generator.faults)
/// ```
///
/// As it stands, without arguments but the seed: 1,000 dumps, 200 entries and 51 KB each on average, 51 MB in all.
public struct SessionGenerator: Sendable {
  /// How many dumps there are, one a request.
  public let requests: Int
  /// About how many entries a dump has once the first compaction is past.
  public let entriesPerDump: Int
  /// How often the oldest part of the history gives way to a summary.
  public let compactions: Int
  /// How the dumps are laid out. The same session is about half as large again when pretty.
  public let layout: JSONLayout
  private let seed: UInt64

  /// The fewest requests in which all faults find a place of their own.
  public static let fewestRequests = 100

  /// - Parameters:
  ///   - seed: What everything random follows from.
  ///   - requests: At least `fewestRequests`, and at least ten for each compaction.
  public init(
    seed: UInt64, requests: Int = 1000, entriesPerDump: Int = 200, compactions: Int = 9,
    layout: JSONLayout = .compact
  ) {
    precondition(
      requests >= max(Self.fewestRequests, compactions * 10) && compactions >= 0,
      "A generated session needs \(Self.fewestRequests) requests, and ten for each compaction.")
    self.seed = seed
    self.requests = requests
    self.entriesPerDump = entriesPerDump
    self.compactions = compactions
    self.layout = layout
  }

  /// One file of the session.
  public struct Dump: Sendable, Equatable {
    /// The file's name, `workshop_yyyyMMdd-HHmmss.json`. The names sort in the order of the dumps.
    public var name: String
    /// What the file holds.
    public var json: [UInt8]
  }

  /// The dumps in order, each made when it is asked for. The sequence may be gone through again.
  public func dumps() -> some Sequence<Dump> {
    let requests = requests
    return sequence(state: (session: session(), number: 0)) { state in
      guard state.number < requests else { return nil }
      defer { state.number += 1 }
      state.session.advance()
      return Dump(name: DumpClock.name(ofDump: state.number), json: state.session.json())
    }
  }

  /// What was planted, in the order of the snapshots.
  public var faults: [PlantedFault] {
    var session = self.session()
    for _ in 0..<requests { session.advance() }
    return session.faults
  }

  /// Writes every dump as a file into `directory`, which must exist, and tells what was planted.
  ///
  /// - Throws: `WriteFailure` for the first file that could not be written; earlier ones stay.
  @discardableResult
  public func write(to directory: String) throws -> [PlantedFault] {
    var session = self.session()
    for number in 0..<requests {
      session.advance()
      try Self.write(session.json(), to: directory + "/" + DumpClock.name(ofDump: number))
    }
    return session.faults
  }

  /// A file could not be written.
  public struct WriteFailure: Error, CustomStringConvertible {
    /// The file.
    public var path: String
    /// The system's words for why.
    public var reason: String

    public var description: String { "\(path): cannot write: \(reason)" }
  }

  private func session() -> GeneratedSession {
    // Between two compactions a dump grows by some 2.3 entries a request; the mean, with the
    // short dumps of the beginning in it, should be what was asked for.
    let growth = requests * 23 / (10 * (compactions + 1))
    return GeneratedSession(
      seed: seed, plan: FaultPlan(seed: seed, requests: requests, compactions: compactions),
      keep: max(12, entriesPerDump - growth * 47 / 100), layout: layout)
  }

  private static func write(_ bytes: [UInt8], to path: String) throws {
    guard let file = fopen(path, "wb") else {
      throw WriteFailure(path: path, reason: String(cString: strerror(errno)))
    }
    let written = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, written == bytes.count else {
      throw WriteFailure(path: path, reason: String(cString: strerror(errno)))
    }
  }
}

/// Dates the dumps: the first at nine in the morning of 14 March 2026, then one every 71 seconds.
private enum DumpClock {
  static func name(ofDump number: Int) -> String {
    let seconds = 9 * 3600 + number * 71
    let date = date(daysSince14March2026: seconds / 86400)
    let day = padded(date.year, 4) + padded(date.month, 2) + padded(date.day, 2)
    let time = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }.joined()
    return "workshop_\(day)-\(time).json"
  }

  private static func date(daysSince14March2026 days: Int) -> (year: Int, month: Int, day: Int) {
    var (year, month, day) = (2026, 3, 14 + days)
    while true {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let length = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
      guard day > length else { return (year, month, day) }
      day -= length
      month += 1
      if month > 12 { (year, month) = (year + 1, 1) }
    }
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
