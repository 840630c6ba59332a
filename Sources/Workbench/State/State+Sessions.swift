import Recordings

// Sessions that tools of other sessions began.

extension State {
  /// Indices of the sessions that tool calls of the one on screen began.
  var children: [Int] { children(of: session) }

  func children(of session: Int) -> [Int] {
    guard sessions.count > 1, sessions.indices.contains(session) else { return [] }
    let id = sessions[session].id
    return sessions.indices.filter { sessions[$0].parent == id }
  }

  /// Index of the session whose tool call began the one on screen.
  var parent: Int? {
    guard let id = sessionRow?.parent else { return nil }
    return sessions.firstIndex { $0.id == id }
  }

  /// How many sessions stand above one.
  func depth(of session: Int) -> Int {
    var depth = 0
    var above = sessions[session].parent
    while depth < sessions.count, let id = above, let index = sessions.firstIndex(where: { $0.id == id }) {
      depth += 1
      above = sessions[index].parent
    }
    return depth
  }

  /// The session that a tool call made at the cursor began, else the first of the children.
  var childHere: Int? {
    let calls = currentContent?.callIDs ?? []
    return children.first { sessions[$0].parentCall.map(calls.contains) == true } ?? children.first
  }
}
