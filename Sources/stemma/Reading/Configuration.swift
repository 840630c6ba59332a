import Glibc
import Transcripts

/// What a person has set down once in `$XDG_CONFIG_HOME/stemma/config.json`. All of it may be left out.
///
/// ```json
/// {"tokenizer": "~/models/tokenizer.json", "theme": "light", "window": 4096, "mouse": true}
/// ```
struct Configuration: Sendable, Equatable {
  /// The file to count tokens with; `~` is the home folder, and a relative path is relative to the file's folder.
  var tokenizer: String?
  var theme: String?
  /// The context window in tokens of files that do not tell it.
  var window: Int?
  /// Whether the workbench takes the mouse; it does unless told otherwise.
  var mouse = true

  static let keys = ["tokenizer", "theme", "window", "mouse"]

  /// The person's configuration; an empty one when there is no file.
  static func load() throws -> Configuration {
    guard let folder = Environment.configurationFolder else { return Configuration() }
    let path = folder + "/config.json"
    guard let bytes = try FileBytes.read(path) else { return Configuration() }
    return try Configuration(parsing: bytes, path: path)
  }

  init() {}

  /// - Parameter path: the file, for errors and for relative paths in it.
  init(parsing bytes: [UInt8], path: String) throws(ConfigurationError) {
    let json: JSONValue
    do {
      json = try JSONValue(parsing: bytes)
    } catch {
      throw ConfigurationError(path: path, line: error.line, column: error.column, what: error.message)
    }
    guard case .object(let members) = json else {
      throw ConfigurationError(
        path: path, line: 1, column: 1, what: "not an object; write {\"theme\": \"light\"}")
    }
    for member in members {
      func refuse(_ what: String) -> ConfigurationError {
        let place = JSONPlace.ofKey(member.key, in: bytes)
        return ConfigurationError(path: path, line: place.line, column: place.column, what: what)
      }
      switch member.key {
      case "tokenizer":
        guard let file = member.value.stringValue, !file.isEmpty else {
          throw refuse("tokenizer should be a file's path in quotes")
        }
        tokenizer = Self.resolved(file, besides: path)
      case "theme":
        guard let name = member.value.stringValue, !name.isEmpty else {
          throw refuse("theme should be a theme's name in quotes; “stemma themes” shows them")
        }
        theme = name
      case "window":
        guard let tokens = member.value.intValue, tokens > 0 else {
          throw refuse("window should be a whole number of tokens such as 4096")
        }
        window = tokens
      case "mouse":
        guard let takes = member.value.boolValue else { throw refuse("mouse should be true or false") }
        mouse = takes
      default:
        let nearest = Spelling.nearest(to: member.key, of: Self.keys)
        let advice =
          nearest.map { "did you mean “\($0)”?" } ?? "there are \(Self.keys.joined(separator: ", "))"
        throw refuse("“\(member.key)” is no setting; \(advice)")
      }
    }
  }

  private static func resolved(_ file: String, besides path: String) -> String {
    if file.hasPrefix("/") { return file }
    if file.hasPrefix("~/"), let home = Environment["HOME"] { return home + file.dropFirst() }
    guard let slash = path.lastIndex(of: "/") else { return file }
    return path[...slash] + file
  }
}

/// What is wrong with the configuration file, in one line.
struct ConfigurationError: Error, CustomStringConvertible {
  let path: String
  let line: Int
  let column: Int
  let what: String

  var description: String { "\(path):\(line):\(column): \(what)" }
}

/// Where a key of the outermost object stands in a JSON text that was already found to be sound.
enum JSONPlace {
  /// Line and column from 1, columns in characters; of the last one should the key stand there twice.
  static func ofKey(_ key: String, in bytes: [UInt8]) -> (line: Int, column: Int) {
    var found = 0
    var depth = 0
    var index = 0
    var expectsKey = false
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        expectsKey = depth == 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ","): expectsKey = depth == 1
      case UInt8(ascii: "\""):
        let start = index
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
          index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        let text = bytes[start...min(index, bytes.count - 1)]
        if expectsKey, (try? JSONValue(parsing: text))?.stringValue == key { found = start }
        expectsKey = false
      default: break
      }
      index += 1
    }
    return place(of: found, in: bytes)
  }

  private static func place(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    let before = bytes[..<offset]
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let line = before.reduce(1) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
    let column = before[lineStart...].reduce(1) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    return (line, column)
  }
}
