import FoundationModels

/// O6: the large model while it may be used, the one on the device otherwise.
///
/// The body is evaluated before every inference, so that a quota that ends in the middle of a request is met
/// by the next one.
public struct Naturalist: LanguageModelSession.DynamicProfile {
  let cloud: PrivateCloudComputeLanguageModel
  let device: SystemLanguageModel

  public init(
    cloud: PrivateCloudComputeLanguageModel = PrivateCloudComputeLanguageModel(),
    device: SystemLanguageModel = SystemLanguageModel.default
  ) {
    self.cloud = cloud
    self.device = device
  }

  public var body: some DynamicProfile {
    Profile {
      Instructions(
        "You explain what animals do, in one sentence, to people who stand before them.")
    }
    .model(model)
  }

  private var model: any LanguageModel {
    guard cloud.isAvailable, !cloud.quotaUsage.isLimitReached else { return device }
    return cloud
  }
}
