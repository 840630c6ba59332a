/// Why something that a person asked of a running scenario was not done; one line as text.
public enum ScenarioRefusal: Error, Sendable, Hashable, CustomStringConvertible {
  /// A request is being answered; one session answers one at a time (R6).
  case isResponding
  case noSuchVariable(String, known: [String])
  /// The variable can't have this value; `allowed` says what it can.
  case badValue(variable: String, value: String, allowed: String)
  case noSuchConsent(String)
  case noSuchModel(String, known: [String])
  case badModelState(model: String, state: String, allowed: [String])
  case noMoreSteps

  public var description: String {
    switch self {
    case .isResponding: "the session is still answering; cancel it or wait"
    case .noSuchVariable(let name, let known):
      "there is no variable \(name); the scenario has \(Self.list(known))"
    case .badValue(let variable, let value, let allowed): "\(variable) can't be \(value); it is \(allowed)"
    case .noSuchConsent(let id): "no tool waits for an answer as \(id)"
    case .noSuchModel(let name, let known):
      "there is no model \(name); the scenario has \(Self.list(known))"
    case .badModelState(let model, let state, let allowed):
      "\(model) can't be \(state); it can be \(Self.list(allowed))"
    case .noMoreSteps: "the script is at its end"
    }
  }

  private static func list(_ names: [String]) -> String {
    names.isEmpty ? "none" : names.joined(separator: ", ")
  }
}
