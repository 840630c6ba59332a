/// Reads JSON5 in one pass over the text's scalars, counting lines and columns as it goes.
struct JSON5Parser {
  /// Nesting beyond this is refused: nobody writes it, and each level costs stack.
  static let maximumDepth = 200

  private let text: [Unicode.Scalar]
  private var index = 0
  private var line = 1
  private var column = 1
  private var depth = 0

  init(_ text: [Unicode.Scalar]) { self.text = text }

  /// The scalars of UTF-8 bytes; the error says where they are none.
  static func scalars(of bytes: some Sequence<UInt8>) throws(JSON5Error) -> [Unicode.Scalar] {
    var scalars: [Unicode.Scalar] = []
    var position = JSON5Node.Position(line: 1, column: 1)
    var iterator = bytes.makeIterator()
    var decoder = Unicode.UTF8.ForwardParser()
    while true {
      switch decoder.parseScalar(from: &iterator) {
      case .valid(let encoded):
        let scalar = Unicode.UTF8.decode(encoded)
        // A byte order mark takes no column in an editor.
        if scalars.isEmpty, position.column == 1, position.line == 1, scalar == "\u{FEFF}" { continue }
        scalars.append(scalar)
        if scalar == "\n" {
          position = JSON5Node.Position(line: position.line + 1, column: 1)
        } else {
          position.column += 1
        }
      case .error: throw JSON5Error("a byte sequence that is not UTF-8", at: position)
      case .emptyInput: return scalars
      }
    }
  }

  mutating func document() throws(JSON5Error) -> JSON5Node {
    if peek == "\u{FEFF}" { index += 1 }
    try skipBlanks()
    guard peek != nil else { throw fault("no value at all; a JSON5 text is one value, usually an object") }
    let node = try value()
    try skipBlanks()
    if let extra = peek {
      throw fault("“\(JSON5Error.shown(extra))” after the end of the value; a JSON5 text is one value")
    }
    return node
  }

  // MARK: Values

  private mutating func value() throws(JSON5Error) -> JSON5Node {
    let position = position
    guard let scalar = peek else { throw ending("where a value should stand") }
    switch scalar {
    case "{": return JSON5Node(.object(try object()), at: position)
    case "[": return JSON5Node(.array(try array()), at: position)
    case "\"", "'": return JSON5Node(.string(try string()), at: position)
    case "0"..."9", ".", "+", "-": return JSON5Node(.number(try number()), at: position)
    default: break
    }
    guard Self.beginsName(scalar) else {
      throw fault("“\(JSON5Error.shown(scalar))” where a value should stand")
    }
    let word = try name()
    switch word {
    case "null": return JSON5Node(.null, at: position)
    case "true": return JSON5Node(.bool(true), at: position)
    case "false": return JSON5Node(.bool(false), at: position)
    case "Infinity", "NaN": return JSON5Node(.number(word), at: position)
    default:
      throw JSON5Error(
        "“\(JSON5Error.shown(word))” where a value should stand; a text needs quotes", at: position)
    }
  }

  private mutating func object() throws(JSON5Error) -> [JSON5Node.Member] {
    let start = position
    try enter()
    defer { depth -= 1 }
    advance()
    var members: [JSON5Node.Member] = []
    var places: [String: JSON5Node.Position] = [:]
    while true {
      try skipBlanks()
      guard let scalar = peek else { throw ending("inside the object that begins at \(start)") }
      if scalar == "}" {
        advance()
        return members
      }
      let place = position
      let key = try key(scalar)
      if let first = places.updateValue(place, forKey: key) {
        throw JSON5Error(
          "the key “\(JSON5Error.shown(key))” stands here a second time; the first is at \(first)", at: place)
      }
      try skipBlanks()
      guard peek == ":" else {
        throw unexpected("“:” after the key “\(JSON5Error.shown(key))”", inside: start)
      }
      advance()
      try skipBlanks()
      members.append(JSON5Node.Member(key: key, keyPosition: place, value: try value()))
      try skipBlanks()
      if peek == "," {
        advance()
      } else if peek != "}" {
        throw unexpected("“,” or “}”", inside: start)
      }
    }
  }

  private mutating func key(_ scalar: Unicode.Scalar) throws(JSON5Error) -> String {
    if scalar == "\"" || scalar == "'" { return try string() }
    guard Self.beginsName(scalar) else {
      throw fault("“\(JSON5Error.shown(scalar))” where a key or “}” should stand")
    }
    return try name()
  }

  private mutating func array() throws(JSON5Error) -> [JSON5Node] {
    let start = position
    try enter()
    defer { depth -= 1 }
    advance()
    var elements: [JSON5Node] = []
    while true {
      try skipBlanks()
      guard let scalar = peek else { throw ending("inside the array that begins at \(start)") }
      if scalar == "]" {
        advance()
        return elements
      }
      elements.append(try value())
      try skipBlanks()
      if peek == "," {
        advance()
      } else if peek != "]" {
        throw unexpected("“,” or “]”", inside: start)
      }
    }
  }

