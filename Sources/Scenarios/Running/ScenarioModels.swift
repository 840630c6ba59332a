import PrefixCache
import ScriptedModel
import SessionEngine
import Transcripts

extension Scenario {
  /// The models of the scenario by name, the framework's two names bound by `binding`.
  ///
  /// - Parameter backend: What answers for a model that the scenario describes.
  func bind(
    _ binding: ModelBinding, to backend: (ScriptedModelConfiguration) -> ModelBinding.Backend
  ) -> [String: any LanguageModel] {
    var models: [String: any LanguageModel] = [:]
    for model in self.models {
      let bound = backend(model.configuration)
      switch model.kind {
      case .scripted: models[model.name] = bound.model
      case .system:
        binding.update { $0.system.backend = bound }
        models[model.name] = ModelBinding.$current.withValue(binding) { SystemLanguageModel() }
      case .cloud:
        binding.update { $0.privateCloudCompute.backend = bound }
        models[model.name] = ModelBinding.$current.withValue(binding) { PrivateCloudComputeLanguageModel() }
      }
      model.put(availability: model.availability, into: binding)
      model.put(quota: model.quota, into: binding)
    }
    return models
  }
}

extension ScenarioModel {
  /// What the scripted model behind the name is.
  var configuration: ScriptedModelConfiguration {
    var configuration = ScriptedModelConfiguration()
    configuration.name = name
    configuration.contextSize = window ?? (kind == .cloud ? 32_000 : 4_096)
    configuration.hasReasoning = reasons ?? (kind == .cloud)
    if let cache { configuration.cacheKind = cache } else { configuration.cacheEnabled = false }
    if let prefill { configuration.prefillRate = prefill }
    if let decode { configuration.decodeRate = decode }
    configuration.script = script
    return configuration
  }

  /// Another availability; a word that the kind doesn't have changes nothing.
  func put(availability: String, into binding: ModelBinding) {
    binding.update { bound in
      switch kind {
      case .scripted: break
      case .system:
        switch availability {
        case "available": bound.system.availability = .available
        case "deviceNotEligible": bound.system.availability = .unavailable(.deviceNotEligible)
        case "appleIntelligenceNotEnabled":
          bound.system.availability = .unavailable(.appleIntelligenceNotEnabled)
        case "modelNotReady": bound.system.availability = .unavailable(.modelNotReady)
        default: break
        }
      case .cloud:
        switch availability {
        case "available": bound.privateCloudCompute.availability = .available
        case "deviceNotEligible": bound.privateCloudCompute.availability = .unavailable(.deviceNotEligible)
        case "systemNotReady": bound.privateCloudCompute.availability = .unavailable(.systemNotReady)
        default: break
        }
      }
    }
  }

  func put(quota: String, into binding: ModelBinding) {
    guard kind == .cloud else { return }
    binding.update { bound in
      switch quota {
      case "below": bound.privateCloudCompute.quota = .belowLimit
      case "approaching": bound.privateCloudCompute.quota = .approachingLimit(resetDate: nil)
      case "reached": bound.privateCloudCompute.quota = .limitReached(resetDate: nil)
      default: break
      }
    }
  }

  /// The words for how the model stands.
  func state(in binding: ModelBinding) -> ScenarioState.Model {
    let bound = binding.models
    var availability = "available"
    switch kind {
    case .scripted: break
    case .system:
      if case .unavailable(let reason) = bound.system.availability { availability = "\(reason)" }
    case .cloud:
      if case .unavailable(let reason) = bound.privateCloudCompute.availability { availability = "\(reason)" }
    }
    let quota: String? =
      switch (kind, bound.privateCloudCompute.quota) {
      case (.cloud, .belowLimit): "below"
      case (.cloud, .approachingLimit): "approaching"
      case (.cloud, .limitReached): "reached"
      default: nil
      }
    return ScenarioState.Model(
      name: name, availability: availability, availabilities: availabilities, quota: quota, quotas: quotas)
  }
}

extension ScenarioRuntime {
  func isAvailable(_ model: String) -> Bool { state(of: model)?.availability == "available" }
  func quota(of model: String) -> String? { state(of: model)?.quota }

  private func state(of model: String) -> ScenarioState.Model? {
    scenario.models.first { $0.name == model }?.state(in: binding)
  }
}
