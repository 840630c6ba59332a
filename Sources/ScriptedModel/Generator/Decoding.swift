import PrefixCache
import Tokenizers
import Transcripts

/// Writes an answer token by token: each takes its time, is held by the cache, and is told.
struct Decoding {
  /// Tokens written, reasoning among them.
  private(set) var output = 0
  private(set) var reasoning = 0

  private let items: [AnswerItem]
  private var generation: ScriptedGenerator.Run
  private let limit: Int
  private let tokenizer = BytePairTokenizer.stemma
  /// Bytes of a character whose last token has not come yet.
  private var pending: [UInt8] = []
  private var calls = 0

  /// - Parameter limit: Tokens after which the answer is cut, reasoning not counted.
  init(_ items: [AnswerItem], run: ScriptedGenerator.Run, limit: Int) {
    self.items = items
    generation = run
    self.limit = max(0, limit)
  }

  private var isCut: Bool { output - reasoning >= limit }

  /// - Throws: `ScriptedFailure`, `CancellationError`, and what `emit` throws.
  mutating func run(
    _ generator: ScriptedGenerator, _ emit: (ScriptedGenerator.Step) async throws -> Void
  ) async throws {
    var index = 0
    while index < items.count {
      switch items[index] {
      case .reasoning(let text):
        for id in expect([(.text, text)], of: .reasoning, generator)[0] {
          let piece = try await decode(id, generator)
          reasoning += 1
          try await emit(.reasoning(piece, tokens: 1))
        }
      case .text:
        let joined = JoinedText(items, from: index)
        try await write(joined, generator, emit)
        index = joined.next - 1
      case .structure(let value):
        for id in expect([(.structure, value.text())], of: .response, generator)[0] where !isCut {
          try await emit(.text(try await decode(id, generator), tokens: 1))
        }
      case .calls(let calls): try await write(calls, generator, emit)
      case .pause(let duration): try await generation.pacer.pass(duration)
      case .fail(let failure): throw failure
      }
      if isCut { return }
      index += 1
    }
  }

  private mutating func write(
    _ joined: JoinedText, _ generator: ScriptedGenerator,
    _ emit: (ScriptedGenerator.Step) async throws -> Void
  ) async throws {
    var pauses = joined.pauses[...]
    var written = 0
    for id in expect([(.text, joined.text)], of: .response, generator)[0] where !isCut {
      while let pause = pauses.first, pause.byte <= written {
        try await generation.pacer.pass(pause.duration)
        pauses.removeFirst()
      }
      written += tokenizer.bytes(of: id).count
      try await emit(.text(try await decode(id, generator), tokens: 1))
    }
  }

  private mutating func write(
    _ calls: [AnswerItem.Call], _ generator: ScriptedGenerator,
    _ emit: (ScriptedGenerator.Step) async throws -> Void
  ) async throws {
    let ids = expect(
      calls.flatMap { [(.callName, $0.tool), (.arguments, $0.arguments)] }, of: .toolCalls, generator)
    for (index, call) in calls.enumerated() {
      // The same request makes the same ids, and another request other ones: a transform may send the same words twice.
      let id = call.id ?? "call-" + String(generation.callSeed >> 32, radix: 16) + "-\(self.calls)"
      self.calls += 1
      for token in ids[2 * index] where !isCut { _ = try await decode(token, generator) }
      // A name that is cut off is no call.
      if isCut { return }
      try await emit(.toolCall(id: id, name: call.tool, arguments: "", tokens: ids[2 * index].count))
      for token in ids[2 * index + 1] where !isCut {
        let piece = try await decode(token, generator)
        try await emit(.toolCall(id: id, name: call.tool, arguments: piece, tokens: 1))
      }
    }
  }

  /// Tells the cache what comes next, and gives the tokens of each part.
  private func expect(
    _ parts: [(role: EntryParts.Role, text: String)], of kind: EntryKind, _ generator: ScriptedGenerator
  ) -> [[Int32]] {
    let ids = parts.map { tokenizer.encode($0.text) }
    let block = TokenBlock(answer: zip(parts, ids).map { ($0.role, $1) }, kind: kind)
    generator.withCache(of: generation) { $0.append(block) }
    return ids
  }

  /// One token: waits for it, holds it, and gives the text that it completes.
  private mutating func decode(_ id: Int32, _ generator: ScriptedGenerator) async throws -> String {
    let size = generator.configuration.contextSize
    let used = generation.found.input + output
    guard used < size else {
      throw ScriptedFailure.contextSizeExceeded(contextSize: size, tokenCount: used + 1)
    }
    let rate = generator.configuration.decodeRate
    try await generation.pacer.pass(ScriptedModelConfiguration.cost(of: 1, at: rate))
    generator.withCache(of: generation) { $0.feed(1) }
    output += 1
    pending += tokenizer.bytes(of: id)
    return takeWholeCharacters()
  }

  /// The characters whose bytes are all there.
  private mutating func takeWholeCharacters() -> String {
    var end = pending.count
    // The last lead byte says whether its character is complete.
    if let lead = pending.lastIndex(where: { $0 & 0xC0 != 0x80 }), pending[lead] >= 0xC0 {
      let length = pending[lead] >= 0xF0 ? 4 : pending[lead] >= 0xE0 ? 3 : 2
      if pending.count - lead < length { end = lead }
    }
    defer { pending.removeFirst(end) }
    return String(decoding: pending[..<end], as: UTF8.self)
  }
}

/// Texts that stand in a row in an answer, with the pauses between them: one text, for it is cut into tokens as one.
private struct JoinedText {
  var text = ""
  /// Pauses before the token that begins at or after a byte.
  var pauses: [(byte: Int, duration: Duration)] = []
  /// The first item that does not belong to it.
  var next: Int

  init(_ items: [AnswerItem], from start: Int) {
    next = start
    var waiting: [Duration] = []
    var index = start
    scan: while index < items.count {
      switch items[index] {
      case .text(let piece):
        pauses += waiting.map { (text.utf8.count, $0) }
        waiting = []
        text += piece
        // A pause that no text follows is none of this text's.
        next = index + 1
      case .pause(let duration): waiting.append(duration)
      default: break scan
      }
      index += 1
    }
  }
}
