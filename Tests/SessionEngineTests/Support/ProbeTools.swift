import SessionEngine
import Transcripts

/// A tool that does what a test tells it.
struct ProbeTool: Tool {
  let name: String
  var description = "does what the test says"
  var body: @Sendable (GeneratedContent) async throws -> String = { _ in "done" }

  init(
    _ name: String, _ body: @escaping @Sendable (GeneratedContent) async throws -> String = { _ in "done" }
  ) {
    self.name = name
    self.body = body
  }

  @concurrent
  func call(arguments: GeneratedContent) async throws -> String { try await body(arguments) }
}

/// An error that is equal to itself.
struct Failure: Error, Equatable, CustomStringConvertible {
  var name: String

  init(_ name: String) { self.name = name }

  var description: String { name }
}
