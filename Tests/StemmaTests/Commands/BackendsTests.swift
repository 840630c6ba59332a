import FakeServer
import Foundation
import Testing
import Transcripts

@Suite("stemma backends, and model servers for run and demo")
struct BackendsTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  /// A llama.cpp server that only tells what it is.
  private func llama() throws -> FakeServer {
    try FakeServer { request, connection in
      switch request.path {
      case "/props":
        try connection.answer(
          200,
          #"{"default_generation_settings":{"n_ctx":4096},"total_slots":2,"model_alias":"tiny","build_info":"b11549","chat_template":"{{ m }}","chat_template_caps":{"supports_tools":false},"modalities":{"vision":false},"endpoint_metrics":true}"#
        )
      case "/slots":
        try connection.answer(200, #"[{"id":0,"is_processing":true},{"id":1,"is_processing":false}]"#)
      default: try connection.answer(404, "{}")
      }
    }
  }

  @Test("A server is told in lines")
  func text() throws {
    let server = try llama()
    let result = try place.run("backends", server.address)
    #expect(result.status == 0)
    #expect(
      result.stdout == """
        \(server.address)  llama.cpp b11549
          models          tiny, a window of 4,096 tokens
          slots           2, 1 busy
          template        ignores tools: they go by a schema
          images          not read
          reused tokens   told with every answer
          metrics         on
          use it with     --backend llama=\(server.address)

        """)
  }

  @Test("A server is told as JSON; what is not known is null")
  func json() throws {
    let server = try llama()
    let document = try place.json("backends", server.address, "--json")
    #expect(document.keys == ["format", "backends"])
    #expect(document["format"] == "stemma.backends/1")
    let backend = try #require(document["backends"]?.arrayValue?.first)
    #expect(
      backend.keys == [
        "address", "software", "version", "models", "showsTools", "readsImages", "cacheReporting", "slots",
        "busySlots", "hasMetrics", "template", "backend", "error",
      ])
    #expect(backend["models"]?.text() == #"[{"name":"tiny","contextSize":4096}]"#)
    #expect(backend["showsTools"] == false)
    #expect(backend["cacheReporting"] == "reported")
    #expect(backend["backend"]?.stringValue == "llama=\(server.address)")
    #expect(backend["error"] == .null)
  }

  @Test("One server that cannot be asked does not hide the others")
  func several() throws {
    let server = try llama()
    let gone = "http://127.0.0.1:\(try FakeServer { _, _ in }.port)"
    let result = try place.run("backends", gone, server.address)
    #expect(result.status == 2)
    #expect(result.stdout.hasPrefix(server.address))
    #expect(result.stderr.hasPrefix("stemma: \(gone) cannot be reached: "))
    #expect(result.stderr.split(separator: "\n").count == 1)
  }

  @Test("Addresses and backends that are none are refused in one line")
  func refusals() throws {
    try place.run("backends", "localhost:8080").expectRefusal(
      "localhost:8080: an address begins with http:// or https://")
    try place.run("run", "craft", "--headless", "--backend", "scripted=x").expectRefusal(
      "backend “scripted=x” will not do; write llama=URL or chat=URL[#MODEL]")
    try place.run("demo", "--headless", "--backend", "smollm").expectRefusal(
      "backend “smollm” is a server that scripts/run sets up and starts: scripts/run demo --backend smollm")
    try place.run("demo", "--headless", "--backend", "llama=localhost").expectRefusal(
      "backend localhost: an address begins with http:// or https://")
  }

  @Test("A key that others can read is refused; one that is only ours reaches the server and nobody else")
  func keys() throws {
    try place.write("sk-very-secret\n", to: "key")
    let server = try llama()
    let path = place.path("key")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    try place.run("backends", server.address, "--key-file", path).expectRefusal(
      "\(path): others may read this key (mode 644): run chmod 600 on it")
    #expect(server.requests.isEmpty)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    let result = try place.run("backends", server.address, "--key-file", path)
    #expect(result.status == 0)
    #expect(server.requests.allSatisfy { $0["Authorization"] == "Bearer sk-very-secret" })
    #expect(!(result.stdout + result.stderr).contains("secret"))
  }
}
