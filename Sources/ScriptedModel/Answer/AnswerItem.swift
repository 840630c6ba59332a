import Transcripts

/// One thing a model gives, in the order in which it gives it: what a script's actions and the built-in behaviour come to.
enum AnswerItem: Equatable {
  /// A call, its arguments as JSON text.
  struct Call: Equatable {
    var tool: String
    var arguments: String

    init(tool: String, arguments: JSONValue) {
      self.tool = tool
      // In the framework's spelling, so that the entry made of the call is the same tokens as the call.
      self.arguments = (try? GeneratedContent(json: arguments.text()))?.jsonString ?? arguments.text()
    }
  }

  case reasoning(String)
  case text(String)
  case structure(JSONValue)
  case calls([Call])
  case pause(Duration)
  case fail(ScriptedFailure)
}
