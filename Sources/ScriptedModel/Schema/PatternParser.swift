import Transcripts

/// Reads the part of the syntax of regular expressions that `PatternText` can write texts of.
struct PatternParser {
  typealias Node = PatternText.Node
  typealias Fault = PatternText.Fault

  private static let maximumDepth = 50
  private static let maximumRepeats = 1_000

  private let text: [Unicode.Scalar]
  private var index = 0
  private var depth = 0

  init(_ pattern: String) { text = Array(pattern.unicodeScalars) }

  mutating func pattern() throws(Fault) -> Node {
    let node = try alternatives()
    guard index == text.count else { throw Fault(reason: "a “)” too many") }
    return node
  }

  private var peek: Unicode.Scalar? { index < text.count ? text[index] : nil }

  private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar else { return false }
    index += 1
    return true
  }

  private mutating func alternatives() throws(Fault) -> Node {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { throw Fault(reason: "groups nested too deep") }
    var choices = [try sequence()]
    while skip("|") { choices.append(try sequence()) }
    return choices.count == 1 ? choices[0] : .choice(choices)
  }

  private mutating func sequence() throws(Fault) -> Node {
    var nodes: [Node] = []
    while let scalar = peek, scalar != "|", scalar != ")" {
      guard let node = try atom() else { continue }
      nodes.append(try quantified(node))
    }
    return .sequence(nodes)
  }

  /// Nil for what matches no character: an anchor.
  private mutating func atom() throws(Fault) -> Node? {
    let scalar = text[index]
    index += 1
    switch scalar {
    case "^", "$": return nil
    case ".": return .set([0x20...0x7E])
    case "(": return try group()
    case "[": return .set(try characterClass())
    case "\\": return try escape()
    case "*", "+", "?": throw Fault(reason: "a repetition of nothing")
    default: return .set([scalar.value...scalar.value])
    }
  }

  private mutating func group() throws(Fault) -> Node {
    if skip("?") {
      if skip(":") {
        // Only a group.
      } else if skip("P") || peek == "<" {
        guard skip("<"), let first = peek, first != "=", first != "!" else {
          throw Fault(reason: "look-around is beyond what can be filled")
        }
        while let scalar = peek, scalar != ">" { index += scalar == ")" ? text.count : 1 }
        guard skip(">") else { throw Fault(reason: "a group’s name without an end") }
      } else {
        throw Fault(reason: "look-around and options are beyond what can be filled")
      }
    }
    let node = try alternatives()
    guard skip(")") else { throw Fault(reason: "a group without an end") }
    return node
  }

  private mutating func quantified(_ node: Node) throws(Fault) -> Node {
    var least = 1
    var most = 1
    switch peek {
    case "*": (least, most) = (0, .max)
    case "+": (least, most) = (1, .max)
    case "?": (least, most) = (0, 1)
    case "{":
      guard let bounds = try repeats() else { return node }
      (least, most) = bounds
      index -= 1  // at the closing brace, as at the one character of the others
    default: return node
    }
    index += 1
    // Lazy or possessive: that changes what is matched first, not what matches.
    if peek == "?" || peek == "+" { index += 1 }
    guard least <= Self.maximumRepeats else {
      throw Fault(reason: "more than \(Self.maximumRepeats) repetitions")
    }
    return .repeated(node, least: least, most: most)
  }

  /// `{n}`, `{n,}`, `{n,m}` or `{,m}`; the index is behind the closing brace afterwards.
  private mutating func repeats() throws(Fault) -> (Int, Int)? {
    index += 1
    let least = digits()
    var most = least
    if skip(",") { most = digits() ?? .max }
    guard skip("}"), least != nil || most != nil else { throw Fault(reason: "a “{” that is no repetition") }
    guard (least ?? 0) <= (most ?? 0) else {
      throw Fault(reason: "a repetition whose bounds are the wrong way round")
    }
    return (least ?? 0, most ?? .max)
  }

  private mutating func digits() -> Int? {
    var number: Int?
    while let scalar = peek, ("0"..."9").contains(scalar) {
      number = min((number ?? 0) * 10 + Int(scalar.value - 0x30), 1 << 40)
      index += 1
    }
    return number
  }

  // MARK: Classes

  private static let digit: [ClosedRange<UInt32>] = [0x30...0x39]
  private static let word: [ClosedRange<UInt32>] = [0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x5F...0x5F]
  private static let blank: [ClosedRange<UInt32>] = [0x20...0x20]

  private mutating func escape() throws(Fault) -> Node? {
    guard let letter = peek else { throw Fault(reason: "a “\\” at the end") }
    switch letter {
    case "b", "B", "A", "z", "Z", "G":
      index += 1
      return nil
    case "1"..."9", "k": throw Fault(reason: "back references are beyond what can be filled")
    default: return .set(try escapedSet())
    }
  }

  /// The characters of an escape; the index is at the letter.
  private mutating func escapedSet() throws(Fault) -> [ClosedRange<UInt32>] {
    let letter = text[index]
    index += 1
    switch letter {
    case "d": return Self.digit
    case "w": return Self.word
    case "s": return Self.blank
    case "h": return Self.blank
    case "D": return Self.complement(of: Self.digit)
    case "W": return Self.complement(of: Self.word)
    case "S": return Self.complement(of: Self.blank)
    case "t": return [0x09...0x09]
    case "n": return [0x0A...0x0A]
    case "r": return [0x0D...0x0D]
    case "x": return try hexadecimal(2)
    case "u": return try hexadecimal(4)
    case "p": return try property()
    case "a"..."z", "A"..."Z", "0"..."9":
      throw Fault(reason: "“\\\(letter)” is beyond what can be filled")
    default: return [letter.value...letter.value]
    }
  }

  private mutating func hexadecimal(_ length: Int) throws(Fault) -> [ClosedRange<UInt32>] {
    let isBraced = skip("{")
    var digits = ""
    while let scalar = peek, isBraced || digits.count < length, let digit = Character(scalar).hexDigitValue {
      digits += String(digit, radix: 16)
      index += 1
    }
    guard isBraced ? skip("}") : digits.count == length, let value = UInt32(digits, radix: 16) else {
      throw Fault(reason: "an escape without its digits")
    }
    return [value...value]
  }

  private mutating func property() throws(Fault) -> [ClosedRange<UInt32>] {
    var name = ""
    guard skip("{") else { throw Fault(reason: "“\\p” without a name") }
    while let scalar = peek, scalar != "}" {
      name.unicodeScalars.append(scalar)
      index += 1
    }
    guard skip("}") else { throw Fault(reason: "“\\p{” without an end") }
    switch name {
    case "L", "Letter", "Alphabetic": return [0x61...0x7A, 0x41...0x5A]
    case "Ll", "Lowercase_Letter", "Lowercase": return [0x61...0x7A]
    case "Lu", "Uppercase_Letter", "Uppercase": return [0x41...0x5A]
    case "N", "Nd", "Number": return Self.digit
    case "P", "Punctuation": return [0x21...0x23, 0x2C...0x2F]
    default: throw Fault(reason: "“\\p{\(JSON5Error.shown(name))}” is beyond what can be filled")
    }
  }

  private mutating func characterClass() throws(Fault) -> [ClosedRange<UInt32>] {
    let isNegated = skip("^")
    var ranges: [ClosedRange<UInt32>] = []
    var isFirst = true
    while let scalar = peek, scalar != "]" || isFirst {
      isFirst = false
      let next = index + 1 < text.count ? text[index + 1] : nil
      if scalar == "[" || (scalar == "&" && next == "&") || (scalar == "-" && next == "-")
        || (scalar == "~" && next == "~")
      {
        throw Fault(reason: "classes made of classes are beyond what can be filled")
      }
      let low = try classMember()
      guard low.count == 1, low[0].count == 1, peek == "-", index + 1 < text.count, text[index + 1] != "]"
      else {
        ranges += low
        continue
      }
      index += 1
      let high = try classMember()
      guard high.count == 1, high[0].count == 1, low[0].lowerBound <= high[0].lowerBound else {
        throw Fault(reason: "a range of characters that is none")
      }
      ranges.append(low[0].lowerBound...high[0].lowerBound)
    }
    guard skip("]") else { throw Fault(reason: "a class without an end") }
    return isNegated ? Self.complement(of: ranges) : ranges
  }

  private mutating func classMember() throws(Fault) -> [ClosedRange<UInt32>] {
    let scalar = text[index]
    index += 1
    guard scalar == "\\" else { return [scalar.value...scalar.value] }
    guard peek != nil else { throw Fault(reason: "a “\\” at the end") }
    if peek == "b" {
      index += 1
      return [0x08...0x08]
    }
    return try escapedSet()
  }

  /// The printable ASCII characters outside of the ranges.
  private static func complement(of ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
    (0x20...0x7E).filter { value in !ranges.contains { $0.contains(value) } }.map { $0...$0 }
  }
}
