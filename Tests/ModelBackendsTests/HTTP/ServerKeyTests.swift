import FoundationEssentials
import Glibc
import Testing

@testable import ModelBackends

@Suite("Keys of servers")
struct ServerKeyTests {
  private func file(_ text: String, mode: mode_t) throws -> String {
    let path = "/tmp/stemma-key-\(UUID().uuidString)"
    try Data(text.utf8).write(to: URL(filePath: path))
    #expect(chmod(path, mode) == 0)
    return path
  }

  @Test(
    "A key alone goes as a bearer's, a header as it is",
    arguments: [
      ("sk-12345", "Authorization", "Bearer sk-12345"), ("  sk-12345 \n", "Authorization", "Bearer sk-12345"),
      ("x-api-key: abc", "x-api-key", "abc"), ("Authorization: Basic Zm9v", "Authorization", "Basic Zm9v"),
    ])
  func spellings(text: String, name: String, value: String) throws {
    #expect(try ServerKey(text, source: "test").header == HTTPRequest.Header(name, value))
  }

  @Test(
    "What is no key is refused, and not repeated", arguments: ["", "\n", "a\nb", "k\u{1B}[31m", "x y: z:"])
  func malformed(text: String) {
    let error = #expect(throws: ServerKey.Failure.self) { try ServerKey(text, source: "the place") }
    #expect(error == .malformed(source: "the place"))
  }

  @Test("A key is read from a file that only its owner can read")
  func file() throws {
    let path = try file("sk-12345\n", mode: 0o600)
    defer { unlink(path) }
    #expect(try ServerKey.file(path).header.value == "Bearer sk-12345")
  }

  @Test("A file that others can read is refused, with the remedy", arguments: [0o644, 0o640, 0o604])
  func openFile(mode: Int) throws {
    let path = try file("sk-12345", mode: mode_t(mode))
    defer { unlink(path) }
    let error = #expect(throws: ServerKey.Failure.self) { try ServerKey.file(path) }
    #expect(error == .open(path: path, mode: mode))
    #expect(error?.errorDescription?.contains("chmod 600") == true)
    #expect(error?.errorDescription?.contains("sk-12345") == false)
  }

  @Test("A file that is not there, or is no file, is an error in one line", arguments: ["/nope/key", "/tmp"])
  func unreadable(path: String) {
    let error = #expect(throws: ServerKey.Failure.self) { try ServerKey.file(path) }
    #expect(error?.errorDescription?.hasPrefix(path) == true)
  }

  @Test("An environment without the variable has no key")
  func environment() throws {
    #expect(try ServerKey.environment(of: [:]) == nil)
    #expect(try ServerKey.environment(of: ["STEMMA_API_KEY": ""]) == nil)
    #expect(try ServerKey.environment(of: ["STEMMA_API_KEY": "k1234"])?.header.value == "Bearer k1234")
    #expect(try ServerKey.environment("MY_KEY", of: ["MY_KEY": "a-b: c"])?.header == .init("a-b", "c"))
  }

  @Test("No way of printing shows a key")
  func printing() throws {
    let key = try ServerKey("sk-very-secret", source: "test")
    var dumped = ""
    dump(["k": key], to: &dumped)
    for shown in ["\(key)", String(reflecting: key), dumped, "\([key])", "\(Optional(key) as Any)"] {
      #expect(!shown.contains("secret"), "\(shown.count) characters")
    }
    #expect(key.hidden(in: "Incorrect API key provided: sk-very-secret.") == "Incorrect API key provided: ….")
  }
}
