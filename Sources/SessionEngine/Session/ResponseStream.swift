import Transcripts

extension LanguageModelSession {
  /// An answer as it comes: snapshots, each with all there is so far (R1; API §1).
  ///
  /// The request begins with the call that makes the stream, and goes on whether or not somebody iterates. Snapshots are not queued:
  /// a slow reader gets the newest. Letting go of the stream, or breaking out of a loop over it, cancels the request (U4); `collect()` after a loop
  /// that came to its end gives the whole response.
  public struct ResponseStream<Content> where Content: Generable {
    private let feed: RequestFeed
    /// Cancels the request when the last copy of the stream is gone.
    private let hold: RequestHold

    init(feed: RequestFeed) {
      self.feed = feed
      hold = RequestHold(feed)
    }

    /// A stream of one snapshot, which is there already.
    init(outcome: RequestOutcome) {
      let feed = RequestFeed()
      feed.publish(outcome)
      feed.finish(.success(outcome))
      self.init(feed: feed)
    }

    /// The whole response, once it is there.
    ///
    /// - Throws: What `respond` would have thrown.
    public nonisolated(nonsending) func collect() async throws -> sending Response<Content> {
      defer { withExtendedLifetime(hold) {} }
      return try Response(outcome: try await feed.outcome())
    }

    /// The answer so far.
    public struct Snapshot {
      /// As much of the content as can be made of what is there.
      public var content: Content.PartiallyGenerated
      /// The same before it became `PartiallyGenerated`.
      public var rawContent: GeneratedContent
      /// What the request added to the transcript after its prompt, the last entry as far as it has come.
      public var transcriptEntries: ArraySlice<Transcript.Entry>
      /// Tokens so far.
      public var usage: Usage
    }
  }
}

extension LanguageModelSession.ResponseStream: AsyncSequence {
  /// A snapshot.
  public typealias Element = Snapshot
  @_implements(AsyncSequence,Failure)
  public typealias __AsyncSequence_Failure = any Error

  /// For one loop over the snapshots; each has all there is so far, so that several may run.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(feed: feed, streamHold: hold) }

  /// Gives the newest snapshot each time.
  public struct AsyncIterator: AsyncIteratorProtocol {
    /// A snapshot.
    public typealias Element = Snapshot
    @_implements(AsyncIteratorProtocol,Failure)
    public typealias __AsyncIteratorProtocol_Failure = any Error

    private let feed: RequestFeed
    private let streamHold: RequestHold
    /// Cancels the request when the loop is left before its end.
    private let hold: RequestHold
    private var seen = 0

    init(feed: RequestFeed, streamHold: RequestHold) {
      self.feed = feed
      self.streamHold = streamHold
      hold = RequestHold(feed)
    }

    /// The newest snapshot, once there is one that was not given yet; nil when the response is complete.
    ///
    /// - Throws: What ended the request.
    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> Snapshot? {
      while let (version, outcome) = try await feed.next(after: seen, isolation: actor) {
        seen = version
        // Content that cannot be made of what is there yet is waited for.
        guard let content = try? Content.PartiallyGenerated(outcome.content) else { continue }
        return Snapshot(
          content: content, rawContent: outcome.content, transcriptEntries: outcome.entries,
          usage: outcome.usage)
      }
      return nil
    }
  }
}

/// Cancels a request when nobody holds it any more. A request that has ended is not bothered by it.
final class RequestHold: Sendable {
  private let feed: RequestFeed

  init(_ feed: RequestFeed) { self.feed = feed }

  deinit { feed.cancel() }
}
