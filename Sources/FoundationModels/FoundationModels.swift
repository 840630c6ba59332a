/// The framework's name: a source file that says `import FoundationModels` compiles here unchanged.
@_exported import SessionEngine
@_exported import Transcripts
