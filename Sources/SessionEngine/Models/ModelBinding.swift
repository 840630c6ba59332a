import Observation
import Transcripts

/// What the names `SystemLanguageModel` and `PrivateCloudComputeLanguageModel` stand for (M2).
///
/// The framework's two models need Apple's hardware and servers. Here each is a name bound to a backend, with the states that a program
/// has to be ready for: availability, quota, languages. A test, the command line and the workbench change them at any time:
///
/// ```swift
/// ModelBinding.current.update { $0.privateCloudCompute.quota = .limitReached(resetDate: nil) }
/// ```
///
/// A model remembers the binding that was current in its task when it was made, so that tests which run at once don't meet:
///
/// ```swift
/// try await ModelBinding.$current.withValue(ModelBinding()) { … }
/// ```
///
/// Any thread may read and change it. It is observed as a whole: a change of it is a change of every model bound by it.
public final class ModelBinding: Sendable, Observable {
  /// The binding for models made in this task; one for the whole process unless a task has set its own.
  @TaskLocal public static var current = ModelBinding.process
  /// Where no task has set another.
  static let process = ModelBinding()

  /// What each name is bound to.
  public struct Models: Sendable {
    /// What `SystemLanguageModel` stands for.
    public var system = System()
    /// What `PrivateCloudComputeLanguageModel` stands for.
    public var privateCloudCompute = PrivateCloudCompute()

    /// The embedded scripted model behind both names, available.
    public init() {}
  }

  /// Locked where tasks meet: a session that reads, and whoever changes a state from outside.
  private let state: Locked<Models>
  private let observers = ObservationRegistrar()

  /// A binding of its own, for `ModelBinding.$current`.
  public init(_ models: Models = Models()) {
    state = Locked(models)
  }

  /// What the names stand for at the moment.
  public var models: Models {
    observers.access(self, keyPath: \.models)
    return state.withLock { $0 }
  }

  /// Changes what the names stand for, as one step. Requests that begin afterwards see it.
  public func update(_ change: (inout Models) -> Void) {
    observers.withMutation(of: self, keyPath: \.models) {
      state.withLock { change(&$0) }
    }
  }
}
