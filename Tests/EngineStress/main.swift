import FoundationModels
import Glibc

// Many sessions at once, with tools that write a session property together, streams, prewarms, and cancellations at arbitrary points; every
// third one with a profile of the main actor.
// Built with `--sanitize=thread` by `scripts/race`: then a data race ends it.
//
//   EngineStress SESSIONS REQUESTS

let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
guard numbers.count == 2 else {
  print("usage: EngineStress SESSIONS REQUESTS")
  exit(2)
}
let (sessions, requests) = (numbers[0], numbers[1])
let calls = 3
let audit = EventAudit()

/// A session whose profile is nobody's, or the main actor's.
@Sendable func makeSession(_ configuration: SessionConfiguration, ledger: Ledger?) async
  -> LanguageModelSession
{
  let model = BurstModel(calls: calls)
  guard let ledger else {
    return SessionConfiguration.$current.withValue(configuration) {
      LanguageModelSession(profile: StressProfile(model: model))
    }
  }
  return await MainActor.run {
    SessionConfiguration.$current.withValue(configuration) {
      LanguageModelSession(profile: MainActorProfile(model: model, ledger: ledger))
    }
  }
}

/// Runs one session to its end and returns what is wrong with it. Every fifth one has each third request cancelled.
@Sendable func complaints(of number: Int) async -> [String] {
  var configuration = SessionConfiguration()
  configuration.title = "session \(number)"
  configuration.observers = [audit]
  let ledger = number.isMultiple(of: 3) ? Ledger() : nil
  let session = await makeSession(configuration, ledger: ledger)
  var completed = 0
  for request in 0..<requests {
    let before = session.transcript.history.count
    if request.isMultiple(of: 4) { session.prewarm() }
    if number.isMultiple(of: 5), request.isMultiple(of: 3) {
      let task = Task { try await session.respond(to: "count, then stop") }
      for _ in 0..<(request * 7 + number) % 40 { await Task.yield() }
      task.cancel()
      do {
        _ = try await task.value
        completed += 1
      } catch is CancellationError {
        if session.transcript.history.count != before {
          return ["\(number): a cancelled request left entries"]
        }
      } catch {
        return ["\(number): cancelled, it failed: \(error)"]
      }
      continue
    }
    do {
      if request.isMultiple(of: 2) {
        let answer = try await session.respond(to: "count")
        if answer.content != "counted it all" { return ["\(number): answered \(answer.content)"] }
      } else {
        var last = ""
        for try await snapshot in session.streamResponse(to: "count") { last = snapshot.content }
        if last != "counted it all" { return ["\(number): streamed \(last)"] }
      }
      completed += 1
    } catch {
      return ["\(number), request \(request): \(error)"]
    }
  }
  var wrong: [String] = []
  let counted = session.properties.counted
  let isExact = !number.isMultiple(of: 5)
  if isExact ? counted != completed * calls : counted < completed * calls {
    wrong.append("\(number): counted \(counted) in \(completed) requests of \(calls) calls")
  }
  if let ledger {
    // Two inferences for each prompt.
    let (prompts, sent, answers) = await (ledger.prompts, ledger.sent, ledger.answers)
    if isExact, answers != completed || prompts != 2 * completed || sent < prompts {
      wrong.append(
        "\(number): the ledger has \(prompts) prompts, \(sent) sent, \(answers) answers of \(completed)")
    }
  } else if isExact, session.properties.announced != counted {
    wrong.append("\(number): announced \(session.properties.announced), counted \(counted)")
  }
  // Instructions; then prompt, calls, outputs and answer of each request.
  let expected = 1 + completed * (3 + calls)
  if session.transcript.count != expected {
    wrong.append("\(number): \(session.transcript.count) entries, not \(expected)")
  }
  if audit.entries(ofSessionTitled: configuration.title) != Array(session.transcript) {
    wrong.append("\(number): the changes told are not the transcript")
  }
  return wrong
}

var wrong: [String] = []
await withTaskGroup(of: [String].self) { group in
  for number in 0..<sessions { group.addTask { await complaints(of: number) } }
  for await found in group { wrong += found }
}
wrong += audit.complaints
for line in wrong.prefix(20) { print(line) }
var usage = rusage()
getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
print(
  "\(sessions) sessions, \(requests) requests each: \(audit.events) events, \(usage.ru_maxrss / 1024) MiB at most"
)
exit(wrong.isEmpty ? 0 : 1)
