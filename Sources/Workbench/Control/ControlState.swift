/// What can be steered in a live session, and how it stands.
public struct ControlState: Sendable, Hashable {
  /// Whether a request is being answered.
  public var isResponding: Bool
  public var variables: [Variable]
  /// Consent requests that wait for an answer, the oldest first.
  public var consents: [Consent]
  public var models: [Model]
  public var script: Script?

  /// A state variable of the session.
  public struct Variable: Sendable, Hashable {
    public var name: String
    public var value: String
    /// The values it may have; empty where any text will do.
    public var choices: [String]

    public init(name: String, value: String, choices: [String] = []) {
      self.name = name
      self.value = value
      self.choices = choices
    }
  }

  /// Something that the session may not do unasked.
  public struct Consent: Sendable, Hashable {
    public var id: String
    /// What is asked, as one line.
    public var question: String

    public init(id: String, question: String) {
      self.id = id
      self.question = question
    }
  }

  /// A model that the session may use: whether it can be reached, and what its quota says.
  public struct Model: Sendable, Hashable {
    public var name: String
    public var availability: String
    public var availabilityChoices: [String]
    /// Nil for a model without a quota.
    public var quota: String?
    public var quotaChoices: [String]

    public init(
      name: String, availability: String, availabilityChoices: [String] = [], quota: String? = nil,
      quotaChoices: [String] = []
    ) {
      self.name = name
      self.availability = availability
      self.availabilityChoices = availabilityChoices
      self.quota = quota
      self.quotaChoices = quotaChoices
    }
  }

  /// Prompts and events that were written down beforehand.
  public struct Script: Sendable, Hashable {
    /// The next prompt or event in words; nil at the end.
    public var next: String?
    public var done: Int
    public var count: Int
    /// Whether steps are done one after the other without being asked for.
    public var isRunning: Bool

    public init(next: String?, done: Int, count: Int, isRunning: Bool = false) {
      self.next = next
      self.done = done
      self.count = count
      self.isRunning = isRunning
    }
  }

  public init(
    isResponding: Bool = false, variables: [Variable] = [], consents: [Consent] = [], models: [Model] = [],
    script: Script? = nil
  ) {
    self.isResponding = isResponding
    self.variables = variables
    self.consents = consents
    self.models = models
    self.script = script
  }
}
