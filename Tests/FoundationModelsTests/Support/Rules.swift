import FoundationModels

/// What the scripted model does when the last entry it is sent fits; the first rule that fits holds. What no rule fits, the
/// model answers in its own way.
struct Rule {
  enum Trigger {
    /// The last entry is a prompt with these words in it.
    case prompt(String)
    /// The last entry is the output of this tool.
    case output(String)
  }

  enum Answer {
    case text(String)
    /// A tool, and its arguments as JSON.
    case calls([(tool: String, arguments: String)])
  }

  var trigger: Trigger
  var answer: Answer

  static func prompt(_ words: String, says text: String) -> Rule {
    Rule(trigger: .prompt(words), answer: .text(text))
  }

  static func prompt(_ words: String, calls tool: String, with arguments: String = "{}") -> Rule {
    Rule(trigger: .prompt(words), answer: .calls([(tool, arguments)]))
  }

  static func output(_ tool: String, says text: String) -> Rule {
    Rule(trigger: .output(tool), answer: .text(text))
  }

  static func output(_ tool: String, calls next: String, with arguments: String = "{}") -> Rule {
    Rule(trigger: .output(tool), answer: .calls([(next, arguments)]))
  }
}
