extension Transcript {
  /// Everything but a leading instructions entry. Setting it replaces everything but that entry.
  public var history: HistoryView {
    get { HistoryView(ArraySlice(entries[historyStart...])) }
    set { entries.replaceSubrange(historyStart..., with: newValue) }
  }

  private var historyStart: Int {
    if case .instructions? = entries.first { return 1 }
    return 0
  }

  /// A transcript's entries without its instructions: its own subsequence, so that `history = history.suffix(50)` is enough to
  /// shorten a history.
  public struct HistoryView: Sendable, RandomAccessCollection, MutableCollection, RangeReplaceableCollection,
    ExpressibleByArrayLiteral
  {
    public typealias Element = Entry
    public typealias SubSequence = HistoryView

    /// A position in a history view; it says nothing about positions in the transcript.
    public struct Index: Comparable, Hashable, Sendable, Strideable {
      var offset: Int

      public static func < (left: Index, right: Index) -> Bool { left.offset < right.offset }
      public func distance(to other: Index) -> Int { other.offset - offset }
      public func advanced(by count: Int) -> Index { Index(offset: offset + count) }
    }

    private var entries: ArraySlice<Entry>

    public init() { entries = [] }

    init(_ entries: ArraySlice<Entry>) { self.entries = entries }

    public init(arrayLiteral elements: Entry...) { entries = ArraySlice(elements) }

    public var startIndex: Index { Index(offset: entries.startIndex) }
    public var endIndex: Index { Index(offset: entries.endIndex) }

    public subscript(position: Index) -> Entry {
      get { entries[position.offset] }
      set { entries[position.offset] = newValue }
    }

    public subscript(bounds: Range<Index>) -> HistoryView {
      get { HistoryView(entries[bounds.lowerBound.offset..<bounds.upperBound.offset]) }
      set { replaceSubrange(bounds, with: newValue) }
    }

    public mutating func replaceSubrange<C: Collection>(_ subrange: Range<Index>, with newElements: C)
    where C.Element == Entry {
      entries.replaceSubrange(subrange.lowerBound.offset..<subrange.upperBound.offset, with: newElements)
    }

    public mutating func append(_ newElement: Entry) { entries.append(newElement) }

    public mutating func append(contentsOf newElements: some Sequence<Entry>) {
      entries.append(contentsOf: newElements)
    }
  }
}
