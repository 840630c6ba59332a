import PrefixCache
import Tokenizers
import Transcripts

/// Tokens of what is not a request yet, with the vocabulary that every scripted model has.
extension ScriptedGenerator {
  /// The tokens of entries, as `stemma budget` counts them with the same vocabulary.
  public static func tokenCount(of entries: [Transcript.Entry]) -> Int {
    var maker = ContextTokenizer(.stemma)
    return maker.context(of: entries).count
  }

  public static func tokenCount(of text: String) -> Int { BytePairTokenizer.stemma.count(text) }

  /// The tokens of tool definitions, as they stand behind the instructions.
  public static func tokenCount(of tools: [Transcript.ToolDefinition]) -> Int {
    var maker = ContextTokenizer(.stemma)
    return maker.context(of: [], tools: tools).count
  }

  /// The tokens of a schema, as it stands behind a prompt.
  public static func tokenCount(of schema: GenerationSchema) -> Int {
    tokenCount(of: schema.json.text())
  }
}
