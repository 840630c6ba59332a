/// The utilities package's name, for sources that import it.
@_exported import FoundationModels
/// `ChatCompletionsLanguageModel`, which is the package's.
@_exported import ModelBackends
