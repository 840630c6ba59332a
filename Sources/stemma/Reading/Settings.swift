import Terminal
import Tokenizers

/// What the command line and the configuration file say together; the command line wins.
struct Settings: Sendable {
  let configuration: Configuration
  /// `--tokenizer`.
  private let tokenizer: String?
  /// `--window`.
  let commandLineWindow: Int?
  private let themeName: String?

  init(_ invocation: Invocation) throws {
    configuration = try Configuration.load()
    tokenizer = invocation.value(.tokenizer)
    commandLineWindow = invocation.number(.window)
    themeName = invocation.value(.theme)
  }

  /// The window in tokens of files that do not tell it.
  var window: Int? { commandLineWindow ?? configuration.window }

  /// The counter for files that are counted now.
  func counter() throws -> any TokenCounter {
    // A name on the command line; a configuration's is a file's path by now.
    if let tokenizer, let embedded = BytePairTokenizer.embedded(named: tokenizer) { return embedded }
    guard let file = tokenizer ?? configuration.tokenizer else { return CharacterTokenCounter() }
    return try BytePairTokenizer.load(path: file)
  }

  /// The counter of that name, when it is the estimate or the tokenizer that somebody named; nil else.
  func counter(named name: String) throws -> (any TokenCounter)? {
    let estimate = CharacterTokenCounter()
    if tokenizer == nil, estimate.name == name { return estimate }
    // Live sessions are counted as the embedded model counts.
    if tokenizer == nil, BytePairTokenizer.stemma.name == name { return BytePairTokenizer.stemma }
    guard tokenizer != nil || configuration.tokenizer != nil else { return nil }
    let named = try counter()
    return named.name == name ? named : nil
  }

  /// The theme that somebody asked for; nil for the default.
  var theme: Theme? {
    get throws {
      guard let name = themeName ?? configuration.theme else { return nil }
      return try Theme.named(name, directory: Environment.configurationFolder.map { $0 + "/themes" })
    }
  }
}
