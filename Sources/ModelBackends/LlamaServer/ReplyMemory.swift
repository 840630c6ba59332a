import Transcripts

/// The tokens of replies, as they were generated.
///
/// A reply that is tokenised from its text may come out as other tokens than the model chose, and then the cache is of no use from there on
/// (llama-server's most common surprise). So a reply that is known is put into the rendered prompt as its tokens: the template renders a mark in
/// its place, the prompt is cut at the marks, and the pieces between are tokenised.
struct ReplyMemory: Sendable {
  /// More are not kept: beyond it, the whole memory is begun anew.
  private static let capacity = 4_096

  private var replies: [String: [Int]] = [:]

  mutating func remember(_ reply: String, _ tokens: [Int]) {
    guard !reply.isEmpty, !tokens.isEmpty else { return }
    if replies.count >= Self.capacity { replies = [:] }
    replies[reply] = tokens
  }

  /// A plan whose known replies are marks.
  struct Marked: Sendable {
    var plan: LlamaPlan
    /// In the order of their marks.
    var replies: [(mark: String, tokens: [Int])]

    enum Part: Sendable, Hashable {
      case text(String)
      case reply([Int])
    }

    /// The prompt in its parts; nil when the template did something to a mark, so that the text has to do.
    func split(_ prompt: String) -> [Part]? {
      var parts: [Part] = []
      var rest = Substring(prompt)
      for (mark, tokens) in replies {
        guard let range = rest.firstRange(of: mark) else { return nil }
        parts.append(.text(String(rest[..<range.lowerBound])))
        parts.append(.reply(tokens))
        rest = rest[range.upperBound...]
        if rest.contains(mark) { return nil }
      }
      parts.append(.text(String(rest)))
      return parts
    }
  }

  func marking(_ plan: LlamaPlan) -> Marked {
    var marked = Marked(plan: plan, replies: [])
    let texts = plan.messages.compactMap { $0["content"]?.stringValue }
    var stem = "stemma-reply"
    while texts.contains(where: { $0.contains(stem) }) { stem += "-x" }
    for (index, message) in plan.messages.enumerated() {
      guard message["role"] == "assistant", message["tool_calls"] == nil,
        let text = message["content"]?.stringValue, let tokens = replies[text]
      else { continue }
      let mark = "\(stem)-\(marked.replies.count)-end"
      marked.plan.messages[index] = ["role": "assistant", "content": .string(mark)]
      marked.replies.append((mark, tokens))
    }
    return marked
  }
}
