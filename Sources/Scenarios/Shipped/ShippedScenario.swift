/// A scenario that comes with the program: `stemma demo` and `stemma run NAME` know it without a file.
public struct ShippedScenario: Sendable, Identifiable {
  /// `craft`, `O1` …
  public var name: String
  /// One line: what it shows.
  public var about: String
  /// The text of its file.
  public var json5: String

  public var id: String { name }

  /// All of them, the craft session first.
  public static let all: [ShippedScenario] = []

  /// The one of this name, in any case of letters; nil when there is none.
  public static func named(_ name: String) -> ShippedScenario? {
    all.first { $0.name.lowercased() == name.lowercased() }
  }

  /// Reads its text.
  public func scenario() throws(ScenarioError) -> Scenario {
    try Scenario(json5: json5, file: "\(name).json5")
  }
}
