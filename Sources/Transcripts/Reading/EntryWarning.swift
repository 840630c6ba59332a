/// Something in an entry that a strict reader would refuse and we read around.
public enum EntryWarning: Sendable, Hashable {
  case notAnObject
  case unknownRole(String)
  case roleOfAnotherFormat(String, readAs: String)
  case unknownSegment(String)
  case missing(String)
  case wrongType(String, expected: String)
  case argumentsNotText
  case argumentsNotJSON
  case repeatedKey(String)
  case outputIDDiffers
  case unreadableImage
  /// A tool output that answers no call before it.
  case orphanToolOutput(String)
  /// A call id used by two calls.
  case repeatedCallID(String)

  /// The warning as one line, for people.
  public var message: String {
    switch self {
    case .notAnObject: "is not an object; kept as it is"
    case .unknownRole(let role): "has the unknown role “\(role)”; kept as it is"
    case .roleOfAnotherFormat(let role, let readAs):
      "has the role “\(role)”, not one of this format; read as \(readAs)"
    case .unknownSegment(let type): "has a segment of the unknown type “\(type)”; kept as it is"
    case .missing(let key): "has no “\(key)”; FoundationModels refuses to load it like this"
    case .wrongType(let key, let expected): "“\(key)” should be \(expected)"
    case .argumentsNotText: "a call's arguments are an object; the format wants them as a string of JSON"
    case .argumentsNotJSON: "a call's arguments are not JSON"
    case .repeatedKey(let key): "the key “\(key)” stands twice in one object; the last one counts"
    case .outputIDDiffers: "the tool output's id differs from its toolCallID"
    case .unreadableImage: "an image is not a data URL"
    case .orphanToolOutput(let tool): "the output of “\(tool)” answers no tool call before it"
    case .repeatedCallID(let id): "the tool call id \(id) was used before"
    }
  }
}
