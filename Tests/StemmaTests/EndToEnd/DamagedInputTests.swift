import Foundation
import PlantedFaults
import Testing

extension EndToEnd {
  /// Five hundred damaged inputs from fixed seeds, each through one command in turn and every twenty-fifth through all.
  @Suite("Damaged input")
  struct DamagedInput {
    /// What is damaged.
    private enum Kind: String, CaseIterable {
      case hostile
      case recipes = "recipe-assistant"
      case reasoning, images
      case older = "version-26"
      case wrapped = "fm-cli"
      case folder, recording
    }

    private static let commands = ["show", "log", "diff", "why", "import"]
    private static let seeds = 0..<500 as Range<UInt64>
    /// No input may keep a command busy for longer.
    private static let limit = Duration.seconds(5)

    /// A case that can be had again, and how a command failed on it.
    private struct Failure: CustomStringConvertible {
      var seed: UInt64
      var kind: Kind
      var arguments: [String]
      var steps: [Mutator.Step]
      var size: Int
      var complaints: [String]

      var description: String {
        """
        seed \(seed), \(kind.rawValue), \(arguments.joined(separator: " ")), \(size) bytes, \
        \(steps.map { "\($0.mutation) (\($0.seed))" }.joined(separator: " then ")): \
        \(complaints.joined(separator: "; "))
        """
      }
    }

    private let mutator = Mutator()
    private let whole: [Kind: [UInt8]]
    private let place: Workplace
    /// A dump of the folder is damaged, these others are as they were.
    private static let neighbours = ["craft_20260912-190412.json", "craft_20260912-190500.json"]
    private static let damagedDump = "craft_20260912-190601.json"

    init() throws {
      place = try Workplace()
      var whole: [Kind: [UInt8]] = [:]
      for kind in Kind.allCases where kind != .folder && kind != .recording {
        whole[kind] = try Samples.bytes(kind.rawValue + ".json")
      }
      whole[.folder] = try Samples.bytes("craft-session/" + Self.damagedDump)
      let recording = place.path("small.stemma")
      let made = try StemmaProcess.run(["import", Samples.path("clock"), "-o", recording])
      #expect(made.status == 0, "\(made.stderr)")
      whole[.recording] = Array(try Data(contentsOf: URL(filePath: recording)))
      self.whole = whole
      for name in Self.neighbours {
        try place.write(
          String(decoding: Samples.bytes("craft-session/" + name), as: UTF8.self), to: "dumps/" + name)
      }
    }

    /// Writes a damaged input and returns the command line that reads it.
    private func prepare(_ bytes: [UInt8], _ kind: Kind, _ command: String, json: Bool) throws -> [String] {
      let input: String
      switch kind {
      case .folder:
        try place.write(bytes: bytes, to: "dumps/" + Self.damagedDump)
        input = place.path("dumps")
      case .recording: input = try place.write(bytes: bytes, to: "damaged.stemma")
      default: input = try place.write(bytes: bytes, to: "damaged.json")
      }
      // SQLite keeps beside a recording what belongs to the one before.
      for suffix in ["-wal", "-shm"] { unlink(place.path("damaged.stemma" + suffix)) }
      unlink(place.path("out.stemma"))
      var arguments = [command, input]
      if command == "import" { return arguments + ["-o", place.path("out.stemma")] }
      if command == "diff" { arguments.append(Samples.path("recipe-assistant.json")) }
      return json ? arguments + ["--json"] : arguments
    }

    private func complaints(_ arguments: [String]) throws -> [String] {
      do {
        return try StemmaProcess.run(arguments, timeout: Self.limit).misbehaviour(of: arguments)
      } catch ChildProcess.Failure.timedOut {
        return ["still busy after \(Self.limit)"]
      }
    }

    /// Runs a command on what the steps make of an input; nil when it behaves.
    private func failure(
      _ seed: UInt64, _ kind: Kind, _ command: String, json: Bool, steps: [Mutator.Step]
    ) throws -> Failure? {
      let bytes = mutator.mutated(whole[kind] ?? [], by: steps)
      let arguments = try prepare(bytes, kind, command, json: json)
      let found = try complaints(arguments)
      guard !found.isEmpty else { return nil }
      return Failure(
        seed: seed, kind: kind, arguments: arguments, steps: steps, size: bytes.count, complaints: found)
    }

    /// The same failure with fewer mutations, where there is one.
    private func smaller(_ failure: Failure, _ command: String, json: Bool) throws -> Failure {
      for step in failure.steps where failure.steps.count > 1 {
        if let less = try self.failure(failure.seed, failure.kind, command, json: json, steps: [step]) {
          return less
        }
      }
      return failure
    }

    @Test(
      "Nothing makes a command crash, hang, chatter or print a control character", .timeLimit(.minutes(5)))
    func survives() throws {
      var failures: [Failure] = []
      let kinds = Kind.allCases
      for seed in Self.seeds {
        let number = Int(seed)
        let kind = kinds[number % kinds.count]
        let turn = Self.commands[number / kinds.count % Self.commands.count]
        // Each kind meets each command with text and with JSON.
        let json = number / (kinds.count * Self.commands.count) % 2 == 1
        for command in number % 25 == 0 ? Self.commands : [turn] {
          let steps = mutator.steps(seed: seed)
          guard let found = try failure(seed, kind, command, json: json, steps: steps) else { continue }
          failures.append(try smaller(found, command, json: json))
        }
      }
      let smallest = failures.min { ($0.steps.count, $0.size) < ($1.steps.count, $1.size) }
      #expect(failures.isEmpty, "\(failures.count) failures; the smallest: \(smallest.map { "\($0)" } ?? "")")
    }
  }
}
