import Foundation

/// The workbench in a terminal, and its screen's parts by their names.
final class WorkbenchTerminal {
  let tmux: TmuxDriver

  /// Opens the craft session, or what `arguments` say, and waits for its last snapshot.
  init(
    _ arguments: [String] = [Samples.path("craft-session")], width: Int = 120, height: Int = 40,
    colorTerm: String? = nil, environment: [String: String] = [:]
  ) async throws {
    tmux = try TmuxDriver(
      stemma: arguments, width: width, height: height, colorTerm: colorTerm, environment: environment)
    try await tmux.waitUntil("the first screen") { Parts($0).isReady }
  }

  /// A screen taken apart.
  struct Parts {
    let rows: [String]

    init(_ rows: [String]) { self.rows = rows }

    /// Something is open, and its entries are there.
    var isReady: Bool {
      snapshot != nil && rows.last?.contains("keys") == true && rows.contains { $0.hasPrefix("▌") }
    }

    var header: String { rows.first ?? "" }
    var foot: String { rows.last ?? "" }
    /// The number of the snapshot under the cursor, as the header says it.
    var snapshot: Int? { Self.number(after: "snapshot ", in: header) }
    var request: Int? { Self.number(after: "request ", in: header) }
    /// The line under the lanes.
    var rule: String { rows.first { $0.hasPrefix("──") && $0.contains(" snapshot ") } ?? "" }
    /// The lanes: what stands between the header and that line.
    var lanes: [String] { Array(rows.dropFirst().prefix { !$0.hasPrefix("──") }) }
    /// What stands beside the entries.
    var inspector: [String] {
      panes.compactMap { row in row.firstIndex(of: "│").map { String(row[row.index($0, offsetBy: 2)...]) } }
    }
    /// The number of the chosen entry.
    var entry: Int? { panes.first { $0.hasPrefix("▌") }.flatMap { Self.number(after: "▌", in: $0) } }
    /// The line chosen in a list other than the entries.
    var chosen: String? { rows.first { $0.hasPrefix(" ▌") }.map { String($0.dropFirst(2)) } }

    /// The rows under the line that names the snapshot, without the foot.
    var panes: [String] {
      guard let line = rows.firstIndex(of: rule), !rule.isEmpty else { return [] }
      return Array(rows[(line + 1)...].dropLast())
    }

    private static func number(after sign: String, in text: String) -> Int? {
      guard let end = text.range(of: sign)?.upperBound else { return nil }
      let digits = text[end...].drop { $0 == " " }.prefix { $0.isNumber || $0 == "," }
      return Int(digits.filter(\.isNumber))
    }
  }

  var screen: Parts {
    get throws { Parts(try tmux.screen()) }
  }

  /// Presses keys and waits for what they are to bring about.
  @discardableResult
  func press(_ keys: String..., until what: String, _ condition: (Parts) throws -> Bool) async throws -> Parts
  {
    for key in keys { try tmux.send(key) }
    return Parts(
      try await tmux.waitUntil("\(what) after \(keys.joined(separator: " "))") { try condition(Parts($0)) })
  }

  /// Presses a key and waits until the cursor stands on a snapshot.
  @discardableResult
  func press(_ key: String, toSnapshot number: Int) async throws -> Parts {
    try await press(key, until: "snapshot \(number)") {
      $0.snapshot == number && $0.rule.contains("snapshot \(number) ")
    }
  }

  /// Presses keys and waits until a text is on the screen.
  @discardableResult
  func press(_ keys: String..., untilShown text: String) async throws -> Parts {
    for key in keys { try tmux.send(key) }
    return Parts(try await tmux.waitUntil(shows: text))
  }

  /// Quits, and expects to leave nothing behind.
  func quit() async throws -> Int32 {
    try tmux.send("Q")
    return try await tmux.waitForExit()
  }
}