  private mutating func enter() throws(JSON5Error) {
    depth += 1
    if depth > Self.maximumDepth { throw fault("nesting deeper than \(Self.maximumDepth) levels") }
  }

  /// An unquoted key, or a word where a value should stand (ECMAScript 5.1's identifier names).
  private mutating func name() throws(JSON5Error) -> String {
    var out = String.UnicodeScalarView()
    while let scalar = peek {
      if scalar == "\\" {
        let place = position
        advance()
        guard peek == "u" else { throw JSON5Error("an escape in a name is “\\u” and four digits", at: place) }
        advance()
        let unit = try hexadecimal(4, place)
        guard let named = Unicode.Scalar(unit),
          out.isEmpty ? Self.beginsName(named) : Self.continuesName(named),
          named != "\\"
        else { throw JSON5Error("an escape of a character that no name may hold", at: place) }
        out.append(named)
      } else if out.isEmpty ? Self.beginsName(scalar) : Self.continuesName(scalar) {
        out.append(scalar)
        advance()
      } else {
        break
      }
    }
    return String(out)
  }

  private static func beginsName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "$", "_", "\\": return true
    default: break
    }
    guard !scalar.isASCII else { return false }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber:
      return true
    default: return false
    }
  }

  private static func continuesName(_ scalar: Unicode.Scalar) -> Bool {
    if beginsName(scalar) || ("0"..."9").contains(scalar) || scalar == "\u{200C}" || scalar == "\u{200D}" {
      return true
    }
    guard !scalar.isASCII else { return false }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: return true
    default: return false
    }
  }

  // MARK: Strings

  private mutating func string() throws(JSON5Error) -> String {
    let start = position
    let quote = peek
    advance()
    var out = String.UnicodeScalarView()
    while let scalar = peek {
      if scalar == quote {
        advance()
        return String(out)
      }
      if scalar == "\\" {
        try escape(into: &out)
      } else if scalar == "\n" || scalar == "\r" {
        throw fault(
          "the line ends inside the text that begins at \(start); close it, or end the line with “\\”")
      } else {
        out.append(scalar)
        advance()
      }
    }
    throw ending("inside the text that begins at \(start)")
  }

  private mutating func escape(into out: inout String.UnicodeScalarView) throws(JSON5Error) {
    let place = position
    advance()
    guard let letter = peek else { throw ending("inside a text") }
    switch letter {
    case "b": out.append("\u{8}")
    case "f": out.append("\u{C}")
    case "n": out.append("\n")
    case "r": out.append("\r")
    case "t": out.append("\t")
    case "v": out.append("\u{B}")
    case "x", "u":
      advance()
      var unit = try hexadecimal(letter == "x" ? 2 : 4, place)
      if (0xD800..<0xDC00).contains(unit), peek == "\\", index + 1 < text.count, text[index + 1] == "u" {
        advance()
        advance()
        let low = try hexadecimal(4, place)
        guard (0xDC00..<0xE000).contains(low) else {
          throw JSON5Error("half of a surrogate pair, which is no character", at: place)
        }
        unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(unit) else {
        throw JSON5Error("half of a surrogate pair, which is no character", at: place)
      }
      out.append(scalar)
      return
    case "0":
      advance()
      if let next = peek, ("0"..."9").contains(next) {
        throw JSON5Error("an octal escape, which JSON5 does not have", at: place)
      }
      out.append("\0")
      return
    case "1"..."9":
      throw JSON5Error("“\\\(letter)” is no escape of JSON5", at: place)
    case "\n", "\r", "\u{2028}", "\u{2029}": break  // the text goes on in the next line
    default: out.append(letter)
    }
    advance()
  }

  private mutating func hexadecimal(_ digits: Int, _ place: JSON5Node.Position) throws(JSON5Error) -> UInt32 {
    var number: UInt32 = 0
    for _ in 0..<digits {
      guard let scalar = peek, let digit = Self.hexDigit(scalar) else {
        throw JSON5Error("an escape that needs \(digits) hexadecimal digits", at: place)
      }
      number = number << 4 | UInt32(digit)
      advance()
    }
    return number
  }

  private static func hexDigit(_ scalar: Unicode.Scalar) -> UInt64? {
    switch scalar {
    case "0"..."9": UInt64(scalar.value - 0x30)
    case "a"..."f": UInt64(scalar.value - 0x61 + 10)
    case "A"..."F": UInt64(scalar.value - 0x41 + 10)
    default: nil
    }
  }

  // MARK: Numbers

  /// The number in the spelling of JSON.
  private mutating func number() throws(JSON5Error) -> String {
    let start = position
    var sign = ""
    if peek == "+" || peek == "-" {
      if peek == "-" { sign = "-" }
      advance()
    }
    if let scalar = peek, Self.beginsName(scalar) {
      let word = try name()
      guard word == "Infinity" || word == "NaN" else {
        throw JSON5Error("“\(JSON5Error.shown(word))” after a sign; a number should stand here", at: start)
      }
      return word == "NaN" ? word : sign + word
    }
    if peek == "0", index + 1 < text.count, text[index + 1] == "x" || text[index + 1] == "X" {
      advance()
      advance()
      return sign + String(try hexadecimalNumber(start))
    }
    let whole = digits()
    if whole.count > 1, whole.first == "0" {
      throw JSON5Error("a number that begins with 0; write it without, or as 0x…", at: start)
    }
    var out = sign + (whole.isEmpty ? "0" : whole)
    var fraction = ""
    if peek == "." {
      advance()
      fraction = digits()
      if !fraction.isEmpty { out += "." + fraction }
    }
    guard !(whole.isEmpty && fraction.isEmpty) else { throw JSON5Error("a number without digits", at: start) }
    if peek == "e" || peek == "E" {
      advance()
      var exponent = "e"
      if peek == "+" || peek == "-" {
        if peek == "-" { exponent += "-" }
        advance()
      }
      let power = digits()
      guard !power.isEmpty else { throw JSON5Error("an exponent without digits", at: start) }
      out += exponent + power
    }
    if let next = peek, Self.continuesName(next) || next == "." {
      throw fault("“\(JSON5Error.shown(next))” right after a number")
    }
    guard let double = Double(out), double.isFinite else {
      throw JSON5Error("a number too large for 64-bit floating point", at: start)
    }
    return out
  }

  private mutating func hexadecimalNumber(_ start: JSON5Node.Position) throws(JSON5Error) -> UInt64 {
    var number: UInt64 = 0
    var count = 0
    while let scalar = peek, let digit = Self.hexDigit(scalar) {
      guard number >> 60 == 0 else { throw JSON5Error("a hexadecimal number over 64 bits", at: start) }
      number = number << 4 | digit
      count += 1
      advance()
    }
    guard count > 0 else { throw JSON5Error("a hexadecimal number without digits", at: start) }
    if let next = peek, Self.continuesName(next) || next == "." {
      throw fault("“\(JSON5Error.shown(next))” right after a number")
    }
    return number
  }

  private mutating func digits() -> String {
    var out = String.UnicodeScalarView()
    while let scalar = peek, ("0"..."9").contains(scalar) {
      out.append(scalar)
      advance()
    }
    return String(out)
  }

  // MARK: Moving on

  private var peek: Unicode.Scalar? { index < text.count ? text[index] : nil }
  private var position: JSON5Node.Position { JSON5Node.Position(line: line, column: column) }

  private mutating func advance() {
    let scalar = text[index]
    index += 1
    let isBreak: Bool =
      switch scalar {
      case "\n", "\u{2028}", "\u{2029}": true
      case "\r": peek != "\n"  // of CR LF, the second ends the line
      default: false
      }
    if isBreak {
      line += 1
      column = 1
    } else {
      column += 1
    }
  }

  private mutating func skipBlanks() throws(JSON5Error) {
    while let scalar = peek {
      if scalar == "/" {
        try skipComment()
      } else if Self.isBlank(scalar) {
        advance()
      } else {
        return
      }
    }
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case " ", "\t", "\n", "\r", "\u{B}", "\u{C}", "\u{A0}", "\u{FEFF}", "\u{2028}", "\u{2029}": true
    default: !scalar.isASCII && scalar.properties.generalCategory == .spaceSeparator
    }
  }

  private mutating func skipComment() throws(JSON5Error) {
    let start = position
    advance()
    if peek == "/" {
      while let scalar = peek, !["\n", "\r", "\u{2028}", "\u{2029}"].contains(scalar) { advance() }
    } else if peek == "*" {
      advance()
      while peek != nil {
        if peek == "*", index + 1 < text.count, text[index + 1] == "/" {
          advance()
          advance()
          return
        }
        advance()
      }
      throw ending("inside the comment that begins at \(start)")
    } else {
      throw JSON5Error("“/” that begins no comment", at: start)
    }
  }

  // MARK: Faults

  private func fault(_ message: String) -> JSON5Error { JSON5Error(message, at: position) }

  private func ending(_ place: String) -> JSON5Error { fault("the text ends \(place)") }

  private func unexpected(_ wanted: String, inside start: JSON5Node.Position) -> JSON5Error {
    guard let scalar = peek else { return ending("inside what begins at \(start)") }
    return fault("“\(JSON5Error.shown(scalar))” where \(wanted) should stand")
  }
}
