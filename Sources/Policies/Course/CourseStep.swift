import PrefixCache
import Recordings
import Transcripts

/// One inference of a recorded session: what a policy has to choose from, and what the model answered.
public struct CourseStep {
  /// The recorded inference; nil for a prewarm, which asks nothing.
  public var inference: InferenceRow?
  /// The model's name; empty where the recording does not tell.
  public var model: String
  /// The persona's name; nil for a session that was imported.
  public var profile: String?
  /// The model's window at that moment; nil when unknown.
  public var window: Int?
  /// What was sent, as recorded.
  public var sent: CourseList
  /// The leading instructions with the tools enabled; nil for a session without.
  public var leading: CourseLeading?
  /// Everything the session has said so far but instructions, oldest first: what was taken out of the transcript or changed
  /// in it since is here as it was (`append-only`).
  public var history: CourseList
  /// What the model answered.
  public var answer: CourseList
  let catalogue: CourseCatalogue

  /// The leading instructions as a list; empty for a session without.
  public var instructions: CourseList {
    var list = CourseList()
    if let number = leading?.number { list.append(number) }
    return list
  }

  /// The whole context of a session that only grows.
  public var whole: CourseList { instructions.followed(by: history) }

  /// True when the inference is a request's first.
  public var opensRequest: Bool { history.last.map(kind) == .prompt }

  /// The kind of an entry, by its number.
  public func kind(of number: Int) -> EntryKind { catalogue.kind(of: number) }

  /// Tokens of all entries of a list.
  public func tokens(of list: CourseList) -> Int { catalogue.tokens(of: list) }

  /// The number of the entry that other instructions make; nil for instructions that say nothing.
  public func entry(of instructions: Transcript.Instructions) -> Int? { catalogue.number(of: instructions) }

  /// Another number for an entry, which a policy takes to put what it picks beside one another: such lists are few runs.
  public func again(_ number: Int) -> Int { catalogue.again(number) }

  /// These entries as they reach the model: the tools come with the instructions, or without them.
  public func sending(_ entries: CourseList) -> Sending {
    if let first = entries.first, kind(of: first) == .instructions {
      return Sending(model: model, entries: entries)
    }
    guard let bareTools = leading.flatMap(catalogue.bareTools(of:)) else {
      return Sending(model: model, entries: entries)
    }
    var list = CourseList()
    list.append(bareTools)
    return Sending(model: model, entries: list.followed(by: entries))
  }
}

/// Leading instructions of a session.
public struct CourseLeading: Sendable {
  /// Equal for the same instructions with the same tools.
  public var key: Int
  /// The entry's number; nil for instructions that say nothing.
  public var number: Int?
  /// What they say, with the tools enabled.
  public var words: Transcript.Instructions
}

/// What one inference sends under a policy.
public struct Sending: Sendable {
  /// Whose cache is used: each model has its own (C5).
  public var model: String
  /// Oldest first, with the instructions in front.
  public var entries: CourseList
}

extension CourseList {
  /// Both lists as one.
  public func followed(by list: CourseList) -> CourseList {
    var result = self
    result.append(list)
    return result
  }
}
