import SessionEngine
import Synchronization

// How the scenario's models stand.
extension ScenarioDriver {
  /// Puts a model into another state of availability, one of `ScenarioState.Model.availabilities`.
  public func setAvailability(_ model: String, to availability: String) throws(ScenarioRefusal) {
    let found = try self.model(model)
    guard found.availabilities.contains(availability) else {
      throw .badModelState(model: model, state: availability, allowed: found.availabilities)
    }
    found.put(availability: availability, into: runtime.binding)
    note("\(model).availability", availability)
    changed()
  }

  /// Puts a model into another state of its quota, one of `ScenarioState.Model.quotas`.
  public func setQuota(_ model: String, to quota: String) throws(ScenarioRefusal) {
    let found = try self.model(model)
    guard found.quotas.contains(quota) else {
      throw .badModelState(model: model, state: quota, allowed: found.quotas)
    }
    found.put(quota: quota, into: runtime.binding)
    note("\(model).quota", quota)
    changed()
  }

  /// A model's new state is announced as a property's, so that a recording can tell of it and a replay repeat it.
  private func note(_ name: String, _ value: String) {
    run.withLock { $0.session }.properties[named: name, as: ScenarioValue.self] = .text(value)
  }

  private func model(_ name: String) throws(ScenarioRefusal) -> ScenarioModel {
    guard let model = scenario.models.first(where: { $0.name == name }) else {
      throw .noSuchModel(name, known: scenario.models.map(\.name))
    }
    return model
  }
}
