import Transcripts

extension LanguageModelSession {
  /// A property of the session that is running: in a profile, a modifier, instructions or a tool (S1, 000 §11, API §5).
  ///
  /// ```swift
  /// extension SessionPropertyValues { @SessionPropertyEntry var lookups: Int = 0 }
  ///
  /// struct Lookup: LanguageModelSession.DynamicProfile {
  ///   @SessionProperty(\.lookups) var lookups
  ///   var body: some DynamicProfile {
  ///     Profile { LookupTool() }
  ///       .toolCallingMode(lookups < 1 ? .required : .allowed)
  ///       .onToolCall { lookups += 1 }
  ///   }
  /// }
  /// ```
  ///
  /// What is written is there at the next evaluation of a body (S3). Tools that run at once may all write, and `lookups += 1` counts every
  /// one of them. Outside of a session the property reads as its default, and a write is refused with a line on standard error.
  @propertyWrapper
  public struct SessionProperty<Value> {
    private let keyPath: ReferenceWritableKeyPath<SessionPropertyValues, Value>

    /// The property at `keyPath`.
    public init(_ keyPath: ReferenceWritableKeyPath<SessionPropertyValues, Value>) {
      self.keyPath = keyPath
    }

    /// The property's value in the session that is running.
    public var wrappedValue: Value {
      get {
        (SessionContext.current?.values ?? SessionPropertyValues())[keyPath: keyPath]
      }
      nonmutating set {
        guard let context = SessionContext.current else { return refuse() }
        context.values.exclusively { context.values[keyPath: keyPath] = newValue }
      }
      nonmutating _modify {
        // Reads, changes and writes back as one step, or writers that meet would lose each other's change.
        let values = SessionContext.current?.values
        let turn = values?.beginTurn()
        var value = (values ?? SessionPropertyValues())[keyPath: keyPath]
        defer {
          if let values {
            values[keyPath: keyPath] = value
            if let turn { values.endTurn(turn) }
          } else {
            refuse()
          }
        }
        yield &value
      }
    }

    private func refuse() {
      SessionPropertyError.noSession(type: "\(Value.self)").report()
    }
  }
}

/// Unchecked, because a key path to a property holds nothing but which property it is.
extension LanguageModelSession.SessionProperty: @unchecked Sendable where Value: Sendable {}
