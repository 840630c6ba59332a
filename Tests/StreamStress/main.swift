import FakeServer
import FoundationEssentials
import Glibc
import ModelBackends
import SessionEngine
import Transcripts

// Streams of model servers, cancelled at random points: before the request, on its way, after so many tokens, in the silence behind them.
// Built with a sanitizer by `scripts/streams`: then memory that is used wrongly, lost or shared without order ends it.
//
//   StreamStress STREAMS SEED

let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
guard numbers.count == 2, numbers[0] > 0 else {
  print("usage: StreamStress STREAMS SEED")
  exit(2)
}
let (streams, seed) = (numbers[0], UInt64(numbers[1]))
/// A session, and with it a client with a thread of its own, lasts for so many streams.
let streamsOfSession = 20
let workers = 16

/// Where streams are left: so many tokens read, or less than none for before and during the request.
struct Plan {
  var points: [Int] = []
  var isLlama: Bool
}

func session(_ plan: Plan, _ url: URL) -> LanguageModelSession {
  plan.isLlama
    ? LanguageModelSession(model: LlamaServerLanguageModel(url: url))
    : LanguageModelSession(model: ChatCompletionsLanguageModel(name: "m", url: url))
}

/// Cancels one stream at its point.
///
/// - Returns: What is wrong with how it ended.
func cancel(at point: Int, of session: LanguageModelSession) async -> String? {
  let (reads, read) = AsyncStream<Int>.makeStream()
  let task = Task {
    for try await snapshot in session.streamResponse(to: "x") {
      read.yield(snapshot.content.split(separator: " ").count)
    }
  }
  if point == -1 { for _ in 0..<8 { await Task.yield() } }
  if point > 0 { for await count in reads where count >= point { break } }
  task.cancel()
  let result = await task.result
  read.finish()
  guard case .failure(let error) = result else { return "a stream ended that was cancelled after \(point)" }
  if !(error is CancellationError) { return "cancelled after \(point): \(error)" }
  return session.transcript.isEmpty ? nil : "a cancelled request left entries"
}

func run(_ plan: Plan, _ url: URL) async -> [String] {
  var problems: [String] = []
  var current = session(plan, url)
  for (number, point) in plan.points.enumerated() {
    if number > 0, number.isMultiple(of: streamsOfSession) { current = session(plan, url) }
    if let problem = await cancel(at: point, of: current) { problems.append(problem) }
  }
  return problems
}

func storm() async throws -> [String] {
  let server = try EndlessServer.start()
  guard let url = URL(string: server.address) else { return ["no address"] }
  var random = SeededNumbers(seed: seed)
  let plans = (0..<workers).map { worker in
    let share = streams / workers + (worker < streams % workers ? 1 : 0)
    return Plan(
      points: (0..<share).map { _ in Int.random(in: -2...EndlessServer.tokens, using: &random) },
      isLlama: worker.isMultiple(of: 2))
  }
  let problems = await withTaskGroup(of: [String].self) { group in
    for plan in plans { group.addTask { await run(plan, url) } }
    return await group.reduce(into: []) { $0 += $1 }
  }
  // Every cancellation has reached the server: its side of each connection ends.
  await server.waitUntilIdle()
  print("\(streams) streams cancelled, \(server.connectionCount) connections, all closed")
  return problems
}

let problems = try await storm()
for problem in problems.prefix(20) { print("StreamStress: \(problem)") }
exit(problems.isEmpty ? 0 : 1)
