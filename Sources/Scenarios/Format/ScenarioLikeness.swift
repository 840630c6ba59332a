import Transcripts

extension JSON5Node {
  /// A scenario that says `like: 'craft'` has what it does not say itself from that one, which comes with the program.
  func likeAnother() throws(JSON5Error) -> JSON5Node {
    guard let own = members, let like = self["like"] else { return self }
    let name = try like.string("the name of a scenario that comes along")
    guard let shipped = ShippedScenario.named(name) else {
      throw like.fault(
        "there is no scenario “\(JSON5Error.shown(name))”; there are "
          + ShippedScenario.all.map(\.name).joined(separator: ", "))
    }
    let other = try JSON5Node(parsing: shipped.json5).members ?? []
    var said = Set(own.map(\.key) + ["name", "about", "like"])
    // One model and several are two ways to say the same.
    if said.contains("model") || said.contains("models") { said.formUnion(["model", "models"]) }
    return JSON5Node(.object(own + other.filter { !said.contains($0.key) }), at: position)
  }
}
