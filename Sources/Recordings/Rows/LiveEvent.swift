import Transcripts

/// An event of a session that was recorded while it ran, as the `event` table holds it: the one description
/// of these rows.
///
/// | `kind` | JSON |
/// | --- | --- |
/// | `profile` | `{"name":"tutorial","previous":"brainstorm"}`; no `previous` at the first |
/// | `hook` | `{"name":"onPrompt","profile":"tutorial","error":"…"}`; no `error` when it returned |
/// | `tool-started` | `{"call":"ID","tool":"convert"}` |
/// | `tool-ended` | `{"call":"ID","tool":"convert","milliseconds":12,"error":"…"}` |
/// | `property` | `{"name":"mode","value":"tutorial"}` |
/// | `prewarm` | `{"prewarm":1,"model":"system","profile":"tutorial","tools":[],"tokens":310,"promptPrefix":"Now","sent":[[0,4],17]}`; `sent` as `PrewarmRow.sent` |
/// | `prewarm-ended` | `{"prewarm":1,"finish":"finished","input":{"value":310,"origin":"measured"},"reused":…,"prefilled":…}`; no numbers where the model told none |
/// | `request-failed` | `{"request":3,"error":"…","failure":"contextSizeExceeded","contextSize":4096,"tokenCount":4100,"detail":"…"}` |
///
/// All of them may also have `"request"`, the number of the request that was running, and `"inference"`, the
/// number of the inference that had begun last, from 1; 0 before the first. The row's `snapshot` is the
/// newest one at that moment, `at` the time by the session's clock. `warning` rows are not live events. Of a failed
/// request, all but `request` and `error` is there as far as it is known: the members of `RequestFailure`, its kind
/// as `failure`.
public enum LiveEvent: Sendable, Hashable {
  /// A persona became active.
  case profile(name: String, previous: String?)
  /// A hook of a profile returned, or threw.
  case hook(name: String, profile: String, error: String?)
  case toolStarted(call: String, tool: String)
  /// `milliseconds` from the start; nil when that was not recorded.
  case toolEnded(call: String, tool: String, milliseconds: Int?, error: String?)
  /// A session property was written.
  case property(name: String, value: String)
  /// A model was handed the beginning of the next request.
  case prewarm(PrewarmRow)
  case prewarmEnded(PrewarmRow.End)
  /// A request ended with an error; `request` is its number.
  case requestFailed(request: Int, RequestFailure)

  /// The row's `kind`.
  public var kind: String {
    switch self {
    case .profile: "profile"
    case .hook: "hook"
    case .toolStarted: "tool-started"
    case .toolEnded: "tool-ended"
    case .property: "property"
    case .prewarm: "prewarm"
    case .prewarmEnded: "prewarm-ended"
    case .requestFailed: "request-failed"
    }
  }

  /// Where in its session an event stands.
  public struct Place: Sendable, Hashable {
    /// The request that was running; nil between requests.
    public var request: Int?
    /// The inference that had begun last; 0 before the first.
    public var inference: Int

    public init(request: Int?, inference: Int) {
      self.request = request
      self.inference = inference
    }

    /// Nil for a row that does not tell.
    public init?(_ row: EventRow) {
      guard let json = try? JSONValue(parsing: row.json.utf8), let number = json["inference"]?.intValue else {
        return nil
      }
      self.init(request: json["request"]?.intValue, inference: number)
    }
  }

  /// The row's JSON.
  public func json(at place: Place? = nil) -> String {
    var members: [JSONValue.Member] = []
    func add(_ key: String, _ value: String?) {
      if let value { members.append(.init(key, .string(value))) }
    }
    switch self {
    case .profile(let name, let previous):
      add("name", name)
      add("previous", previous)
    case .hook(let name, let profile, let error):
      add("name", name)
      add("profile", profile)
      add("error", error)
    case .toolStarted(let call, let tool):
      add("call", call)
      add("tool", tool)
    case .toolEnded(let call, let tool, let milliseconds, let error):
      add("call", call)
      add("tool", tool)
      if let milliseconds { members.append(.init("milliseconds", .number(milliseconds))) }
      add("error", error)
    case .property(let name, let value):
      add("name", name)
      add("value", value)
    case .prewarm(let row): members += row.members
    case .prewarmEnded(let end): members += end.members
    case .requestFailed(let request, let failure):
      members.append(.init("request", .number(request)))
      members += failure.members
    }
    if let place {
      if let request = place.request, !members.contains(where: { $0.key == "request" }) {
        members.append(.init("request", .number(request)))
      }
      members.append(.init("inference", .number(place.inference)))
    }
    return JSONValue.object(members).text()
  }

  /// Nil for a row of another kind, or one that nothing of ours wrote.
  public init?(_ row: EventRow) {
    guard let json = try? JSONValue(parsing: row.json.utf8) else { return nil }
    func text(_ key: String) -> String? { json[key]?.stringValue }
    switch row.kind {
    case "profile":
      guard let name = text("name") else { return nil }
      self = .profile(name: name, previous: text("previous"))
    case "hook":
      guard let name = text("name"), let profile = text("profile") else { return nil }
      self = .hook(name: name, profile: profile, error: text("error"))
    case "tool-started":
      guard let call = text("call"), let tool = text("tool") else { return nil }
      self = .toolStarted(call: call, tool: tool)
    case "tool-ended":
      guard let call = text("call"), let tool = text("tool") else { return nil }
      self = .toolEnded(
        call: call, tool: tool, milliseconds: json["milliseconds"]?.intValue, error: text("error"))
    case "property":
      guard let name = text("name"), let value = text("value") else { return nil }
      self = .property(name: name, value: value)
    case "prewarm":
      guard let row = PrewarmRow(json) else { return nil }
      self = .prewarm(row)
    case "prewarm-ended":
      guard let end = PrewarmRow.End(json) else { return nil }
      self = .prewarmEnded(end)
    case "request-failed":
      guard let request = json["request"]?.intValue, let failure = RequestFailure(json) else { return nil }
      self = .requestFailed(request: request, failure)
    default: return nil
    }
  }
}
