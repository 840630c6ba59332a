import FakeServer

/// Servers of both protocols at one address, which begin an answer and never end it.
enum EndlessServer {
  /// Tokens that come at once; then the server is silent until the client goes.
  static let tokens = 8

  static func start() throws -> FakeServer {
    try FakeServer { request, connection in
      switch request.path {
      case "/props":
        try connection.answer(
          200,
          #"{"default_generation_settings":{"n_ctx":4096},"total_slots":8,"model_alias":"m","chat_template":"{{ m }}"}"#
        )
      case "/apply-template": try connection.answer(200, #"{"prompt":"user x assistant"}"#)
      case "/tokenize": try connection.answer(200, #"{"tokens":[1,2,3]}"#)
      case "/completion":
        try stream(on: connection) { #"{"content":"w\#($0) ","tokens":[\#($0)],"stop":false}"# }
      default:
        try stream(on: connection) { #"{"choices":[{"index":0,"delta":{"content":"w\#($0) "}}]}"# }
      }
    }
  }

  private static func stream(on connection: Connection, _ event: (Int) -> String) throws {
    try connection.beginEvents()
    for number in 1...tokens { try connection.chunk("data: \(event(number))\n\n") }
    connection.waitForClose()
  }
}
