import Transcripts

/// A text with places to fill in: `Fold the ${craft} in ${arguments.steps} steps`.
///
/// A place is a state variable, `arguments.NAME` of the tool call at hand, or one of these with a number:
/// `${arguments.inches * 2.54}`.
struct ScenarioTemplate: Sendable, Hashable {
  enum Piece: Sendable, Hashable {
    case text(String)
    case place(Source, Calculation?)
  }

  enum Source: Sendable, Hashable {
    case variable(String)
    case argument(String)
  }

  struct Calculation: Sendable, Hashable {
    var sign: Character
    var number: Double

    func of(_ value: Double) -> Double {
      switch sign {
      case "+": value + number
      case "-": value - number
      case "*": value * number
      default: value / number
      }
    }
  }

  var pieces: [Piece]

  /// A text without places.
  init(text: String) { pieces = [.text(text)] }

  /// The filled-in text. An argument that the model left out is an empty text.
  func text(value: (String) -> ScenarioValue, arguments: JSONValue = .null) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): return text
      case .place(let source, let calculation):
        let found: ScenarioValue =
          switch source {
          case .variable(let name): value(name)
          case .argument(let name): Self.value(of: arguments[name])
          }
        guard let calculation, let number = found.number else { return found.description }
        // Two digits are enough for what a person reads.
        let result = (calculation.of(number) * 100).rounded() / 100
        return ScenarioValue.number(result).description
      }
    }.joined()
  }

  private static func value(of json: JSONValue?) -> ScenarioValue {
    switch json {
    case nil, .null: .text("")
    case .string(let text): .text(text)
    case .bool(let bool): .bool(bool)
    case .number(let text): Double(text).map(ScenarioValue.number) ?? .text(text)
    case .some(let other): .text(other.text())
    }
  }
}

extension ScenarioTemplate {
  /// - Parameter arguments: whether there is a tool call at hand.
  init(_ node: JSON5Node, _ names: ScenarioNames, arguments: Bool = false) throws(JSON5Error) {
    var rest = try node.string("a text")[...]
    pieces = []
    while let start = rest.range(ofPlace: "${") {
      if start.lowerBound > rest.startIndex {
        pieces.append(.text(String(rest[..<start.lowerBound])))
      }
      guard let end = rest[start.upperBound...].firstIndex(of: "}") else {
        throw node.fault("a place that begins with ${ and has no } in this text")
      }
      pieces.append(try Self.place(String(rest[start.upperBound..<end]), node, names, arguments))
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty || pieces.isEmpty { pieces.append(.text(String(rest))) }
  }

  private static func place(
    _ text: String, _ node: JSON5Node, _ names: ScenarioNames, _ arguments: Bool
  ) throws(JSON5Error) -> Piece {
    let words = text.split(separator: " ").map(String.init)
    var calculation: Calculation?
    if words.count == 3, ["+", "-", "*", "/"].contains(words[1]), let number = Double(words[2]),
      number != 0 || words[1] != "/"
    {
      calculation = Calculation(sign: Character(words[1]), number: number)
    } else if words.count != 1 {
      throw node.fault(
        "“${\(JSON5Error.shown(text))}” is no place; write ${name}, ${arguments.name} or ${name * 2}")
    }
    if words[0].hasPrefix("arguments.") {
      guard arguments else { throw node.fault("there are no arguments here: no tool was called") }
      return .place(.argument(String(words[0].dropFirst("arguments.".count))), calculation)
    }
    return .place(.variable(try names.variable(words[0], at: node.position).name), calculation)
  }
}

extension Substring {
  fileprivate func range(ofPlace mark: String) -> Range<Index>? {
    var index = startIndex
    while index < endIndex {
      if self[index...].hasPrefix(mark) { return index..<self.index(index, offsetBy: mark.count) }
      index = self.index(after: index)
    }
    return nil
  }
}
