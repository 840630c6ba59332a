/// Steers a live session from a screen that knows nothing of the engine behind it.
///
/// Whoever runs a session conforms to this; the workbench asks for things as values and looks at `state`. Both may happen on
/// any thread, and neither may wait for a model.
public protocol SessionControl: Sendable {
  /// How things stand now.
  var state: ControlState { get }

  /// Asks for something and returns at once. What comes of it is seen in `state`, in the recording, or told as trouble.
  func perform(_ command: ControlCommand)

  /// Says whom to tell that something changed. Called once, before the first command; `hear` may be called from any thread.
  func connect(_ hear: @escaping @Sendable (ControlNews) -> Void)
}

/// What a person asks of a live session.
public enum ControlCommand: Sendable, Hashable {
  /// Sends a prompt. Refused, as trouble, while a request is being answered.
  case send(String)
  /// Cancels the request that is being answered.
  case cancel
  /// Approves or declines a consent request, by its id.
  case answer(consent: String, approved: Bool)
  /// Gives a state variable another value.
  case set(variable: String, value: String)
  /// Gives a model another availability or quota, by the words of `ControlState.Model`.
  case setAvailability(model: String, String)
  case setQuota(model: String, String)
  /// Does the script's next step.
  case nextStep
  /// Does the script's steps one after the other, or stops doing so.
  case runScript(Bool)
}

/// What a control tells of itself.
public enum ControlNews: Sendable {
  /// `state` is another.
  case changed
  /// One line for the foot of the screen.
  case notice(String)
  /// The session was a replay, which is over: here it is beside what it replayed.
  case compared(ComparedSessions)
  /// One line about something that went wrong: a failed request, a limit that was reached.
  case trouble(String)
}
