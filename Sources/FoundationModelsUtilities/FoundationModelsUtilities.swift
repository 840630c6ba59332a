/// The utilities package's name, for sources that import it.
@_exported import FoundationModels
