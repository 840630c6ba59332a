import Transcripts

/// A session's executors: one for each distinct configuration, kept as long as the session (M1), so that what an executor holds in its
/// prefix cache is there for the next request.
final class ExecutorStore: Sendable {
  private struct Key: Hashable {
    var type: ObjectIdentifier
    var configuration: AnyHashable
  }

  // AnyHashable is not Sendable, but only configurations that are go in.
  private struct Held: @unchecked Sendable {
    var executors: [Key: any LanguageModelExecutor] = [:]
  }

  private let held = Locked(Held())

  /// The executor for a model's configuration, made on first use.
  ///
  /// - Throws: What the executor's initializer throws; nothing is kept then.
  func executor<Model: LanguageModel>(for model: Model) throws -> Model.Executor {
    let configuration = model.executorConfiguration
    let key = Key(type: ObjectIdentifier(Model.Executor.self), configuration: AnyHashable(configuration))
    return try held.withLock { held in
      if let executor = held.executors[key] as? Model.Executor { return executor }
      let executor = try Model.Executor(configuration: configuration)
      held.executors[key] = executor
      return executor
    }
  }
}
