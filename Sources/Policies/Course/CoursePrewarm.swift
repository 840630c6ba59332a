/// A prewarm of a recorded session: what a policy has to choose from, and how far the model came with it.
struct CoursePrewarm {
  /// Without an inference: nothing is asked yet.
  var step: CourseStep
  /// The beginning of a prompt, which is the history's last entry, too; empty for a prewarm without.
  var prefix: CourseList
  /// Tokens that could be evaluated before a request came; nil for as many as there are.
  var limit: Int?
}
