import PrefixCache
import Transcripts

/// Something that a session did, announced in order to the session's observers.
///
/// The engine's only way out: it knows neither files nor screens. Nothing is built for a session without observers.
public struct SessionEvent: Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z, by the session's clock.
  public var at: Int64
  /// What it was.
  public var kind: Kind

  /// With these parts.
  public init(at: Int64, kind: Kind) {
    self.at = at
    self.kind = kind
  }

  /// What can happen.
  public enum Kind: Sendable {
    /// The first event of every session: its transcript as it begins.
    case started(Transcript)
    /// The transcript changed, whoever changed it.
    case transcript(TranscriptChange)
    /// A request began; its prompt is in the transcript already.
    case requestStarted(RequestStart)
    case requestEnded(RequestEnd)
    /// A model is prepared for the next request (R9).
    case prewarmStarted(PrewarmStart)
    case prewarmEnded(PrewarmEnd)
    /// Another persona is active from now on (P6, P7).
    case profileActivated(ProfileActivation)
    case inferenceStarted(InferenceStart)
    case inferenceProgressed(InferenceProgress)
    case inferenceEnded(InferenceEnd)
    /// A hook of the profile returned, or threw.
    case hook(HookRun)
    case toolStarted(Transcript.ToolCall)
    /// A tool returned, or threw.
    case toolEnded(ToolEnd)
    /// A session property was written.
    case property(PropertyChange)
    /// The session is gone.
    case ended
  }
}

/// Who announces: one session, and the tool call that made it if a tool did (001 §3).
public struct SessionIdentity: Sendable, Hashable {
  /// Unique in the process.
  public var id: String
  /// What the program calls it: `SessionConfiguration.title`.
  public var title: String
  /// Nil for a session that no tool made.
  public var parent: Parent?

  /// The call that made a session.
  public struct Parent: Sendable, Hashable {
    /// The parent session's `id`.
    public var session: String
    /// The id of the parent's tool call that was running.
    public var toolCall: String

    /// With these parts.
    public init(session: String, toolCall: String) {
      self.session = session
      self.toolCall = toolCall
    }
  }

  /// With these parts.
  public init(id: String, title: String, parent: Parent? = nil) {
    self.id = id
    self.title = title
    self.parent = parent
  }
}

/// Hears what a session does.
public protocol SessionObserver: Sendable {
  /// Called in order, and never twice at once, for one session; calls for different sessions may meet. The session waits for it.
  func observe(_ event: SessionEvent, of session: SessionIdentity)
}

/// A change of a transcript as a splice: at `position`, `removed` entries went and `inserted` came.
public struct TranscriptChange: Sendable {
  /// Why a transcript changes.
  public enum Cause: String, Sendable {
    case prompt, response, reasoning
    case toolCalls = "tool-calls"
    case toolOutput = "tool-output"
    /// The leading instructions entry was rendered anew and differs.
    case instructions
    /// `history` or `transcript` was assigned, by a hook or from outside.
    case history
    /// The error policy took the request back.
    case reverted
    /// The error policy kept an entry that was not finished.
    case partial
  }

  /// Why.
  public var cause: Cause
  /// Where, 0-based.
  public var position: Int
  /// How many entries went.
  public var removed: Int
  /// The entries that came.
  public var inserted: [Transcript.Entry]
  /// Entries after the change.
  public var count: Int

  /// With these parts.
  public init(
    cause: Cause, position: Int, removed: Int, inserted: [Transcript.Entry], count: Int
  ) {
    self.cause = cause
    self.position = position
    self.removed = removed
    self.inserted = inserted
    self.count = count
  }
}

/// A request that began.
public struct RequestStart: Sendable {
  /// 1-based within the session.
  public var number: Int
  /// The prompt's entry.
  public var prompt: Transcript.Prompt

  /// With these parts.
  public init(number: Int, prompt: Transcript.Prompt) {
    self.number = number
    self.prompt = prompt
  }
}

/// A request that ended.
public struct RequestEnd: Sendable {
  /// How a request can end.
  public enum Outcome: Sendable {
    case completed
    case cancelled
    case failed(RequestFailure)
  }

  /// The request's number.
  public var number: Int
  /// How it ended.
  public var outcome: Outcome

  /// With these parts.
  public init(number: Int, outcome: Outcome) {
    self.number = number
    self.outcome = outcome
  }
}

/// A persona that became the active one.
public struct ProfileActivation: Sendable {
  /// The persona's identity: the path through the profile's body, such as `0.Profile` (P7).
  public var identity: String
  /// For people: the innermost named profile type, or the branch.
  public var name: String
  /// The name of the persona that was left; nil for the first.
  public var previous: String?

  /// With these parts.
  public init(identity: String, name: String, previous: String? = nil) {
    self.identity = identity
    self.name = name
    self.previous = previous
  }
}

/// An inference that begins: what is sent to which model, and why like this.
public struct InferenceStart: Sendable {
  /// 1-based within the session.
  public var number: Int
  /// The request's number.
  public var request: Int
  /// The model's name: `scripted`, `system`, …
  public var model: String
  /// Tokens; nil when the model does not tell.
  public var contextSize: Int?
  /// The persona's name (`ProfileActivation.name`).
  public var profile: String
  /// What the model is sent: after the transforms, the enabled tools' definitions in the leading instructions entry.
  public var sent: [Transcript.Entry]
  /// Entries of the session's transcript at this moment.
  public var transcriptCount: Int
  /// Names of the tools enabled for this inference.
  public var tools: [String]
  /// Every option that somebody set.
  public var options: [ResolvedOption]

