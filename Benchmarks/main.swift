import Glibc

// `Benchmarks [NAME…]` measures every claim that the README makes, or those of the named groups, and prints each beside its peer
// or its limit. Exit code 1 when one is missed. Build it with `-c release`.

// Where the program's memory is measured goes first: what a child's peak is told to be includes its parent's at the time it was started.
let groups: [(name: String, run: (Workplace) throws -> [Claim])] = [
  ("program", ProgramBenchmark.run), ("policies", PoliciesBenchmark.run), ("reader", ReaderBenchmark.run),
  ("folder", FolderBenchmark.run),
  ("store", StoreBenchmark.run), ("long", LongRecordingBenchmark.run), ("diff", DiffBenchmark.run),
  ("model", ModelBenchmark.run), ("engine", EngineBenchmark.run),
  ("live", LiveBenchmark.run), ("prefill", PrefillBenchmark.run), ("server", ServerBenchmark.run),
]
let wanted = Set(CommandLine.arguments.dropFirst())
let unknown = wanted.subtracting(groups.map(\.name))
guard unknown.isEmpty else {
  print(
    "unknown group \(unknown.sorted().joined(separator: ", ")); there are \(groups.map(\.name).joined(separator: ", "))"
  )
  exit(2)
}
#if DEBUG
  print("a debug build: the figures mean nothing; use swift run -c release Benchmarks")
#endif
var missed = 0
do {
  let place = try Workplace()
  defer { place.remove() }
  for group in groups where wanted.isEmpty || wanted.contains(group.name) {
    for claim in try group.run(place) {
      print(claim.line)
      fflush(nil)
      if case .held(false) = claim.standing { missed += 1 }
    }
  }
} catch {
  print("stopped: \(error)")
  exit(2)
}
exit(missed == 0 ? 0 : 1)
