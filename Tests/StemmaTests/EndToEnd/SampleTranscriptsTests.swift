import Foundation
import Testing

extension EndToEnd {
  @Suite("The sample transcripts")
  struct SampleTranscripts {
    @Test("Export gives back the bytes of each")
    func roundTrip() throws {
      #expect(Samples.files.count == 50)
      for name in Samples.files where name != Samples.broken {
        let bytes = String(decoding: try Samples.bytes(name), as: UTF8.self)
        let exported = try StemmaProcess.run(["export", "--to", "foundation-models", Samples.path(name)])
        #expect(exported.status == 0 && exported.stderr.isEmpty, "\(name): \(exported.stderr)")
        #expect(exported.stdout == bytes, "\(name)")
      }
    }

    @Test(
      "Each shows as text and as JSON, without a control character",
      arguments: ["show", "log", "why", "budget"])
    func commands(command: String) throws {
      let names = Samples.files.filter { !$0.contains("/") && $0 != Samples.broken }
      for name in names + ["clock", "compaction", "craft-session"] {
        for options in [[], ["--json"]] {
          let arguments = [command, Samples.path(name)] + options
          let result = try StemmaProcess.run(arguments)
          #expect(result.status == 0 && result.stderr.isEmpty, "\(arguments): \(result.stderr)")
          #expect(result.misbehaviour(of: arguments).isEmpty, "\(arguments)")
        }
      }
    }

    @Test(
      "The broken one is refused with its line and column",
      arguments: ["show", "log", "why", "budget", "export"])
    func broken(command: String) throws {
      let path = Samples.path(Samples.broken)
      var arguments = [command, path]
      if command == "export" { arguments += ["--to", "foundation-models"] }
      let result = try StemmaProcess.run(arguments)
      #expect(result.status == 2 && result.stdout.isEmpty)
      // It ends in the middle of a word: in its last line, behind its last character.
      let lines = String(decoding: try Samples.bytes(Samples.broken), as: UTF8.self)
        .split(separator: "\n", omittingEmptySubsequences: false)
      let place = "\(path):\(lines.count):\(lines[lines.count - 1].utf8.count + 1):"
      #expect(result.stderr.hasPrefix("stemma: " + place), "\(result.stderr)")
      #expect(result.misbehaviour(of: arguments).isEmpty)
    }
  }
}
