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
