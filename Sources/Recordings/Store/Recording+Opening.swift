import CSQLite
import Glibc

extension Recording {
  /// An empty recording in memory, for writing.
  /// - Parameter tokenizer: the name of the token counter that its counts come from.
  public static func inMemory(tokenizer: String) throws(RecordingError) -> Recording {
    let connection = try Connection(name: ":memory:", path: "recording in memory", mode: .memory)
    let store = Store(connection: connection)
    try store.lay(tokenizer: tokenizer, schema: .current)
    return try Recording(store: store, path: nil, access: .writing)
  }
}
