import Foundation

/// What Package.swift says of the targets under Sources, read from its text: asking SwiftPM takes seconds.
struct Manifest {
  struct Target: Equatable {
    var name: String
    var dependencies: [String]
    /// The line of the manifest on which the target begins, from 1.
    var line: Int
  }

  let targets: [Target]

  /// Reads `room(…)`, `.target(…)`, `.executableTarget(…)`, `.macro(…)` and `.systemLibrary(…)`; not those with a `path`, which lie
  /// elsewhere.
  init(text: String) {
    let call =
      /(?:\broom|\.target|\.executableTarget|\.systemLibrary|\.macro)\(\s*(?:name:\s*)?"(?<name>\w+)"/
    targets = text.matches(of: call).compactMap { match in
      let body = Self.balanced(text[match.range.lowerBound...])
      guard !body.contains(/\bpath:/) else { return nil }
      let list =
        match.output.0.hasPrefix("room")
        ? body.firstMatch(of: /\[[^\]]*\]/)?.output
        : body.firstMatch(of: /dependencies:\s*\[[^\]]*\]/)?.output
      return Target(
        name: String(match.output.name),
        dependencies: (list ?? "").matches(of: /"(\w+)"/).map { String($0.output.1) },
        line: text[..<match.range.lowerBound].count { $0 == "\n" } + 1)
    }
  }

  subscript(name: String) -> Target? { targets.first { $0.name == name } }

  /// The call up to its closing parenthesis. The manifest has no parentheses inside its strings.
  private static func balanced(_ text: Substring) -> Substring {
    var depth = 0
    for index in text.indices {
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" {
        depth -= 1
        if depth == 0 { return text[...index] }
      }
    }
    return text
  }
}
