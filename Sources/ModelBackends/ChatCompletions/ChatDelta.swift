import Transcripts

/// One thing that an event of a chat completion tells.
enum ChatDelta: Sendable, Hashable {
  case text(String)
  case reasoning(String)
  /// Opaque words by which the server recognises its reasoning.
  case signature(String)
  /// Words of a model that declines.
  case refusal(String)
  /// A piece of a call's arguments; the first of a call may be empty.
  case call(id: String, name: String, arguments: String)
  /// llama.cpp's progress through the prompt: tokens of it, reused, done so far with the reused ones.
  case progress(total: Int, reused: Int, processed: Int)
  case usage(ReportedUsage)
  /// Why the model stopped, as the server spells it.
  case finish(String)
}
