/// A scenario that comes with the program: `stemma demo` and `stemma run NAME` know it without a file.
public struct ShippedScenario: Sendable, Identifiable {
  /// `craft`, `chat`, `O1` …
  public let name: String
  /// The text of its file.
  public let json5: String

  public var id: String { name }

  /// All of them, the craft session first.
  public static let all: [ShippedScenario] = [
    ShippedScenario("craft", PackageResources.craft_json5),
    ShippedScenario("craft-static-first", PackageResources.craft_static_first_json5),
    ShippedScenario("chat", PackageResources.chat_json5),
    ShippedScenario("O1", PackageResources.O1_json5),
    ShippedScenario("O2", PackageResources.O2_json5),
    ShippedScenario("O3", PackageResources.O3_json5),
    ShippedScenario("O4", PackageResources.O4_json5),
    ShippedScenario("O5", PackageResources.O5_json5),
    ShippedScenario("O6", PackageResources.O6_json5),
    ShippedScenario("O7", PackageResources.O7_json5),
    ShippedScenario("O8", PackageResources.O8_json5),
  ]

  private init(_ name: String, _ bytes: [UInt8]) {
    self.name = name
    json5 = String(decoding: bytes, as: UTF8.self)
  }

  /// The one of this name, in any case of letters; nil when there is none.
  public static func named(_ name: String) -> ShippedScenario? {
    all.first { $0.name.lowercased() == name.lowercased() }
  }

  /// One line: what it shows. Empty for a text that can't be read, which a test sees to.
  public var about: String { (try? scenario())?.about ?? "" }

  /// Reads its text.
  public func scenario() throws(ScenarioError) -> Scenario {
    try Scenario(json5: json5, file: "\(name).json5")
  }
}
