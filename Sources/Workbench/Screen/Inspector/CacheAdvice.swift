import PrefixCache

/// One line of advice for each way in which a cache is lost.
public enum CacheAdvice {
  /// What to do about a cause; nil where there is nothing to do.
  public static func line(for cause: CacheCause) -> String? {
    switch cause {
    case .cold:
      "The first inference of a context has nothing to reuse; a prewarm hides the wait, not the work."
    case .appended: nil
    case .instructionsEdited:
      "Everything after the instructions depends on them: keep clocks, names and counters out of them, or at the end of the prompt."
    case .toolAdded:
      "Tool definitions stand before the conversation: define all tools from the start, and allow or forbid them by mode."
    case .toolRemoved:
      "Taking a tool away changes what stands before the conversation: leave it defined and say in the prompt not to use it."
    case .toolChanged:
      "Keep descriptions and schemas constant for a session; put what varies into the prompt."
    case .toolReordered:
      "The same tools in another order are other tokens: sort them, and keep JSON keys in one order."
    case .modeFlip:
      "Switching the tool mode rewrites the head of the context: switch rarely, at a turn's end."
    case .profileSwitch:
      "A pass to another profile changes instructions and tools, so nothing after them is kept; a child session may be cheaper."
    case .modelSwitch:
      "Each model has a cache of its own: stay with one inside a turn, or warm the other beforehand."
    case .entryDropped:
      "Dropping old entries moves everything after them: drop many at once, seldom, rather than few each time."
    case .entryEdited:
      "An entry that was sent is part of the prefix: add a correction at the end instead of editing it."
    case .entryInserted: "Put what is new at the end: an entry before others moves all of them."
    case .entryReordered: "Keep entries in the order in which they were first sent."
    case .transform:
      "A transform of the history rewrote what was sent before: apply it at a turn's end, to as little as will do."
    case .restored: "A restored session starts with an empty cache: prewarm it before the first prompt."
    case .refused:
      "This backend cannot cut its cache back (a recurrent or hybrid model): only appending keeps it."
    case .evicted:
      "Another session took the slot: give the server more slots, or send the requests of a session together."
    case .unknown: "The recording does not tell why; compare the two snapshots with d."
    }
  }
}
