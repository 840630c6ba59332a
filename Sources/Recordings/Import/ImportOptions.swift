import Tokenizers

/// How imported transcripts are counted.
public struct ImportOptions: Sendable {
  public var counter: any TokenCounter
  /// The context window in tokens, where the person knows it; transcripts don't tell.
  public var window: Int?

  public init(counter: any TokenCounter, window: Int? = nil) {
    self.counter = counter
    self.window = window
  }
}

/// How far an import has come.
public struct ImportProgress: Sendable {
  public var doneBytes: Int
  public var totalBytes: Int
  /// What is being read: a file's name.
  public var item: String
}

/// Called now and then during an import, on the importing thread.
public typealias ImportReport = @Sendable (ImportProgress) -> Void
