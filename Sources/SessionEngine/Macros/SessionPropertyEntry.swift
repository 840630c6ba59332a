/// Declares a session property (API §5, 000 §11).
///
/// ```swift
/// extension SessionPropertyValues {
///   @SessionPropertyEntry var stepsDone = 0
/// }
/// ```
///
/// Every session begins with the initial value, which is evaluated when it is first read. A profile, its instructions and its tools
/// reach the property with `@SessionProperty(\.stepsDone)`, everyone else with `session.properties.stepsDone`.
@attached(accessor)
@attached(peer, names: prefixed(__Key_))
public macro SessionPropertyEntry() =
  #externalMacro(module: "SessionEngineMacros", type: "SessionPropertyEntryMacro")

/// Part of the expansion of ``SessionPropertyEntry()``: gives a key its default value.
@attached(accessor)
public macro __SessionPropertyEntryDefaultValue() =
  #externalMacro(module: "SessionEngineMacros", type: "SessionPropertyEntryDefaultValueMacro")
