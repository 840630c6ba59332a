import Foundation
import PlantedFaults
import Testing

@Suite("Mutator: damage that can be had again")
struct MutatorTests {
  private let mutator = Mutator()
  private let document = Array(#"{"a":[1,{"b":"text"}],"c":null,"d":-2.5e3}"#.utf8)

  @Test("A seed always does the same, and seeds differ")
  func determinism() {
    let once = (0..<200).map { mutator.mutated(document, seed: $0) }
    #expect(once == (0..<200).map { mutator.mutated(document, seed: $0) })
    #expect(Set(once).count > 150)
  }

  @Test("Each mutation does what its name says", arguments: Mutator.Mutation.allCases)
  func each(mutation: Mutator.Mutation) throws {
    for seed in 0..<100 as Range<UInt64> {
      let result = mutator.mutated(document, by: mutation, seed: seed)
      switch mutation {
      case .truncate:
        #expect(document.starts(with: result) && result.count < document.count)
      case .flipBits:
        let flipped = zip(document, result).map { ($0 ^ $1).nonzeroBitCount }.reduce(0, +)
        #expect(result.count == document.count && flipped <= 8)
      case .swapType:
        #expect(throws: Never.self) {
          try JSONSerialization.jsonObject(with: Data(result), options: .fragmentsAllowed)
        }
      case .duplicateKey:
        // Members: "b":"text" (10), "a":[1,{"b":"text"}] (20), "c":null (8) and "d":-2.5e3 (10), each with a comma.
        #expect([11, 21, 9].contains(result.count - document.count))
      case .deleteBytes:
        #expect((1...64).contains(document.count - result.count))
      case .insertBytes:
        #expect((1...64).contains(result.count - document.count))
      case .nestDeeply:
        #expect(result.filter { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }.count >= 1000)
      case .hugeNumber:
        let text = String(decoding: result, as: UTF8.self)
        #expect(
          text.contains("99999") || text.contains("8888") || text.contains("400") || text.contains("3333")
            || text.contains("922337203") || text.contains("184467440"))
      case .invalidUTF8:
        #expect(
          String(validating: result, as: UTF8.self) == nil
            || String(decoding: result, as: UTF8.self).contains("\\u"))
      }
    }
  }

  @Test("What is empty or not JSON is taken too", arguments: Mutator.Mutation.allCases)
  func anything(mutation: Mutator.Mutation) {
    for text in ["", "\"", "{", "]]]]", "{\"a", "\\", "{\"a\":}", ":::,"] {
      for seed in 0..<20 as Range<UInt64> {
        _ = mutator.mutated(Array(text.utf8), by: mutation, seed: seed)
      }
    }
  }
}
