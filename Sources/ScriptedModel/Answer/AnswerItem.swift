import Transcripts

/// One thing a model gives, in the order in which it gives it: what a script's actions and the built-in behaviour come to.
enum AnswerItem: Equatable {
  /// A call, its arguments as JSON text.
  struct Call: Equatable {
    var tool: String
    var arguments: String
    /// Nil for a call whose id follows from its request.
    var id: String?

    init(tool: String, arguments: JSONValue) {
      self.tool = tool
      // In the framework's spelling, so that the entry made of the call is the same tokens as the call.
      self.arguments = (try? GeneratedContent(json: arguments.text()))?.jsonString ?? arguments.text()
    }

    /// A call that was made before, by its id and in its own spelling.
    init(_ call: Transcript.ToolCall) {
      tool = call.toolName
      arguments = call.argumentsText
      id = call.id
    }
  }

  case reasoning(String)
  case text(String)
  case structure(JSONValue)
  case calls([Call])
  case pause(Duration)
  case fail(ScriptedFailure)
}
