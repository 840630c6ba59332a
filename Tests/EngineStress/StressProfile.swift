import FoundationModels

extension SessionPropertyValues {
  /// Raised by every call of the tool, whichever ran at the same moment.
  @SessionPropertyEntry var counted: Int = 0
  /// Raised by the hook before each of them.
  @SessionPropertyEntry var announced: Int = 0
}

/// Two personas that take turns whenever the tool has counted, with hooks and tools that write at once.
struct StressProfile: LanguageModelSession.DynamicProfile {
  let model: BurstModel
  @SessionProperty(\.counted) var counted
  @SessionProperty(\.announced) var announced

  var body: some DynamicProfile {
    if counted.isMultiple(of: 2) {
      Profile {
        Instructions("You count evenly.")
        CountTool()
      }
      .onToolCall { announced += 1 }
      .model(model)
    } else {
      Profile {
        Instructions("You count oddly.")
        CountTool()
      }
      .onToolCall { announced += 1 }
      .model(model)
    }
  }
}

struct CountTool: Tool {
  @Generable
  struct Arguments {
    @Guide(description: "How far to count", .range(1...9))
    var step: Int
  }

  let name = "count"
  let description = "Counts one further."
  @SessionProperty(\.counted) var counted
  @SessionProperty(\.history) var history

  func call(arguments: Arguments) async throws -> String {
    counted += 1
    await Task.yield()
    return "step \(arguments.step) after \(history.count) entries"
  }
}

/// What the main actor knows of a session that is its own.
@MainActor
final class Ledger {
  var prompts = 0
  var sent = 0
  var answers = 0
}

/// The same model and tool in a profile that belongs to the main actor, whoever asks.
@MainActor
struct MainActorProfile: @MainActor LanguageModelSession.DynamicProfile {
  let model: BurstModel
  let ledger: Ledger

  var body: some LanguageModelSession.DynamicProfile {
    MainActor.preconditionIsolated()
    return LanguageModelSession.Profile {
      LedgerInstructions(ledger: ledger)
      CountTool()
    }
    .onPrompt { ledger.prompts += 1 }
    .onResponse { ledger.answers += 1 }
    .historyTransform { entries in
      MainActor.preconditionIsolated()
      ledger.sent += 1
      return entries
    }
    .model(model)
  }
}

@MainActor
struct LedgerInstructions: @MainActor DynamicInstructions {
  let ledger: Ledger

  var body: some DynamicInstructions {
    MainActor.preconditionIsolated()
    return Instructions("You have answered \(ledger.answers) times.")
  }
}
