import Testing

@testable import PrefixCache

@Suite struct SharedMemoryTests {
  @Test("The shared beginning of two arrays ends at the first element that differs, wherever that is")
  func places() {
    for count in 0..<20 {
      let left = Array(0..<count)
      #expect(SharedMemory.prefix(left, left) == count)
      for place in 0..<count {
        var right = left
        right[place] = -1
        #expect(SharedMemory.prefix(left, right) == place)
        for start in 0...count {
          let expected = start <= place ? place - start : count - start
          #expect(SharedMemory.prefix(left, right, from: start) == expected)
        }
      }
      #expect(SharedMemory.prefix(left, Array(left.prefix(7))) == min(7, count))
      #expect(SharedMemory.prefix(left, left, from: count + 3) == 0)
    }
  }

  @Test("Texts of the same storage are shared; an equal text that was made anew need not be")
  func texts() {
    let long = [
      String(repeating: "a long text ", count: 9), "short", String(repeating: "another ", count: 9),
    ]
    let copy = long
    #expect(SharedMemory.prefix(long, copy) == 3)
    var anew = long
    anew[0] = String(repeating: "a long text ", count: 9)
    // Equal, but elsewhere in memory: it is not claimed to be the same.
    #expect(SharedMemory.prefix(long, anew) == 0)
    #expect(SharedMemory.prefix(long, anew, from: 1) == 2)
  }
}
