import Foundation
import Testing

@Suite("Every rule has a test")
struct RulesTests {
  @Test("Each rule of the session engine is named by a test")
  func rules() throws {
    let (missing, status) = try rules(of: Repository.root)
    #expect(missing == "", "rules that no test names")
    #expect(status == 0)
  }

  @Test("The script finds rules in lists and on the next line, and tells which are missing")
  func script() throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "rules-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: root) }
    let tests = root.appending(path: "Tests/SessionEngineTests")
    try FileManager.default.createDirectory(at: tests, withIntermediateDirectories: true)
    try """
    # A heading, and no rule: R9
    R1 The first.
    R2 The second.
    R12 The third.
    D1 The fourth.
    D2 The fifth.
    """.write(to: tests.appending(path: "rules.txt"), atomically: true, encoding: .utf8)
    // Put together here, so that these names are not found as this file's own.
    try [
      "(\"R12, D1: both\")", "(\n    \"R1: on its own line\", .serialized)", "(\"says D2: in the middle\")",
    ]
    .map { "  @Test" + $0 + " func f() {}\n" }.joined()
    .write(to: tests.appending(path: "Some.swift"), atomically: true, encoding: .utf8)
    let (missing, status) = try rules(of: root)
    #expect(missing == "R2: The second.\nD2: The fifth.\n")
    #expect(status == 1)
  }

  private func rules(of root: URL) throws -> (output: String, status: Int32) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["bash", Repository.root.path + "/scripts/rules", root.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return (text, process.terminationStatus)
  }
}
