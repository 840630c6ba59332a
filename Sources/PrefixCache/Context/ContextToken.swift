import Transcripts

/// One token as a model gets it: what it is, and whether a part of an entry begins with it.
///
/// A chat template puts marks between entries, so that a model tells a prompt from an answer of the same words. Those marks are
/// not known from a transcript and not counted (`RenderedEntry`); but they keep two such contexts apart, and so does the mark that a
/// part's first token carries here. Equal sequences are equal for the cache.
public struct ContextToken: Sendable, Hashable {
  private let bits: UInt32

  /// - Parameters:
  ///   - id: The token's id in its vocabulary, from 0 and below 2^24.
  ///   - opening: What begins with the token; nil inside of a part.
  public init(_ id: Int32, opening: (kind: EntryKind, role: EntryParts.Role)? = nil) {
    var mark: UInt32 = 0
    if let opening { mark = UInt32(Self.index(of: opening.kind)) << 4 | UInt32(opening.role.rawValue) }
    bits = UInt32(truncatingIfNeeded: id) & 0xFF_FFFF | mark << 24
  }

  public var id: Int32 { Int32(bits & 0xFF_FFFF) }

  /// True when a part of an entry begins with the token.
  public var opensPart: Bool { bits >> 24 != 0 }

  private static func index(of kind: EntryKind) -> Int {
    switch kind {
    case .instructions: 0
    case .prompt: 1
    case .response: 2
    case .reasoning: 3
    case .toolCalls: 4
    case .toolOutput: 5
    case .unknown: 6
    }
  }
}
