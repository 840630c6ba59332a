/// A binary heap: `pop` gives the smallest element.
struct Heap<Element: Comparable> {
  private var elements: [Element] = []

  mutating func reserveCapacity(_ count: Int) { elements.reserveCapacity(count) }

  mutating func push(_ element: Element) {
    var hole = elements.count
    elements.append(element)
    while hole > 0 {
      let parent = (hole - 1) / 2
      guard element < elements[parent] else { break }
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
      if child + 1 < count, elements[child + 1] < elements[child] { child += 1 }
      guard elements[child] < last else { break }
      elements[hole] = elements[child]
      hole = child
    }
    elements[hole] = last
    return first
  }
}
