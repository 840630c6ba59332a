/// A command line, understood: every value has the form that its option demands.
struct Invocation: Sendable {
  let command: Command
  var operands: [String] = []
  private var values: [String: [String]] = [:]
  private var flags: Set<String> = []

  init(_ command: Command) { self.command = command }

  func has(_ option: Option) -> Bool { flags.contains(option.name) }

  /// The value of an option; of the last one where it was given twice.
  func value(_ option: Option) -> String? { values[option.name]?.last }

  /// All values of an option that may be given more than once, in order.
  func values(_ option: Option) -> [String] { values[option.name] ?? [] }

  func number(_ option: Option) -> Int? { value(option).flatMap { Int($0) } }

  /// Columns and rows of `--size`.
  var size: (columns: Int, rows: Int)? { value(.size).flatMap(Self.size(from:)) }

  mutating func set(_ option: Option, _ value: String? = nil) {
    if let value { values[option.name, default: []].append(value) } else { flags.insert(option.name) }
  }

  /// `100x30`: at least 20 columns and 5 rows, at most 1,000 of either.
  static func size(from text: String) -> (columns: Int, rows: Int)? {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let columns = Int(parts[0]), let rows = Int(parts[1]) else { return nil }
    guard (20...1000).contains(columns), (5...1000).contains(rows) else { return nil }
    return (columns, rows)
  }
}
