/// One entry after the instructions, with its JSON made once: a dump is then little more than copying.
struct GeneratedEntry {
  enum Role: Equatable {
    case prompt
    case response
    case toolCalls(name: String)
    case toolOutput(name: String, call: String)
  }

  let role: Role
  let id: String
  /// The text, or for tool calls the arguments, as words that a space joins.
  var words: [String] {
    didSet { json = encoded() }
  }
  /// The id of the text segment, or of the call.
  let segment: String
  private let layout: JSONLayout
  private(set) var json: [UInt8] = []

  init(_ role: Role, id: String, segment: String, words: [String], layout: JSONLayout) {
    self.role = role
    self.id = id
    self.segment = segment
    self.words = words
    self.layout = layout
    json = encoded()
  }

  var text: String { words.joined(separator: " ") }

  /// The offset of the first byte of a word.
  static func byte(ofWord index: Int, in words: [String]) -> Int {
    words[..<index].reduce(0) { $0 + $1.utf8.count + 1 }
  }

  /// How deep an entry lies in a dump: `{"transcript":{"entries":[`.
  static let depth = 3

  private func encoded() -> [UInt8] {
    let contents = OrderedJSON.array([
      .members(["id": .string(segment), "text": .string(text), "type": .string("text")])
    ])
    let value: OrderedJSON
    switch role {
    case .prompt:
      value = .members([
        "contents": contents, "contextOptions": .object([]), "id": .string(id), "options": .object([]),
        "role": .string("user"),
      ])
    case .response:
      value = .members(["contents": contents, "id": .string(id), "role": .string("response")])
    case .toolCalls(let name):
      let call = OrderedJSON.members([
        "arguments": .string(text), "id": .string(segment), "name": .string(name),
      ])
      value = .members(["id": .string(id), "role": .string("response"), "toolCalls": .array([call])])
    case .toolOutput(let name, let call):
      value = .members([
        "contents": contents, "id": .string(id), "role": .string("tool"), "toolCallID": .string(call),
        "toolName": .string(name),
      ])
    }
    var bytes: [UInt8] = []
    value.write(to: &bytes, layout: layout, depth: Self.depth)
    return bytes
  }
}
