import Terminal

/// Which lane stands in which rows, and where the panes are, for one size of the screen. Drawing and the mouse ask the
/// same layout, so a click always means what is seen.
struct Layout: Sendable {
  enum Lane: Sendable, Hashable {
    case instructions, inference, tools, cacheHit, lost, budget, notes

    var label: String {
      switch self {
      case .instructions: "Instructions"
      case .inference: "Inference"
      case .tools: "Tools"
      case .cacheHit: "Cache hit"
      case .lost: "Lost"
      case .budget: "Budget"
      case .notes: "Findings"
      }
    }
  }

  let size: Size
  /// The rows of each lane shown, from the top.
  private(set) var lanes: [(lane: Lane, rows: Range<Int>)] = []
  let header: Rect
  let foot: Rect
  /// The line above the foot, where there is room for it.
  let footRule: Int?
  /// The columns of the lanes themselves; labels stand left of it, numbers right of it.
  private(set) var axis = Rect(x: 0, y: 0, width: 0, height: 0)
  /// The row that names where the cursor stands.
  private(set) var rule = 0
  private(set) var entries = Rect(x: 0, y: 0, width: 0, height: 0)
  /// Nil where the inspector is a page of its own.
  private(set) var inspector: Rect?
  /// What a view other than the main one may use.
  let body: Rect

  /// The inspector stands beside the entries from this width on.
  static let inspectorWidth = 100

  init(size: Size, hasNotes: Bool) {
    self.size = size
    header = Rect(x: 0, y: 0, width: size.width, height: min(1, size.height))
    foot = Rect(x: 0, y: max(0, size.height - 1), width: size.width, height: min(1, size.height))
    footRule = size.height >= 24 ? size.height - 2 : nil
    let bodyEnd = footRule ?? foot.y
    body = Rect(x: 0, y: 1, width: size.width, height: max(0, bodyEnd - 1))
    placeLanes(hasNotes: hasNotes)
    placePanes(end: bodyEnd)
  }

  private mutating func placeLanes(hasNotes: Bool) {
    let height = size.height
    var row = height >= 30 ? 2 : 1
    func add(_ lane: Lane, _ count: Int, _ layout: inout Layout) {
      layout.lanes.append((lane, row..<row + count))
      row += count
    }
    if height >= 24 {
      add(.instructions, 1, &self)
      add(.inference, 2, &self)
      if height >= 36 { row += 1 }
      add(.tools, 1, &self)
      add(.cacheHit, 1, &self)
      add(.lost, 1, &self)
      add(.budget, height >= 36 ? 4 : 3, &self)
      if hasNotes { add(.notes, 1, &self) }
      if height >= 36 { row += 1 }
    } else if height >= 8 {
      add(.inference, 1, &self)
      add(.cacheHit, 1, &self)
      add(.budget, 1, &self)
    }
    rule = row
    let labels = size.width >= 100 ? 15 : size.width >= 80 ? 14 : 11
    let numbers = size.width >= 140 ? 25 : size.width >= 100 ? 23 : size.width >= 80 ? 14 : 6
    let top = lanes.first?.rows.lowerBound ?? row
    axis = Rect(
      x: min(labels, size.width), y: top, width: max(0, size.width - labels - numbers),
      height: max(0, (lanes.last?.rows.upperBound ?? row) - top))
  }

  private mutating func placePanes(end: Int) {
    let panes = Rect(x: 0, y: rule + 1, width: size.width, height: max(0, end - rule - 1))
    guard size.width >= Self.inspectorWidth else {
      entries = panes
      return
    }
    let left = min(84, max(48, size.width * 36 / 100))
    let (list, rest) = panes.splitLeft(left)
    entries = list
    inspector = rest
  }

  /// The rows of entries below the list's head.
  var entryRows: Int { max(0, entries.height - 1) }
  /// The inspector's text, without its tabs and margins.
  var inspectorText: Rect? { inspector.map { $0.inset(left: 2, top: 2, right: 1) } }
  /// The text of a page: below a title, with margins.
  var page: Rect {
    size.height >= 24 ? body.inset(left: 2, top: 3, right: 2) : body.inset(left: 1, top: 1, right: 1)
  }
  /// The row of a page's title.
  var titleRow: Int { size.height >= 24 ? body.y + 1 : body.y }
  /// Where a page has the inspector's tabs instead of a title.
  var pageTabs: Rect { Rect(x: page.x - 2, y: titleRow, width: size.width - page.x + 2, height: 1) }
  /// Where the numbers of the lanes begin.
  var numbersX: Int { axis.maxX + (size.width >= 80 ? 2 : 1) }

  func rows(of lane: Lane) -> Range<Int>? { lanes.first { $0.lane == lane }?.rows }
}

extension State {
  var layout: Layout { Layout(size: size, hasNotes: !timeline.warnings.isEmpty) }
}
