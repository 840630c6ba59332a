/// A line of the live session's view that can be chosen.
enum ControlRow: Sendable, Hashable {
  /// Indices in the control's state.
  case consent(Int)
  case variable(Int)
  case availability(Int)
  case quota(Int)
  case script
}

extension ControlState {
  /// The lines that can be chosen, from the top.
  var rows: [ControlRow] {
    consents.indices.map { .consent($0) } + variables.indices.map { .variable($0) }
      + models.indices.flatMap { index -> [ControlRow] in
        [.availability(index)] + (models[index].quota == nil ? [] : [.quota(index)])
      } + (script == nil ? [] : [.script])
  }

  /// The values that a line offers, and which of them it has.
  func choices(of row: ControlRow) -> (values: [String], current: String)? {
    switch row {
    case .consent, .script: nil
    case .variable(let index): (variables[index].choices, variables[index].value)
    case .availability(let index): (models[index].availabilityChoices, models[index].availability)
    case .quota(let index): (models[index].quotaChoices, models[index].quota ?? "")
    }
  }

  /// What gives a line another value.
  func command(_ row: ControlRow, value: String) -> ControlCommand? {
    switch row {
    case .consent, .script: nil
    case .variable(let index): .set(variable: variables[index].name, value: value)
    case .availability(let index): .setAvailability(model: models[index].name, value)
    case .quota(let index): .setQuota(model: models[index].name, value)
    }
  }
}
