import Foundation

/// One `import` of a source file, and where it stands.
struct ImportLine: Equatable {
  /// The path from the package's root.
  var file: String
  /// From 1.
  var line: Int
  var module: String

  /// The target that the file belongs to: the folder under Sources.
  var target: String { String(file.split(separator: "/")[1]) }

  /// All imports of a Swift file, whatever attribute, access level or kind of symbol stands with them.
  static func all(in text: String, file: String) -> [ImportLine] {
    let pattern =
      /^\s*(?:@\w+(?:\(\w+\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias|actor)\s+)?(?<module>\w+)/
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap {
      number, line in
      line.firstMatch(of: pattern).map {
        ImportLine(file: file, line: number + 1, module: String($0.output.module))
      }
    }
  }
}
