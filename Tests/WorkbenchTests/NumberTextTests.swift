import Recordings
import Testing
import Transcripts

@testable import Workbench

@Suite struct NumberTextTests {
  @Test func thousandsAreSetApart() {
    #expect(NumberText.grouped(0) == "0")
    #expect(NumberText.grouped(999) == "999")
    #expect(NumberText.grouped(3681) == "3,681")
    #expect(NumberText.grouped(1_234_567) == "1,234,567")
    #expect(NumberText.grouped(-1234) == "−1,234")
    #expect(NumberText.grouped(.min) == "−9,223,372,036,854,775,808")
  }

  @Test func aNumberSaysWhereItComesFrom() {
    #expect(NumberText.quantity(.reported(3681)) == "3,681")
    #expect(NumberText.quantity(.measured(3681)) == "3,681")
    #expect(NumberText.quantity(.counted(3681)) == "~3,681")
    #expect(NumberText.quantity(.predicted(3681)) == "~3,681")
    #expect(NumberText.quantity(nil) == "?")
    #expect(NumberText.unknown(near: 3600) == "3.6k?")
  }

  @Test(arguments: [
    (0, "0 ms"), (412, "412 ms"), (999, "999 ms"), (1000, "1 s"), (1234, "1.2 s"), (19_600, "19.6 s"),
    (19_949, "19.9 s"), (19_950, "20 s"), (59_400, "59 s"), (59_600, "1 min 00 s"), (125_000, "2 min 05 s"),
    (12_000_000, "3 h 20 min"),
  ])
  func durations(_ milliseconds: Int, _ text: String) {
    #expect(NumberText.milliseconds(milliseconds) == text)
    #expect(NumberText.milliseconds(.predicted(milliseconds)) == "~" + text)
  }

  @Test func onlyAllIsAHundredPercentAndOnlyNothingIsZero() {
    #expect(NumberText.percent(0) == "0%")
    #expect(NumberText.percent(0.0001) == "<1%")
    #expect(NumberText.percent(0.0099) == "<1%")
    #expect(NumberText.percent(0.01) == "1%")
    #expect(NumberText.percent(0.905) == "91%")
    #expect(NumberText.percent(0.9999) == "99%")
    #expect(NumberText.percent(1) == "100%")
    #expect(NumberText.percent(1.3) == "130%")
    #expect(NumberText.percent(.nan) == "0%")
  }

  @Test func shortForms() {
    #expect(NumberText.compact(412) == "412")
    #expect(NumberText.compact(3640) == "3.6k")
    #expect(NumberText.compact(4000) == "4k")
    #expect(NumberText.compact(128_000) == "128k")
    #expect(NumberText.compact(999_499) == "999k")
    #expect(NumberText.compact(999_500) == "1M")
    #expect(NumberText.compact(1_230_000) == "1.2M")
    #expect(NumberText.bytes(640) == "640 B")
    #expect(NumberText.bytes(12_400) == "12 KB")
    #expect(NumberText.bytes(3_565_158) == "3.4 MB")
  }

  @Test func ratesClocksAndCounts() {
    #expect(NumberText.rate(tokens: 96, milliseconds: 2500) == "38 tok/s")
    #expect(NumberText.rate(tokens: 9, milliseconds: 2000) == "4.5 tok/s")
    #expect(NumberText.rate(tokens: 9, milliseconds: 0) == nil)
    #expect(NumberText.clock(Timestamp(milliseconds: 43_471_000)) == "12:04:31")
    #expect(NumberText.clock(Timestamp(milliseconds: 43_471_000), utcOffset: 7200) == "14:04:31")
    #expect(NumberText.clock(Timestamp(milliseconds: -1000)) == "23:59:59")
    #expect(NumberText.count(1, "tool") == "1 tool")
    #expect(NumberText.count(3, "tool") == "3 tools")
    #expect(NumberText.count(2, "entry", plural: "entries") == "2 entries")
  }
}
