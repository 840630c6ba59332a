import PrefixCache
import Testing
import Tokenizers
import Transcripts

@Suite struct CacheKindTests {
  /// A cache that holds so many tokens.
  private func cache(_ kind: CacheKind, holding count: Int) -> ModelCache {
    var cache = ModelCache(kind)
    _ = cache.prepare(for: context(count))
    cache.feed(count)
    return cache
  }

  /// A context of one entry with so many tokens: bytes that no merge joins.
  private func context(_ count: Int, from first: Int32 = 0) -> TokenContext {
    TokenContext([TokenBlock(answer: [(.text, (0..<Int32(count)).map { first + $0 })], kind: .prompt)])
  }

  @Test("C2, C3: An attention cache goes back to any place, and keeps exactly what was asked for")
  func attention() {
    var cache = cache(.attention, holding: 10)
    #expect(cache.trim(to: 7) == 7)
    #expect(cache.trim(to: 7) == 7)
    #expect(cache.trim(to: 9) == 7)
    #expect(cache.trim(to: 0) == 0)
    #expect(cache.count == 0)
    #expect(cache.trim(to: -1) == -1)
  }

  @Test("C3: A sliding window of four goes back as long as it has a row before the place, and refuses below")
  func slidingWindow() {
    // Rows 6, 7, 8, 9 are left.
    var cache = cache(.slidingWindow(4), holding: 10)
    #expect(cache.trim(to: 6) == -1)
    #expect(cache.count == 10)
    #expect(cache.trim(to: 7) == 7)
    // Row 6 is left; two more are fed: rows 6, 7, 8.
    cache.feed(2)
    #expect(cache.count == 9)
    #expect(cache.trim(to: 6) == -1)
    #expect(cache.trim(to: 8) == 8)
    // Nothing has slid out of a window that was never full.
    var young = self.cache(.slidingWindow(4), holding: 4)
    #expect(young.trim(to: 1) == 1)
  }

  @Test("C3: A recurrent cache is only where it is")
  func recurrent() {
    var cache = cache(.recurrent(), holding: 10)
    #expect(cache.trim(to: 10) == 10)
    #expect(cache.trim(to: 9) == -1)
    #expect(cache.count == 10)
  }

  @Test("C2, C3: With checkpoints it goes back to the last one, which may be less than was asked for")
  func checkpoints() {
    // Copies after 4 and 8.
    var cache = cache(.recurrent(checkpointEvery: 4), holding: 10)
    #expect(cache.trim(to: 9) == 8)
    #expect(cache.trim(to: 7) == 4)
    #expect(cache.trim(to: 3) == -1)
    #expect(cache.count == 4)
    // What is fed again is copied again.
    cache.feed(5)
    #expect(cache.trim(to: 8) == 8)
  }

  @Test("C2: One token of a request is always fed, and a refusal means that all of it is")
  func prepare() {
    var attention = cache(.attention, holding: 10)
    let same = attention.prepare(for: context(10))
    #expect(same == .init(input: 10, common: 10, reused: 9))
    #expect(!same.refused)
    var recurrent = cache(.recurrent(), holding: 10)
    let refused = recurrent.prepare(for: context(10))
    #expect(refused == .init(input: 10, common: 10, reused: 0))
    #expect(refused.refused)
    recurrent.feed(.max)
    #expect(recurrent.count == 10)
    // A request that goes on where the cache ends is no going back.
    #expect(recurrent.prepare(for: context(12)) == .init(input: 12, common: 10, reused: 10))
    var copied = cache(.recurrent(checkpointEvery: 4), holding: 10)
    let less = copied.prepare(for: context(10))
    #expect(less == .init(input: 10, common: 10, reused: 8))
    #expect(less.refused)
    #expect(attention.prepare(for: TokenContext()) == .init(input: 0, common: 0, reused: 0))
  }

  @Test("C4: The cache ends at the prompt and the answer as far as it was decoded")
  func ends() {
    var cache = ModelCache(.attention)
    _ = cache.prepare(for: context(5))
    cache.feed(3)
    // Stopped in the middle of the prompt.
    #expect(cache.count == 3)
    #expect(cache.prepare(for: context(5)).reused == 3)
    cache.feed(2)
    let answer = TokenBlock(answer: [(.text, [7, 8, 9])], kind: .response)
    cache.append(answer)
    cache.feed(2)
    #expect(cache.count == 7)
    #expect(cache.held == Array((context(5).tokens + answer.tokens).prefix(7)))
    // The next request holds the whole answer; two of its three tokens are there.
    var next = context(5)
    next.append(TokenBlock(answer: [(.text, [7, 8, 9])], kind: .response))
    next.append(TokenBlock(answer: [(.text, [1])], kind: .prompt))
    #expect(cache.prepare(for: next) == .init(input: 9, common: 7, reused: 7))
  }

  @Test("C5: Each model's cache is its own")
  func copies() {
    let small = cache(.attention, holding: 10)
    var large = small
    _ = large.prepare(for: context(3, from: 100))
    #expect(small.count == 10)
    #expect(large.count == 0)
  }

  @Test(
    "A kind is found again by its name",
    arguments: [
      CacheKind.attention, .slidingWindow(512), .recurrent(), .recurrent(checkpointEvery: 256),
    ])
  func names(kind: CacheKind) {
    #expect(CacheKind(name: kind.name) == kind)
  }

  @Test(
    "What is no kind has no name",
    arguments: ["", "attention:3", "sliding-window", "sliding-window:0", "recurrent:x", "lru"])
  func noNames(name: String) {
    #expect(CacheKind(name: name) == nil)
  }
}
