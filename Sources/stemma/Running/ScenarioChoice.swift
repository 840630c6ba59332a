import Glibc
import Scenarios
import Terminal

/// A scenario as the command line names it: a file, or one that comes with the program.
struct ScenarioChoice {
  let scenario: Scenario
  /// What its recordings are called: the file's name without its ending.
  let name: String
  /// Its text, which a recording keeps.
  let json5: String

  /// The one that `stemma demo` runs.
  static let demo = "craft"

  /// - Parameter word: a path, or the name of a shipped scenario. A file of that name wins.
  /// - Throws: `ScenarioError` with line and column; `RunError.unknownScenario`; `FileError`.
  init(_ word: String) throws {
    if let shipped = ShippedScenario.named(word), !Self.isFile(word) {
      scenario = try shipped.scenario()
      name = shipped.name
      json5 = shipped.json5
      return
    }
    guard let bytes = try FileBytes.read(word) else {
      guard word.contains("/") || word.contains(".") else {
        let nearest = Spelling.nearest(to: word, of: ShippedScenario.all.map(\.name))
        throw RunError.unknownScenario(word, nearest: nearest)
      }
      throw RunError.noFile(word)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw RunError.notText(word) }
    scenario = try Scenario(json5: text, file: word)
    json5 = text
    let last = word.split(separator: "/").last.map(String.init) ?? word
    name = last.lastIndex(of: ".").map { String(last[..<$0]) }.flatMap { $0.isEmpty ? nil : $0 } ?? last
  }

  /// One whose text a recording kept.
  /// - Throws: `ScenarioError` with line and column.
  init(name: String, json5: String, file: String) throws {
    scenario = try Scenario(json5: json5, file: file)
    self.name = name
    self.json5 = json5
  }

  private static func isFile(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
  }
}

/// What keeps a session from being run. The text is one line: what, and what to do.
enum RunError: Error, CustomStringConvertible {
  case unknownScenario(String, nearest: String?)
  case noFile(String)
  case notText(String)
  case notAnAssignment(Option, String)
  case noFolder(path: String, reason: String)
  case noHome

  var description: String {
    switch self {
    case .unknownScenario(let word, let nearest?): "no scenario “\(word)”; did you mean “\(nearest)”?"
    case .unknownScenario(let word, nil): "no scenario “\(word)”; “stemma run” lists them"
    case .noFile(let path): "\(path): no such file; “stemma run” lists the scenarios that come along"
    case .notText(let path): "\(path): not UTF-8 text; a scenario is a JSON5 file"
    case .notAnAssignment(let option, let text):
      "--\(option.name) “\(text)” will not do; write --\(option.name) NAME=VALUE"
    case .noFolder(let path, let reason):
      "\(path): cannot be made: \(reason); --record FILE says where else to record"
    case .noHome: "there is no home folder to record in; --record FILE says where"
    }
  }
}
