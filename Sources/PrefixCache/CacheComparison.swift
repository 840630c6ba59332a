import Tokenizers
import Transcripts

/// What a cache that holds one context can give to another: how far both agree, where they part, and why.
///
/// The contexts are lists of entries; texts are asked for only where the entries differ, through the two closures.
public struct CacheComparison: Sendable {
  public var cause: CacheCause
  /// Tokens that both begin with: the most a cache of append-only kind can reuse.
  public var commonTokens: Int
  /// Entries that both begin with.
  public var commonEntries: Int
  /// Nil when nothing held was lost.
  public var divergence: Divergence?
  /// Index in the newer context after the last entry that came over from the older one: what follows is new.
  public var tailStart: Int

  public init(
    held: [ContextEntry], wanted: [ContextEntry], counter: some TokenCounter,
    heldEntry: (Int) throws -> RenderedEntry, wantedEntry: (Int) throws -> RenderedEntry
  ) rethrows {
    var prefix = 0
    var tokens = 0
    while prefix < held.count, prefix < wanted.count, held[prefix].content == wanted[prefix].content {
      tokens += Int(held[prefix].tokens)
      prefix += 1
    }
    commonEntries = prefix
    commonTokens = tokens
    divergence = nil
    tailStart = prefix
    if prefix == held.count {
      cause = held.isEmpty ? .cold : .appended
      return
    }
    let diff = SnapshotDiff(from: held, to: wanted)
    tailStart = diff.tailStart
    let left = try heldEntry(prefix)
    let right = prefix < wanted.count ? try wantedEntry(prefix) : nil
    let found = Self.locate(left, right, entry: prefix, tokensBefore: tokens, counter: counter)
    cause = .unknown
    divergence = found
    commonTokens = found.token
    name(diff, left, right)
    if prefix == 0, found.token == 0, !diff.keepsSomething {
      // Not one token in common: nothing was lost, there was nothing to keep.
      cause = .cold
      divergence = nil
    }
  }

  // MARK: The cause

  private mutating func name(
    _ diff: SnapshotDiff, _ left: RenderedEntry, _ right: RenderedEntry?
  ) {
    if let right, commonEntries == 0, left.kind == .instructions, right.kind == .instructions {
      nameInstructions(left, right)
      return
    }
    let place = commonEntries
    var movedTo: Int?
    var staysInOrder = false
    var (cut, edited, cameFromElsewhere) = (false, false, false)
    for operation in diff.operations {
      switch operation {
      case .same(place, let b) where b > place: (movedTo, staysInOrder) = (b, true)
      case .moved(place, let b) where b > place: movedTo = b
      case .removed(place): cut = true
      case .changed(place, _): edited = true
      default: break
      }
      if case .moved(_, place) = operation { cameFromElsewhere = true }
    }
    // Only of an edit do both sides belong together, so that a look-alike means something.
    if !edited { divergence?.detail = nil }
    if edited {
      cause = .entryEdited
    } else if cut {
      cause = .entryDropped
    } else if let movedTo {
      let isInsertion = staysInOrder && !cameFromElsewhere
      cause = isInsertion ? .entryInserted : .entryReordered
      if !isInsertion { divergence?.detail = "moved-to:\(movedTo)" }
    } else {
      cause = .entryEdited
    }
  }

  private mutating func nameInstructions(_ left: RenderedEntry, _ right: RenderedEntry) {
    let (said, says) = (left.parts.filter { $0.role != .tool }, right.parts.filter { $0.role != .tool })
    let spoken = zip(said, says).prefix { $0.name == $1.name && $0.text.utf8.elementsEqual($1.text.utf8) }
      .count
    if spoken < max(said.count, says.count) {
      cause = .instructionsEdited
      // Text on one side only is not to be compared with the tool that stands there on the other.
      if spoken == said.count { tell(spoken < says.count ? says[spoken] : nil, isGone: false) }
      if spoken == says.count { tell(spoken < said.count ? said[spoken] : nil, isGone: true) }
      return
    }
    let before = left.parts.filter { $0.role == .tool }
    let after = right.parts.filter { $0.role == .tool }
    var place = 0
    while place < before.count, place < after.count, before[place].label == after[place].label,
      before[place].text.utf8.elementsEqual(after[place].text.utf8)
    {
      place += 1
    }
    let gone = place < before.count ? before[place] : nil
    let came = place < after.count ? after[place] : nil
    let goneTo = gone.flatMap { tool in after.firstIndex { $0.label == tool.label } }
    let cameFrom = came.flatMap { tool in before.firstIndex { $0.label == tool.label } }
    if let gone, let came, gone.label == came.label {
      cause = .toolChanged
    } else if let goneTo, cameFrom != nil {
      cause = .toolReordered
      let swapped = goneTo < before.count && before[goneTo].label == came?.label
      divergence?.detail = swapped ? "swapped-with:\(goneTo)" : "moved-to:\(goneTo)"
    } else if came != nil, cameFrom == nil, goneTo != nil || gone == nil {
      cause = .toolAdded
    } else if gone != nil, goneTo == nil, cameFrom != nil || came == nil {
      cause = .toolRemoved
    } else {
      cause =
        before.count < after.count ? .toolAdded : before.count > after.count ? .toolRemoved : .toolChanged
    }
    if cause == .toolAdded { tell(came, isGone: false) }
    if cause == .toolRemoved { tell(gone, isGone: true) }
    if let gone, let came, gone.label != came.label, cause == .toolReordered || cause == .toolChanged,
      let found = divergence
    {
      // Which two tools met here says more than where their definitions begin to differ.
      divergence?.before = Self.named(gone, found.before)
      divergence?.after = Self.named(came, found.after)
    }
  }

