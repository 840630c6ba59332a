import Transcripts

// Properties of programs that are read from files: their names are known only when they run.

extension SessionPropertyValues {
  /// The properties of the session whose code is running in this task; nil outside of any.
  package static var running: SessionPropertyValues? { SessionContext.current?.values }

  /// A property by its name, beside those that are declared; nil until it is written.
  ///
  /// A write is announced as one of any property: `name`, and the value's description.
  package subscript<Value: Sendable>(named name: String, as type: Value.Type) -> Value? {
    get { named(name) as? Value }
    set { setNamed(name, newValue) }
  }
}
