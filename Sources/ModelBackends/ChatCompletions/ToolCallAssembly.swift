import Transcripts

/// Puts calls together that come in pieces: by index, by id, or whole.
///
/// The first piece of a call tells its id and its name, the others pieces of its arguments. Servers differ: some give every call the index 0,
/// some repeat the id, some give none, some send the arguments as an object.
struct ToolCallAssembly: Sendable {
  private struct Call {
    var index: Int
    var id: String
    var givenID: String?
    var name = ""
    /// Arguments that came before the name.
    var early = ""
  }

  private let prefix: String
  private var calls: [Call] = []

  init(prefix: String) { self.prefix = prefix }

  /// - Parameter position: Where the piece stands in its event; its index when it tells none.
  mutating func receive(_ piece: JSONValue, position: Int) -> [ChatDelta] {
    let function = piece["function"] ?? piece
    let id = piece["id"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
    let name = function["name"]?.stringValue ?? ""
    let place = place(index: piece["index"]?.intValue ?? position, id: id, name: name)
    if calls[place].name.isEmpty { calls[place].name = name }
    let arguments: String =
      switch function["arguments"] ?? function["parameters"] {
      case .string(let text)?: text
      case .object(let members)?: JSONValue.object(members).text()
      default: ""
      }
    guard !calls[place].name.isEmpty else {
      calls[place].early += arguments
      return []
    }
    defer { calls[place].early = "" }
    return [.call(id: calls[place].id, name: calls[place].name, arguments: calls[place].early + arguments)]
  }

  /// Calls that never got a name: they are passed on without one, so that the session says what is wrong.
  mutating func finish() -> [ChatDelta] {
    defer { calls = [] }
    return calls.filter { $0.name.isEmpty && !$0.early.isEmpty }
      .map { .call(id: $0.id, name: "", arguments: $0.early) }
  }

  private mutating func place(index: Int, id: String?, name: String) -> Int {
    if let place = calls.lastIndex(where: { $0.index == index }) {
      let isOther = id != nil && calls[place].givenID != nil && id != calls[place].givenID
      // A name where there is one begins another call, unless it is the same call told again.
      let isNamedAnew = id == nil && !name.isEmpty && !calls[place].name.isEmpty
      guard isOther || isNamedAnew else {
        if calls[place].givenID == nil { calls[place].givenID = id }
        return place
      }
      if let id, let known = calls.firstIndex(where: { $0.givenID == id }) { return known }
    }
    calls.append(Call(index: index, id: id ?? "\(prefix)\(calls.count + 1)", givenID: id))
    return calls.count - 1
  }
}
