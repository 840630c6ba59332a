import FoundationEssentials

/// Tells one piece of generated content from another, and stays the same while the piece grows (API §11).
///
/// Content that was generated under an id gives its properties and elements ids that follow from it and from where they
/// stand, so that the third element of a list keeps its identity from one snapshot of a stream to the next.
public struct GenerationID: Sendable, Hashable {
  private let root: UUID
  private var path: [Place] = []

  enum Place: Sendable, Hashable {
    case property(String)
    case element(Int)
  }

  /// A new id, equal to no other.
  public init() { root = UUID() }

  func at(_ place: Place) -> GenerationID {
    var copy = self
    copy.path.append(place)
    return copy
  }
}
