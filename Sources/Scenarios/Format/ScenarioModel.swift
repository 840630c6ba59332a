import PrefixCache
import ScriptedModel
import Transcripts

/// A model as the file declares it: what it is, how large, how fast, and what it says.
struct ScenarioModel: Sendable, Hashable {
  /// What a profile gets when it names the model.
  enum Kind: String, Sendable, CaseIterable {
    /// The scripted model itself.
    case scripted
    /// The names that the framework's two models have, each bound to a scripted model (M2).
    case system, cloud
  }

  var name: String
  var kind = Kind.scripted
  /// Tokens of the window; nil for the kind's own size.
  var window: Int?
  /// Nil for a model that never reuses anything.
  var cache: CacheKind? = .attention
  /// Tokens a second; nil for the model's own rates.
  var prefill: Double?
  var decode: Double?
  var reasons: Bool?
  var availability = "available"
  var quota = "below"
  var script: Script?

  /// All words for an availability; `availabilities(of:)` has those that a kind may have.
  static let availabilities = [
    "available", "deviceNotEligible", "appleIntelligenceNotEnabled", "modelNotReady", "systemNotReady",
  ]
  static let quotas = ["below", "approaching", "reached"]

  var availabilities: [String] {
    switch kind {
    case .scripted: ["available"]
    case .system: ["available", "deviceNotEligible", "appleIntelligenceNotEnabled", "modelNotReady"]
    case .cloud: ["available", "deviceNotEligible", "systemNotReady"]
    }
  }

  var quotas: [String] { kind == .cloud ? Self.quotas : [] }
}

extension ScenarioModel {
  private static let keys = [
    "kind", "window", "cache", "prefill", "decode", "reasoning", "availability", "quota", "script",
  ]

  init(name: String, _ node: JSON5Node) throws(JSON5Error) {
    self.name = name
    for member in try node.members(of: "the model \(name)", allowing: Self.keys) {
      let value = member.value
      switch member.key {
      case "kind": kind = try Self.word(value, "a kind of model")
      case "window": window = try value.int("a number of tokens", in: 16...10_000_000)
      case "cache": cache = try Self.cache(value)
      case "prefill": prefill = try value.double("tokens a second", in: 0.001...1e9)
      case "decode": decode = try value.double("tokens a second", in: 0.001...1e9)
      case "reasoning": reasons = try value.bool("whether it can reason")
      case "availability": availability = try value.choice("an availability", of: Self.availabilities)
      case "quota": quota = try value.choice("a quota’s state", of: Self.quotas)
      default: script = try Script(node: value)
      }
    }
    if let node = node["availability"] {
      _ = try node.choice("an availability of its kind", of: availabilities)
    }
    if let node = node["quota"], quotas.isEmpty { throw node.fault("only a model of kind cloud has a quota") }
  }

  /// `attention`, `sliding-window:512`, `recurrent`, `recurrent:256`, `none`.
  private static func cache(_ node: JSON5Node) throws(JSON5Error) -> CacheKind? {
    let name = try node.string("a kind of cache")
    if name == "none" { return nil }
    guard let kind = CacheKind(name: name) else {
      throw node.fault(
        "“\(JSON5Error.shown(name))” is no kind of cache; there are attention, sliding-window:512, recurrent, recurrent:256 and none"
      )
    }
    return kind
  }

  private static func word<Word: RawRepresentable<String> & CaseIterable>(
    _ node: JSON5Node, _ what: String
  ) throws(JSON5Error) -> Word {
    let text = try node.choice(what, of: Word.allCases.map(\.rawValue))
    guard let word = Word(rawValue: text) else { throw node.fault("“\(text)” is no \(what)") }
    return word
  }
}
