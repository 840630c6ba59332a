/// Which snapshot gets which fault: compactions at even distances, the seven others spread between them, each with
/// untouched neighbours.
struct FaultPlan: Sendable {
  private var kinds: [Int: PlantedFault.Kind] = [:]

  init(seed: UInt64, requests: Int, compactions: Int) {
    var random = SplitMix64(seed: ~seed)
    for number in 0..<compactions {
      kinds[requests * (number + 1) / (compactions + 1)] = .compaction
    }
    var others = PlantedFault.Kind.allCases.filter { $0 != .compaction }
    let slot = requests / (others.count + 1)
    for number in 1...others.count {
      var snapshot = slot * number + random.number(below: max(1, slot / 2))
      while !isFree(around: snapshot) { snapshot += 1 }
      kinds[snapshot] = others.remove(at: random.number(below: others.count))
    }
  }

  subscript(snapshot: Int) -> PlantedFault.Kind? { kinds[snapshot] }

  private func isFree(around snapshot: Int) -> Bool {
    (snapshot - 1...snapshot + 1).allSatisfy { kinds[$0] == nil }
  }
}
