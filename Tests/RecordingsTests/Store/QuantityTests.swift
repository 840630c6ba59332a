import Recordings
import Testing
import Transcripts

@Suite("Sums and times with their origins")
struct QuantityTests {
  @Test("A sum is as good as the weakest of what is known, and unknown where nothing is")
  func sums() {
    #expect(Quantity.sum([]) == nil)
    #expect(Quantity.sum([nil, nil]) == nil)
    #expect(Quantity.sum([.measured(2), nil, .measured(3)]) == .measured(5))
    #expect(Quantity.sum([.measured(2), .reported(3)]) == .reported(5))
    #expect(Quantity.sum([.predicted(1), .counted(2), .measured(3)]) == .predicted(6))
  }

  @Test("A time needs both its ends, in their order")
  func times() {
    let (early, late) = (Timestamp(milliseconds: 1_000), Timestamp(milliseconds: 1_250))
    #expect(Quantity.time(from: early, to: late) == .measured(250))
    #expect(Quantity.time(from: early, to: early) == .measured(0))
    #expect(Quantity.time(from: late, to: early) == nil)
    #expect(Quantity.time(from: nil, to: late) == nil)
    #expect(Quantity.time(from: early, to: nil) == nil)
  }
}
