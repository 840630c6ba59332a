import PrefixCache
import Testing

@Suite("Predicted against reported: where a server's reuse parts, and the likely reason")
struct ReusePartingTests {
  /// Counts that are the server's own: 400 tokens, of which 380 should be held.
  private func facts(
    reused: Int, continued: Bool = true, before: (Int, Int)? = (340, 40), window: Int? = 4096,
    remark: CacheRemark? = nil
  ) -> ReuseParting.Facts {
    ReuseParting.Facts(
      predictedInput: 400, predictedReused: 380, input: 400, reused: reused, isContinued: continued,
      before: before.map { (input: $0.0, output: $0.1) }, window: window, remark: remark)
  }

  @Test("What was predicted and told alike does not part")
  func same() { #expect(ReuseParting(facts(reused: 380)) == nil) }

  @Test("The request before is held and not its answer: the answer reads back as other tokens")
  func retokenised() throws {
    // 340 tokens were sent before and 40 answered; two tokens of the answer are still the same.
    let parting = try #require(ReuseParting(facts(reused: 342)))
    #expect(parting.reason == .retokenisedReply)
    #expect(parting.difference == -38 && parting.expected == 380)
  }

  @Test("C2: nothing is left of a context that only went on: the slot was taken")
  func slotTaken() {
    #expect(ReuseParting(facts(reused: 0))?.reason == .slotTaken)
    #expect(ReuseParting(facts(reused: 3))?.reason == .slotTaken)
  }

  @Test("C3: a cache that had to go back and began again refused")
  func refused() { #expect(ReuseParting(facts(reused: 0, continued: false))?.reason == .refused) }

  @Test("C3: some tokens before the place, a state was kept there")
  func checkpoint() {
    #expect(ReuseParting(facts(reused: 375, continued: false, before: nil))?.reason == .checkpoint)
  }

  @Test("A cut inside an entry is predicted to some tokens; where nothing was cut each token counts")
  func inside() {
    #expect(ReuseParting(facts(reused: 377, continued: false)) == nil)
    #expect(ReuseParting(facts(reused: 376, continued: false)) != nil)
    #expect(ReuseParting(facts(reused: 379)) != nil)
  }

  @Test(
    "Whole blocks: what is reused is made of them, and less than one is missing",
    arguments: [
      // 380 is expected: 368 is 23 blocks of 16, 256 is one of 256, 352 eleven of 32.
      (368, "16"), (256, "256"), (352, "32"),
    ])
  func blocks(_ reused: Int, _ block: String) throws {
    let parting = try #require(ReuseParting(facts(reused: reused, before: (200, 20))))
    #expect(parting.reason == .blockSize)
    #expect(parting.words.contains("blocks, of \(block) tokens"))
  }

  @Test("The window was full after the answer before: it was shifted")
  func shifted() {
    #expect(ReuseParting(facts(reused: 100, before: (340, 60), window: 400))?.reason == .windowShifted)
  }

  @Test("More than was predicted was held from elsewhere")
  func more() throws {
    let parting = try #require(ReuseParting(facts(reused: 399)))
    #expect(parting.reason == .heldMore && parting.difference == 19)
  }

  @Test("What no fact explains is said to be unknown")
  func unknown() { #expect(ReuseParting(facts(reused: 301, before: (200, 20)))?.reason == .unknown) }

  @Test(
    "What the backend says itself goes before all conclusions",
    arguments: [
      (CacheRemark.Kind.taken, ReuseParting.Reason.slotTaken), (.otherSlot, .slotTaken),
      (.checkpoint, .checkpoint), (.refusal, .refused), (.surplus, .heldMore), (.other, .unknown),
    ])
  func remark(_ kind: CacheRemark.Kind, _ reason: ReuseParting.Reason) throws {
    let parting = try #require(
      ReuseParting(facts(reused: 342, remark: CacheRemark(kind: kind, words: "so it is"))))
    #expect(parting.reason == reason && parting.words == "so it is")
    #expect(
      CacheRemark(text: CacheRemark(kind: kind, words: "so it is").text)
        == CacheRemark(kind: kind, words: "so it is"))
  }

  @Test("Other tokens than ours: the prediction is stretched, and small differences mean nothing")
  func stretched() throws {
    func parting(reused: Int) -> ReuseParting? {
      ReuseParting(
        ReuseParting.Facts(
          predictedInput: 400, predictedReused: 300, input: 800, reused: reused, isContinued: true))
    }
    // Twice the tokens: 600 are expected, give or take a twentieth of 800.
    #expect(parting(reused: 600) == nil && parting(reused: 560) == nil && parting(reused: 640) == nil)
    let found = try #require(parting(reused: 11))
    #expect(found.expected == 600 && found.difference == -589 && found.reason == .slotTaken)
  }

  @Test("The last token is evaluated always: a whole context held is no parting")
  func lastToken() {
    let whole = ReuseParting.Facts(
      predictedInput: 50, predictedReused: 50, input: 50, reused: 49, isContinued: true)
    #expect(ReuseParting(whole) == nil)
  }
}
