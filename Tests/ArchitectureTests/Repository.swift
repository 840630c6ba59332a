import Foundation

/// The files of the package as they lie in the working copy.
enum Repository {
  static let root = URL(filePath: #filePath).appending(path: "../../..").standardized

  /// Paths from the root of every file below `folder`, without what is built, hidden away by git or generated.
  static func files(below folder: String = "") -> [String] {
    let skipped: Set = [".git", ".build", ".swiftpm", ".venv"]
    let start = folder.isEmpty ? root : root.appending(path: folder)
    guard let walk = FileManager.default.enumerator(atPath: start.path) else { return [] }
    var files: [String] = []
    while let path = walk.nextObject() as? String {
      if skipped.contains(URL(filePath: path).lastPathComponent) {
        walk.skipDescendants()
      } else if walk.fileAttributes?[.type] as? FileAttributeType == .typeRegular {
        files.append(folder.isEmpty ? path : folder + "/" + path)
      }
    }
    return files.sorted()
  }

  static func bytes(of path: String) throws -> Data {
    try Data(contentsOf: root.appending(path: path))
  }

  static func text(of path: String) throws -> String {
    String(decoding: try bytes(of: path), as: UTF8.self)
  }
}