  /// With these parts.
  public init(
    number: Int, request: Int, model: String, contextSize: Int?, profile: String, sent: [Transcript.Entry],
    transcriptCount: Int, tools: [String], options: [ResolvedOption]
  ) {
    self.number = number
    self.request = request
    self.model = model
    self.contextSize = contextSize
    self.profile = profile
    self.sent = sent
    self.transcriptCount = transcriptCount
    self.tools = tools
    self.options = options
  }
}

/// One option as it was resolved, and which level set it (P3).
public struct ResolvedOption: Sendable, Hashable {
  /// The modifier's name: `temperature`, `toolCallingMode`, …
  public var name: String
  /// As text: `0.7`, `required`.
  public var value: String
  /// `call`, `modifier 2 of 3 on Tutorial`, `session`, `default`.
  public var level: String

  /// With these parts.
  public init(name: String, value: String, level: String) {
    self.name = name
    self.value = value
    self.level = level
  }
}

/// What is known of an inference while it runs. Sent at most some sixty times a second.
public struct InferenceProgress: Sendable {
  /// The number of `InferenceStart`.
  public var inference: Int
  /// Tokens of the whole request, once the backend has told them.
  public var input: Quantity?
  /// Of these, reused from the prefix cache.
  public var reused: Quantity?
  /// Prefilled so far, the reused ones not among them.
  public var prefilled: Int
  /// Decoded so far; above zero once the first token has come.
  public var decoded: Int
  /// The entries that are growing, as far as they have come.
  public var partial: [Transcript.Entry]

  /// With these parts.
  public init(
    inference: Int, input: Quantity? = nil, reused: Quantity? = nil, prefilled: Int = 0, decoded: Int = 0,
    partial: [Transcript.Entry] = []
  ) {
    self.inference = inference
    self.input = input
    self.reused = reused
    self.prefilled = prefilled
    self.decoded = decoded
    self.partial = partial
  }
}

/// An inference that ended, and what it took.
public struct InferenceEnd: Sendable {
  /// The number of `InferenceStart`.
  public var inference: Int
  /// Tokens of the whole request.
  public var input: Quantity?
  /// Of these, reused from the prefix cache.
  public var reused: Quantity?
  /// Of these, prefilled.
  public var prefilled: Quantity?
  /// Tokens decoded.
  public var output: Quantity?
  /// Of these, spent on reasoning.
  public var reasoning: Quantity?
  /// When the first token came, as `SessionEvent.at`; nil when none did.
  public var firstToken: Int64?
  /// What prefill and decoding took in the server, as it measured itself; milliseconds. Nil for one that does not tell.
  public var prefillTime: Quantity?
  public var decodeTime: Quantity?
  /// Names of the tools called, in call order.
  public var calls: [String]
  /// `stop`, `tool-calls`, `length`, `error`, `cancelled`.
  public var finish: String
  /// The words of what ended it before its end.
  public var error: String?
  /// What the backend says of its cache, where it reused another number of tokens than it could have.
  public var remark: CacheRemark?

  /// With these parts.
  public init(
    inference: Int, input: Quantity? = nil, reused: Quantity? = nil, prefilled: Quantity? = nil,
    output: Quantity? = nil, reasoning: Quantity? = nil, firstToken: Int64? = nil,
    prefillTime: Quantity? = nil, decodeTime: Quantity? = nil, calls: [String] = [],
    finish: String, error: String? = nil, remark: CacheRemark? = nil
  ) {
    self.inference = inference
    self.input = input
    self.reused = reused
    self.prefilled = prefilled
    self.output = output
    self.reasoning = reasoning
    self.firstToken = firstToken
    (self.prefillTime, self.decodeTime) = (prefillTime, decodeTime)
    self.calls = calls
    self.finish = finish
    self.error = error
    self.remark = remark
  }
}

/// A hook that ran.
public struct HookRun: Sendable {
  /// `onPrompt`, `onActivate`, …
  public var name: String
  /// The persona whose hook it is.
  public var profile: String
  /// The words of what it threw.
  public var error: String?

  /// With these parts.
  public init(name: String, profile: String, error: String? = nil) {
    self.name = name
    self.profile = profile
    self.error = error
  }
}

/// A tool that ended.
public struct ToolEnd: Sendable {
  /// The call that was made.
  public var call: Transcript.ToolCall
  /// Nil when it threw.
  public var output: Transcript.ToolOutput?
  /// The words of what it threw.
  public var error: String?

  /// With these parts.
  public init(call: Transcript.ToolCall, output: Transcript.ToolOutput?, error: String? = nil) {
    self.call = call
    self.output = output
    self.error = error
  }
}

/// A session property that was written.
public struct PropertyChange: Sendable {
  /// The property's name, such as `lookups`.
  public var name: String
  /// As text.
  public var value: String

  /// With these parts.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}
