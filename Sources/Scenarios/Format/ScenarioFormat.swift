/// How a scenario file is written.
public enum ScenarioFormat {
  /// The description of the format, as Markdown: this room's README, which is part of the program.
  public static var description: String { String(decoding: PackageResources.README_md, as: UTF8.self) }
}
