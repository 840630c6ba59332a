import Transcripts

/// What a scripted model answers, in the order in which the rules are tried.
///
/// A script is a JSON5 text (or an object in a larger one):
///
/// ```json5
/// {
///   rules: [
///     {
///       when: { prompt: { matches: 'title for (?<project>.+)' } },
///       answers: [
///         [{ reasoning: 'A title has to be generated.' },
///          { call: 'generateTitle', arguments: { project: '${project}' } }],  // the first inference of the request
///         ['Your project is “${toolOutput.title}”.'],                         // the second, with the tool's output
///       ],
///     },
///     { when: { prompt: 'forbidden' }, answer: [{ fail: 'guardrailViolation' }] },
///   ],
/// }
/// ```
///
/// The first rule whose conditions hold, and which has an answer for the inference's round, answers it. A round is counted from the
/// entries since the last prompt, so a script remembers nothing and a replay gives the same answers. What no rule answers, the
/// model answers by its own small behaviour.
public struct Script: Sendable, Hashable {
  /// When a rule answers, and what.
  public struct Rule: Sendable, Hashable {
    public var conditions: Conditions
    /// The answers for successive rounds, the first for the first round that the conditions allow.
    public var answers: [[Action]]

    public init(when conditions: Conditions = Conditions(), answers: [[Action]]) {
      self.conditions = conditions
      self.answers = answers
    }
  }

  public var rules: [Rule]

  public init(rules: [Rule]) { self.rules = rules }

  /// Reads a script.
  ///
  /// - Parameter file: The name of the file the text came from, for errors.
  /// - Throws: `JSON5Error` with the line, the column, and what is allowed there.
  public init(json5 text: String, file: String? = nil) throws(JSON5Error) {
    do throws(JSON5Error) {
      self = try Script(node: JSON5Node(parsing: text))
    } catch {
      throw error.located(in: file)
    }
  }

  /// Reads a script that stands in a larger text: an object with `rules`, or the array of rules itself.
  ///
  /// - Throws: `JSON5Error` with the line, the column, and what is allowed there.
  public init(node: JSON5Node) throws(JSON5Error) {
    var list = node
    if node.elements == nil {
      _ = try node.members(of: "a script", allowing: ["rules"])
      guard let rules = node["rules"] else {
        throw node.fault("a script without rules; write { rules: [ … ] }")
      }
      list = rules
    }
    rules = []
    for rule in try list.array("the rules of a script") { rules.append(try ScriptReader.rule(rule)) }
  }
}
