import FoundationEssentials
import SessionEngine
import Transcripts

/// An error that a server told, in its words, whichever of the usual shapes they came in. Some servers repeat the key: it is never among them.
struct ServerFailure: Error, LocalizedError, Hashable {
  var server: String
  /// The answer's status; of an error in the middle of a stream the one it states, or 0.
  var status: Int
  var message: String
  var type: String?
  var code: String?
  var parameter: String?
  /// llama.cpp tells both numbers beside its words.
  var promptTokens: Int?
  var contextSize: Int?
  /// When to come again, after 429 and 503.
  var resetDate: Date?
  /// The answer's first bytes, where they are no error in a known shape.
  var unknown: [UInt8]?

  init(head: HTTPHead, body: [UInt8], server: String, key: ServerKey?, resetDate: Date? = nil) {
    self.server = server
    status = head.status
    message = ""
    self.resetDate = resetDate
    if let json = try? JSONValue(parsing: body), read(json, hiding: key) { return }
    // Hidden before anything is cut off: the beginning of a key is not for anybody, either.
    let whole = Self.hidden(String(decoding: body, as: UTF8.self), key)
    unknown = Array(whole.utf8.prefix(65_536))
    let text = String(whole.prefix(2_000))
    let isPage = head["Content-Type"]?.contains("html") == true
    message =
      isPage || text.allSatisfy(\.isWhitespace) ? "status \(head.status)" : Visible.text(text, limit: 300)
  }

  /// An error in a stream: an event with `error` in it, or named so. Nil for any other event.
  init?(event json: JSONValue, named name: String = "message", server: String, key: ServerKey?) {
    guard json["error"].map({ $0 != .null }) == true || name == "error" || json["object"] == "error" else {
      return nil
    }
    self.server = server
    status = 0
    message = ""
    if !read(json, hiding: key) { message = Visible.text(Self.hidden(json.text(), key), limit: 300) }
  }

  static func unreadable(status: Int, server: String) -> ServerFailure {
    ServerFailure(
      head: HTTPHead(status: status, headers: []), body: Array("the answer is not JSON".utf8), server: server,
      key: nil)
  }

  private static func hidden(_ text: String, _ key: ServerKey?) -> String { key?.hidden(in: text) ?? text }

  private mutating func read(_ json: JSONValue, hiding key: ServerKey?) -> Bool {
    let error = json["error"] ?? json
    if let text = error.stringValue {
      message = text
    } else if let text = (error["message"] ?? error["detail"] ?? json["message"] ?? json["detail"]) {
      message = text.stringValue ?? text.text()
    } else {
      return false
    }
    message = Visible.text(Self.hidden(message, key))
    type = error["type"]?.stringValue.map { Self.hidden($0, key) }
    code = error["code"].flatMap { $0.stringValue ?? ($0 == .null ? nil : $0.text()) }.map {
      Self.hidden($0, key)
    }
    parameter = error["param"]?.stringValue.map { Self.hidden($0, key) }
    promptTokens = error["n_prompt_tokens"]?.intValue
    contextSize = error["n_ctx"]?.intValue
    if status == 0, let stated = error["code"]?.intValue ?? error["status"]?.intValue { status = stated }
    return true
  }

  var errorDescription: String? { "\(server): \(message)" }
}
