/// A binary heap: `pop` gives the element that precedes all others.
struct Heap<Element> {
  private var elements: [Element] = []
  private let precedes: (Element, Element) -> Bool

  init(precedes: @escaping (Element, Element) -> Bool) { self.precedes = precedes }

  mutating func removeAll() { elements.removeAll(keepingCapacity: true) }

  mutating func push(_ element: Element) {
    var hole = elements.count
    elements.append(element)
    while hole > 0 {
      let parent = (hole - 1) / 2
      guard precedes(element, elements[parent]) else { break }
      elements[hole] = elements[parent]
      hole = parent
    }
    elements[hole] = element
  }

  mutating func pop() -> Element? {
    guard let first = elements.first, let last = elements.popLast() else { return nil }
    let count = elements.count
    guard count > 0 else { return first }
    var hole = 0
    while true {
      var child = 2 * hole + 1
      guard child < count else { break }
      if child + 1 < count, precedes(elements[child + 1], elements[child]) { child += 1 }
      guard precedes(elements[child], last) else { break }
      elements[hole] = elements[child]
      hole = child
    }
    elements[hole] = last
    return first
  }
}
