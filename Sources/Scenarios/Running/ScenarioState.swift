/// What a person who drives a scenario sees and may choose, at one moment.
public struct ScenarioState: Sendable, Hashable {
  /// The state variables, in the order of the file.
  public var variables: [Variable] = []
  /// Tools that wait for a yes or a no, the oldest first.
  public var consents: [Consent] = []
  /// The models that the scenario names, in the order of the file.
  public var models: [Model] = []
  /// True from a prompt to its answer, its error, or its cancellation.
  public var isResponding = false
  /// What `runNextStep` would do, in words; nil at the end of the script.
  public var nextStep: String?
  /// The next prompt of the script, if there is one yet: what an empty prompt line offers.
  public var nextPrompt: String?
  /// Steps done and in all.
  public var stepsDone = 0
  /// All steps of the script.
  public var stepCount = 0
  /// The words of the last request's error; nil when it ended well, or was cancelled by the person.
  public var failure: String?

  public init() {}

  /// One session property that the scenario declares.
  public struct Variable: Sendable, Hashable, Identifiable {
    /// As the file calls it.
    public var name: String
    /// As text: `tutorial`, `3`, `true`.
    public var value: String
    /// What it may be; nil for free text and numbers.
    public var choices: [String]?

    public var id: String { name }

    public init(name: String, value: String, choices: [String]?) {
      self.name = name
      self.value = value
      self.choices = choices
    }
  }

  /// A tool call that asks before it does something (001 §4).
  public struct Consent: Sendable, Hashable, Identifiable {
    /// Unique in the run: `consent-1`.
    public var id: String
    /// The tool that asks.
    public var tool: String
    /// What is asked, one line.
    public var question: String

    public init(id: String, tool: String, question: String) {
      self.id = id
      self.tool = tool
      self.question = question
    }
  }

  /// A model of the scenario and the states that it can be put into.
  public struct Model: Sendable, Hashable, Identifiable {
    /// As the file calls it.
    public var name: String
    /// `available`, or why it isn't.
    public var availability: String
    /// What it can be.
    public var availabilities: [String]
    /// Nil for a model without a quota.
    public var quota: String?
    /// What it can be; empty for a model without a quota.
    public var quotas: [String]

    public var id: String { name }

    public init(
      name: String, availability: String, availabilities: [String], quota: String?, quotas: [String]
    ) {
      self.name = name
      self.availability = availability
      self.availabilities = availabilities
      self.quota = quota
      self.quotas = quotas
    }
  }
}
