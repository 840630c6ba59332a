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
      case "/metrics":
        try connection.answer(
          200,
          """
          # HELP llamacpp:prompt_tokens_total Number of prompt tokens processed, excluding cached tokens
          # TYPE llamacpp:prompt_tokens_total counter
          llamacpp:prompt_tokens_total 1086
          llamacpp:prompt_tokens_cached_total 219
          llamacpp:tokens_predicted_total 82
          llamacpp:n_decode_total 82

          """, type: "text/plain")
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
          metrics         1,086 tokens prefilled, 219 reused, 82 generated
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
        "busySlots", "hasMetrics", "template", "counters", "backend", "error",
      ])
    #expect(backend["models"]?.text() == #"[{"name":"tiny","contextSize":4096}]"#)
    #expect(backend["showsTools"] == false)
    #expect(backend["counters"]?.text() == #"{"prefilled":1086,"reused":219,"generated":82}"#)
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

  @Test("A password or a key in an address is not repeated, in lines or as JSON")
  func secrets() throws {
    for text in ["http://me:secret@x.example", "me:secret@x.example", "http://x.example/v1?key=secret"] {
      for arguments in [
        ["backends", text], ["backends", text, "--json"],
        ["demo", "--headless", "--backend", "chat=\(text)"],
      ] {
        let result = try StemmaProcess.run(arguments, environment: [:], directory: place.folder)
        #expect(result.status == 2)
        #expect(!(result.stdout + result.stderr).contains("secret"), "\(arguments)")
      }
    }
  }

  @Test(
    "M4: the key and what a server repeats of it is in no byte of a recording, of the output and of what is exported"
  )
  func recordedKey() throws {
    try place.write("sk-very-secret\n", to: "key")
    let path = place.path("key")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    for isRefused in [false, true] {
      let server = try FakeServer { request, connection in
        switch request.path {
        case "/v1/models": try connection.answer(200, #"{"data":[{"id":"tiny"}]}"#)
        case "/v1/chat/completions" where isRefused:
          try connection.answer(400, #"{"error":{"message":"no: sk-very-secret","type":"sk-very-secret"}}"#)
        case "/v1/chat/completions":
          try connection.events([
            #"{"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"length"}]}"#
          ])
        default: try connection.answer(404, "sk-very-secret")
        }
      }
      let recording = place.path("run-\(isRefused).stemma")
      let backend = "chat=\(server.address)"
      let result = try place.run(
        "run", "craft", "--headless", "--record", recording, "--backend", backend, "--key-file", path)
      #expect(server.requests.contains { $0["Authorization"] == "Bearer sk-very-secret" })
      #expect(result.status == (isRefused ? 1 : 0))
      #expect(!(result.stdout + result.stderr).contains("secret"))
      #expect(result.stdout.contains(isRefused ? "no: …" : "cut off at its limit"))
      let bytes = try Data(contentsOf: URL(fileURLWithPath: recording))
      #expect(bytes.count > 4_096)
      #expect(bytes.range(of: Data("sk-very".utf8)) == nil)
      let log = try place.run("log", recording, "--requests")
      #expect(log.status == 0)
      #expect(!log.stdout.contains("secret"))
      #expect(log.stdout.contains("cut off at its limit") != isRefused)
    }
  }

  @Test("A server behind a proxy is asked through it, and what the proxy says of itself is no answer")
  func proxy() throws {
    let proxy = try FakeServer { _, connection in
      try connection.send("HTTP/1.1 200 Connection established\r\nX-Proxy: yes\r\n\r\n")
      connection.close()
    }
    let result = try place.run(
      "backends", "https://model.example/v1", environment: ["https_proxy": proxy.address, "no_proxy": ""])
    #expect(proxy.requests.map(\.method) == ["CONNECT"])
    #expect(result.status == 2)
    #expect(result.stdout == "")
    #expect(result.stderr.contains("https://model.example is not trusted: "), "\(result.stderr)")
    #expect(result.stderr.split(separator: "\n").count == 1)
  }

  @Test("This machine is asked without the environment's proxy, any other through it")
  func loopback() throws {
    let proxy = try FakeServer { _, connection in try connection.answer(502, "no") }
    let server = try llama()
    let environment = ["http_proxy": proxy.address, "all_proxy": proxy.address, "no_proxy": ""]
    #expect(try place.run("backends", server.address, environment: environment).status == 0)
    #expect(proxy.requests.isEmpty)
    #expect(try place.run("backends", "http://model.example", environment: environment).status == 2)
    #expect(proxy.requests.first?.path == "http://model.example/props")
  }

  @Test(
    "M5: --slot-file brings a slot's cache back before the session, and keeps it at the end; the first time there is none"
  )
  func slotFile() throws {
    let server = try FakeServer { request, connection in
      switch request.path {
      case "/props":
        try connection.answer(
          200,
          #"{"default_generation_settings":{"n_ctx":4096},"total_slots":2,"model_alias":"tiny","chat_template":"{{ m }}"}"#
        )
      case "/apply-template": try connection.answer(200, #"{"prompt":"user"}"#)
      case "/tokenize": try connection.answer(200, #"{"tokens":[1,2,3]}"#)
      case "/completion":
        try connection.events([
          #"{"content":"{\"answer\":\"Hi\"}","tokens":[9],"stop":true,"stop_type":"eos","id_slot":1,"tokens_evaluated":3,"tokens_predicted":1,"timings":{"cache_n":2,"prompt_n":1,"prompt_ms":1,"predicted_ms":1}}"#
        ])
      case "/slots/0?action=restore":
        try connection.answer(400, #"{"error":{"code":400,"message":"Unable to restore slot"}}"#)
      case "/slots/1?action=save":
        try connection.answer(200, #"{"id_slot":1,"n_saved":1234,"n_written":5,"timings":{"save_ms":1}}"#)
      default: try connection.answer(404, "{}")
      }
    }
    let result = try place.run(
      "run", "O1", "--headless", "--backend", "llama=\(server.address)", "--slot-file", "a.bin")
    #expect(result.status == 0, "\(result.stderr)")
    #expect(
      result.stderr == """
        stemma: nothing was restored from a.bin: \(server.address): Unable to restore slot (code 400)
        stemma: 1,234 tokens of slot 1 kept in a.bin

        """)
    let paths = server.requests.map(\.path)
    let restored = try #require(paths.firstIndex(of: "/slots/0?action=restore"))
    #expect(restored < (try #require(paths.firstIndex(of: "/completion"))))
    #expect(paths.last == "/slots/1?action=save")
    #expect(server.requests.last?.body == #"{"filename":"a.bin"}"#)
    for backend in [[], ["--backend", "chat=\(server.address)#m"]] {
      try StemmaProcess.run(
        ["run", "O1", "--headless", "--slot-file", "a.bin"] + backend, environment: [:],
        directory: place.folder
      ).expectRefusal(
        "--slot-file is for a llama.cpp server: add --backend llama=URL; “stemma help run” tells more")
    }
  }
}
