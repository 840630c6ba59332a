import PrefixCache
import Recordings
import Transcripts

/// Which steps and entries to show, in the small language that is the same in every view and on the command line:
/// `kind:toolOutput tool:search tokens:>500 profile:tutorial cache:lost "text"`.
///
/// All terms have to hold. A `-` before a term turns it round; a comma in a value lets several do
/// (`kind:prompt,response`). A word without a key, or in quotes, is looked for in the text, in any case.
/// `profile:`, `model:` and `cause:` ask about the inference; `cache:` asks about both the inference and the entry; the
/// rest asks about an entry.
public struct Filter: Sendable, Hashable {
  public struct Term: Sendable, Hashable {
    public var test: Test
    public var isNegated: Bool
  }

  public enum Test: Sendable, Hashable {
    case kind(Set<EntryKind>)
    case tool([String])
    case tokens(Comparison, Int)
    case profile([String])
    case model([String])
    case cache(Set<EntryFate>)
    case cause(Set<CacheCause>)
    case text(String)
  }

  public enum Comparison: String, Sendable, Hashable, CaseIterable {
    case less = "<"
    case atMost = "<="
    case equal = "="
    case atLeast = ">="
    case more = ">"

    func holds(_ a: Int, _ b: Int) -> Bool {
      switch self {
      case .less: a < b
      case .atMost: a <= b
      case .equal: a == b
      case .atLeast: a >= b
      case .more: a > b
      }
    }
  }

  /// What the filter was read from.
  public let source: String
  public let terms: [Term]

  /// The keys that a term may have.
  public static let keys = ["kind", "tool", "tokens", "profile", "model", "cache", "cause"]

  /// The values that a key knows, for completion; empty for free text.
  public static func values(of key: String) -> [String] {
    switch key {
    case "kind": EntryKind.allCases.map(\.rawValue)
    case "cache": ["kept", "lost", "new"]
    case "cause": CacheCause.allCases.map(\.rawValue)
    default: []
    }
  }

  /// Shows everything.
  public var isEmpty: Bool { terms.isEmpty }

  /// Whether any term asks what an entry says or calls, so that its text has to be read.
  public var readsText: Bool {
    terms.contains {
      switch $0.test {
      case .text, .tool: true
      default: false
      }
    }
  }

  init(source: String, terms: [Term]) {
    self.source = source
    self.terms = terms
  }

  /// What a filter may ask of an entry.
  public struct EntryFacts {
    public var kind: EntryKind
    public var tokens: Int
    /// Nil where no inference says.
    public var fate: EntryFate?
    /// Tools that the entry defines, calls or answers.
    public var tools: [String]
    public var text: String

    public init(kind: EntryKind, tokens: Int, fate: EntryFate? = nil, tools: [String] = [], text: String = "")
    {
      self.kind = kind
      self.tokens = tokens
      self.fate = fate
      self.tools = tools
      self.text = text
    }
  }

  /// What a filter may ask of an inference.
  public struct StepFacts {
    public var profile: String?
    public var model: String?
    public var cause: CacheCause
    public var isLost: Bool

    public init(profile: String?, model: String?, cause: CacheCause, isLost: Bool) {
      self.profile = profile
      self.model = model
      self.cause = cause
      self.isLost = isLost
    }
  }

  /// Whether an entry is to be shown, as far as the terms ask about entries.
  public func matches(_ entry: EntryFacts) -> Bool {
    terms.allSatisfy { term in
      let holds: Bool
      switch term.test {
      case .kind(let kinds): holds = kinds.contains(entry.kind)
      case .tool(let names):
        holds = names.contains { name in entry.tools.contains { Self.contains($0, name) } }
      case .tokens(let comparison, let bound): holds = comparison.holds(entry.tokens, bound)
      case .cache(let fates):
        guard let fate = entry.fate else { return true }
        holds = fates.contains(fate)
      case .text(let text): holds = Self.contains(entry.text, text)
      case .profile, .model, .cause: return true
      }
      return holds != term.isNegated
    }
  }

  /// Whether an inference is to be shown, as far as the terms ask about inferences.
  public func matches(_ step: StepFacts) -> Bool {
    terms.allSatisfy { term in
      let holds: Bool
      switch term.test {
      case .profile(let names): holds = names.contains { Self.contains(step.profile ?? "", $0) }
      case .model(let names): holds = names.contains { Self.contains(step.model ?? "", $0) }
      case .cause(let causes): holds = causes.contains(step.cause)
      case .cache(let fates):
        // Every inference has something new: only kept and lost tell two apart.
        guard !fates.contains(.new) else { return true }
        holds = fates.contains(step.isLost ? .lost : .kept)
      case .kind, .tool, .tokens, .text: return true
      }
      return holds != term.isNegated
    }
  }

  /// Whether any term asks about inferences, so that some may be passed over.
  public var selectsSteps: Bool {
    terms.contains {
      switch $0.test {
      case .profile, .model, .cause, .cache: true
      case .kind, .tool, .tokens, .text: false
      }
    }
  }

  static func contains(_ text: String, _ part: String) -> Bool {
    TextSearch(part).isIn(text)
  }
}