  /// A part that one side doesn't have is told by its own text, not by a comparison with whatever stands in its place.
  private mutating func tell(_ part: RenderedEntry.Part?, isGone: Bool) {
    let text = part.map(Self.excerpt(of:)) ?? ""
    divergence?.part = part?.name ?? "tool"
    divergence?.byte = 0
    divergence?.before = isGone ? text : ""
    divergence?.after = isGone ? "" : text
    divergence?.detail = nil
  }

  // MARK: The place

  private static func locate(
    _ left: RenderedEntry, _ right: RenderedEntry?, entry: Int, tokensBefore: Int, counter: some TokenCounter
  ) -> Divergence {
    var token = tokensBefore
    let others = right?.parts ?? []
    for (index, part) in left.parts.enumerated() {
      guard index < others.count, left.kind == right?.kind else {
        return Divergence(
          token: token, entry: entry, part: index < others.count ? others[index].name : part.name, byte: 0,
          before: excerpt(of: part), after: index < others.count ? excerpt(of: others[index]) : "")
      }
      let other = others[index]
      if part.role == other.role, part.label == other.label || part.role == .tool {
        guard let difference = TextDifference(part.text, other.text) else {
          token += part.tokens
          continue
        }
        let common = String(decoding: part.text.utf8.prefix(difference.byte), as: UTF8.self)
        if part.role == .image {
          return Divergence(
            token: token, entry: entry, part: other.name, byte: difference.byte, before: excerpt(of: part),
            after: excerpt(of: other))
        }
        return Divergence(
          token: token + counter.count(common), entry: entry, part: other.name, byte: difference.byte,
          before: difference.before, after: difference.after,
          detail: part.role.isJSON && KeyOrder.isAllThatDiffers(part.text, other.text)
            ? "key-order-only" : difference.detail)
      }
      return Divergence(
        token: token, entry: entry, part: other.name, byte: 0, before: excerpt(of: part),
        after: excerpt(of: other))
    }
    let extra = others.count > left.parts.count ? others[left.parts.count] : nil
    return Divergence(
      token: token, entry: entry, part: extra?.name ?? "text", byte: 0, before: "",
      after: extra.map(excerpt(of:)) ?? "")
  }

  private static func excerpt(of part: RenderedEntry.Part) -> String {
    switch part.role {
    case .image: ImageFacts(dataURL: part.text).words
    case .tool: named(part, TextDifference.excerpt(of: part.text, around: 0))
    default: TextDifference.excerpt(of: part.text, around: 0)
    }
  }

  private static func named(_ tool: RenderedEntry.Part, _ excerpt: String) -> String {
    "\(tool.label): \(excerpt)"
  }
}

/// Tells a change of the order of keys from a change.
enum KeyOrder {
  static func isAllThatDiffers(_ a: String, _ b: String) -> Bool {
    // A different length is a different content, whatever the order.
    guard a.utf8.count == b.utf8.count, let left = try? JSONValue(parsing: a.utf8),
      let right = try? JSONValue(parsing: b.utf8)
    else { return false }
    return left.text(sortedKeys: true).utf8.elementsEqual(right.text(sortedKeys: true).utf8)
  }
}

extension EntryParts.Role {
  fileprivate var isJSON: Bool {
    switch self {
    case .tool, .structure, .schema, .arguments: true
    case .text, .image, .callName, .outputName, .raw: false
    }
  }
}
