extension Script {
  /// What must hold for a rule to answer; all of it. Nothing said is nothing asked.
  public struct Conditions: Sendable, Hashable {
    /// The last prompt.
    public var prompt: TextCondition?
    /// The text of the instructions.
    public var instructions: TextCondition?
    /// The output of the last tools, one a line.
    public var toolOutput: TextCondition?
    /// A tool that the model may call.
    public var tool: String?
    /// Which inference of the request this is, from 0; nil for those that the rule has answers for, from the first on.
    public var round: Round?

    public init() {}
  }

  /// A condition on the number of an inference within its request.
  public enum Round: Sendable, Hashable {
    /// This round and, if the rule has more answers, the ones after it.
    case from(Int)
    /// Every round; when the answers run out, the last one is given again.
    case any
  }

  /// A condition on a text. Upper and lower case are the same unless `caseSensitive`.
  public struct TextCondition: Sendable, Hashable {
    public enum Test: Sendable, Hashable {
      case contains(String)
      case equals(String)
      /// A regular expression that matches somewhere in the text; its captures can be used in the answer.
      case matches(String)
    }

    public var test: Test
    public var caseSensitive: Bool

    public init(_ test: Test, caseSensitive: Bool = false) {
      self.test = test
      self.caseSensitive = caseSensitive
    }

    /// The captures by number and name; empty for a test without any; nil when the condition does not hold.
    func captures(in text: String) -> [String: String]? {
      switch test {
      case .contains(let part):
        return (caseSensitive ? text.contains(part) : text.lowercased().contains(part.lowercased()))
          ? [:] : nil
      case .equals(let whole):
        let text = text.trimmedBlanks
        return (caseSensitive ? text == whole : text.lowercased() == whole.lowercased()) ? [:] : nil
      case .matches(let pattern):
        guard let regex = try? Regex(pattern).ignoresCase(!caseSensitive),
          let match = try? regex.firstMatch(in: text)
        else {
          return nil
        }
        var captures: [String: String] = [:]
        for (index, capture) in match.output.enumerated() {
          let value = capture.substring.map(String.init) ?? ""
          captures[String(index)] = value
          if let name = capture.name { captures[name] = value }
        }
        return captures
      }
    }
  }
}
