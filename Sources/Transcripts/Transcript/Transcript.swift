/// A session's history: the linear list of entries that a model is sent.
///
/// Named after and shaped like the framework's type (FoundationModels 27): a random-access, mutable, range-replaceable
/// collection of entries. Its coded form is the public JSON envelope, version 1.1; unknown roles, segments and keys survive.
public struct Transcript: Sendable, Equatable {
  /// The entries themselves, for rooms that pass them on: taking them copies nothing.
  package var entries: [Entry]

  public init(entries: some Sequence<Entry> = []) { self.entries = Array(entries) }

  public init() { entries = [] }
}

extension Transcript: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  public typealias Index = Int
  public typealias Element = Entry
  public typealias SubSequence = Slice<Transcript>

  public var startIndex: Int { entries.startIndex }
  public var endIndex: Int { entries.endIndex }

  public subscript(index: Index) -> Entry {
    get { entries[index] }
    set { entries[index] = newValue }
  }

  public mutating func replaceSubrange<C: Collection>(_ subrange: Range<Int>, with newElements: consuming C)
  where C.Element == Entry {
    entries.replaceSubrange(subrange, with: newElements)
  }
}
