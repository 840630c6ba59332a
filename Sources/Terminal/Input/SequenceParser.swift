/// Reads one key, mouse report or run of text from the beginning of some bytes.
struct SequenceParser {
  let bytes: ArraySlice<UInt8>
  let known: [[UInt8]: Key]

  struct Step {
    /// Bytes used.
    var count: Int
    var events: [TerminalEvent] = []
    var startsPaste = false
  }

  private static let escape: UInt8 = 0x1B

  private func byte(_ offset: Int) -> UInt8? {
    let index = bytes.startIndex + offset
    return index < bytes.endIndex ? bytes[index] : nil
  }

  /// The next step, or nil when only more bytes can tell. With `isFinal` there will be no more.
  func next(isFinal: Bool) -> Step? {
    guard let first = byte(0) else { return nil }
    if first == Self.escape {
      if let step = knownKey(isFinal: isFinal) { return step.count == 0 ? nil : step }
      return escapeSequence(isFinal: isFinal)
    }
    if first < 0x20 || first == 0x7F {
      return Step(count: 1, events: [.key(Self.controlKey(first))])
    }
    return text(isFinal: isFinal)
  }

  // MARK: text and single bytes

  private func text(isFinal: Bool) -> Step? {
    let run = bytes.prefix { $0 >= 0x20 && $0 != 0x7F }
    let whole = isFinal || run.endIndex < bytes.endIndex ? run.count : Self.wholeUTF8(run)
    guard whole > 0 else { return nil }
    let characters = String(decoding: run.prefix(whole), as: UTF8.self)
    let keys = characters.filter { character in
      // Bytes that are no UTF-8, and controls in two bytes, are no keys.
      character != "\u{FFFD}"
        && !character.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
    return Step(count: whole, events: keys.map { .key(.character($0)) })
  }

  /// How many of the bytes do not belong to a character that is cut off at the end.
  private static func wholeUTF8(_ run: ArraySlice<UInt8>) -> Int {
    guard let lead = run.suffix(4).lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return run.count }
    let needed =
      switch run[lead] {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    return run.endIndex - lead < needed ? lead - run.startIndex : run.count
  }

  static func controlKey(_ byte: UInt8) -> Key {
    switch byte {
    case 0x00: Key(.character(" "), .control)
    case 0x08, 0x7F: Key(.backspace)
    case 0x09: Key(.tab)
    case 0x0A, 0x0D: Key(.enter)
    case 0x1B: Key(.escape)
    case 0x01...0x1A: Key(.character(Character(Unicode.Scalar(byte + 0x60))), .control)
    // Ctrl-\ Ctrl-] Ctrl-^ Ctrl-_
    default: Key(.character(Character(Unicode.Scalar(byte + 0x40))), .control)
    }
  }

  // MARK: sequences

  /// A key of the terminfo table; a count of 0 says that it may still become one.
  private func knownKey(isFinal: Bool) -> Step? {
    var mayBecome = false
    var best: (count: Int, key: Key)?
    for (sequence, key) in known {
      if bytes.starts(with: sequence) {
        if sequence.count > best?.count ?? 0 { best = (sequence.count, key) }
      } else if !isFinal, bytes.count > 1, sequence.starts(with: bytes) {
        mayBecome = true
      }
    }
    if let best { return Step(count: best.count, events: [.key(best.key)]) }
    return mayBecome ? Step(count: 0) : nil
  }

  private func escapeSequence(isFinal: Bool) -> Step? {
    let alone = Step(count: 1, events: [.key(Key(.escape))])
    guard let second = byte(1) else { return isFinal ? alone : nil }
    switch second {
    case UInt8(ascii: "["):
      if let step = controlSequence() { return step }
      return isFinal ? altKey() : nil
    case UInt8(ascii: "O"):
      if let step = applicationKey() { return step }
      return isFinal ? altKey() : nil
    case Self.escape:
      // Escape before a sequence is Alt with that key; Escape twice is Escape twice.
      let rest = SequenceParser(bytes: bytes.dropFirst(), known: known)
      guard let step = rest.next(isFinal: isFinal) else { return nil }
      guard case .key(var key)? = step.events.first, step.count > 1, step.events.count == 1 else {
        return alone
      }
      key.modifiers.formUnion(.alt)
      return Step(count: step.count + 1, events: [.key(key)])
    default: return altKey()
    }
  }

  /// ESC and a character.
  private func altKey() -> Step? {
    guard let second = byte(1) else { return nil }
    if second < 0x20 || second == 0x7F {
      var key = Self.controlKey(second)
      key.modifiers.formUnion(.alt)
      return Step(count: 2, events: [.key(key)])
    }
    let length = second >= 0xF0 ? 4 : second >= 0xE0 ? 3 : second >= 0xC0 ? 2 : 1
    let encoded = bytes.dropFirst().prefix(length)
    guard encoded.count == length else { return nil }
    guard let character = String(decoding: encoded, as: UTF8.self).first, character != "\u{FFFD}" else {
      return Step(count: 1 + length)
    }
    return Step(count: 1 + length, events: [.key(Key(.character(character), .alt))])
  }

  /// ESC O and a letter: keys in application mode (SS3).
  private func applicationKey() -> Step? {
    guard let third = byte(2) else { return nil }
    let code: Key.Code? =
      switch third {
      case UInt8(ascii: "M"): .enter
      case UInt8(ascii: "j")...UInt8(ascii: "y"):
        // The keypad: j is *, y is 9, as their codes less 0x40.
        .character(Character(Unicode.Scalar(third - 0x40)))
      case UInt8(ascii: "a"): .up
      case UInt8(ascii: "b"): .down
      case UInt8(ascii: "c"): .right
      case UInt8(ascii: "d"): .left
      default: Self.letterKey(third)
      }
    guard let code else { return Step(count: 3) }
    // rxvt: small letters are the arrows with Control.
    let isControl = (UInt8(ascii: "a")...UInt8(ascii: "d")).contains(third)
    return Step(count: 3, events: [.key(Key(code, isControl ? .control : []))])
  }

  /// ESC [ parameters and a final byte (ECMA-48 5.4).
  private func controlSequence() -> Step? {
    guard let third = byte(2) else { return nil }
    if third == UInt8(ascii: "M") { return oldMouse() }
    if third == UInt8(ascii: "[") {
      // Linux console: F1 to F5.
      guard let letter = byte(3) else { return nil }
      let number = Int(letter) - 0x40
      return Step(count: 4, events: (1...5).contains(number) ? [.key(Key(.function(number)))] : [])
    }
    var length = 2
    while let next = byte(length), (0x20...0x3F).contains(next) {
      // rxvt ends Shift with a dollar, which elsewhere is no final byte.
      if next == UInt8(ascii: "$"), let key = Self.tildeKey(Array(bytes.dropFirst(2).prefix(length - 2))) {
        return Step(count: length + 1, events: [.key(Key(key, .shift))])
      }
      // No sequence of a keyboard is this long; something else is being sent.
      if length > 64 { return Step(count: length) }
      length += 1
    }
    guard let last = byte(length) else { return nil }
    let parameters = bytes.dropFirst(2).prefix(length - 2)
    // A byte that cannot end a sequence begins the next thing.
    guard (0x40...0x7E).contains(last) else { return Step(count: length) }
    return interpret(parameters, last, count: length + 1)
  }

  private func interpret(_ parameters: ArraySlice<UInt8>, _ last: UInt8, count: Int) -> Step {
    if parameters.first == UInt8(ascii: "<") {
      let event = Self.mouse(parameters.dropFirst(), isRelease: last == UInt8(ascii: "m"))
      return Step(count: count, events: event.map { [$0] } ?? [])
    }
    // Private parameters: the terminal answers a question that somebody else asked.
    if let first = parameters.first, (0x3C...0x3F).contains(first) { return Step(count: count) }
    let numbers = Self.numbers(parameters)
    if last == UInt8(ascii: "~"), numbers.first == 200 { return Step(count: count, startsPaste: true) }
    var modifiers = Self.modifiers(numbers.count > 1 ? numbers[1] : 1)
    var code: Key.Code?
    switch last {
    case UInt8(ascii: "~") where numbers.first == 27 && numbers.count == 3:
      return Step(count: count, events: Self.coded(numbers[2], modifiers))
    case UInt8(ascii: "u"):
      return Step(count: count, events: Self.coded(numbers.first ?? 0, modifiers))
    case UInt8(ascii: "~"): code = Self.tildeKey(Array(parameters))
    case UInt8(ascii: "^"):
      code = Self.tildeKey(Array(parameters))
      modifiers.formUnion(.control)
    case UInt8(ascii: "@"):
      code = Self.tildeKey(Array(parameters))
      modifiers.formUnion([.control, .shift])
    case UInt8(ascii: "a")...UInt8(ascii: "d") where parameters.isEmpty:
      code = Self.letterKey(last - 0x20)
      modifiers.formUnion(.shift)
    default: code = Self.letterKey(last)
    }
    return Step(count: count, events: code.map { [.key(Key($0, modifiers))] } ?? [])
  }

  // MARK: tables

  private static func letterKey(_ letter: UInt8) -> Key.Code? {
    switch letter {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(letter) - 0x4F)
    case UInt8(ascii: "Z"): .backTab
    default: nil
    }
  }

  private static func tildeKey(_ parameters: [UInt8]) -> Key.Code? {
    switch numbers(parameters[...]).first {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case let number? where (11...15).contains(number): .function(number - 10)
    case let number? where (17...21).contains(number): .function(number - 11)
    case let number? where (23...26).contains(number): .function(number - 12)
    case let number? where (28...29).contains(number): .function(number - 13)
    case let number? where (31...34).contains(number): .function(number - 14)
    default: nil
    }
  }

  /// A key given by its code point (xterm's modifyOtherKeys, and `CSI u`).
  private static func coded(_ code: Int, _ modifiers: Key.Modifiers) -> [TerminalEvent] {
    guard let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init) else { return [] }
    if code < 0x20 || code == 0x7F {
      var key = controlKey(UInt8(code))
      if key.code == .tab, modifiers.contains(.shift) {
        return [.key(Key(.backTab, modifiers.subtracting(.shift)))]
      }
      key.modifiers.formUnion(modifiers)
      return [.key(key)]
    }
    // Shift is already in the character.
    return [.key(Key(.character(Character(scalar)), modifiers.subtracting(.shift)))]
  }

  private static func modifiers(_ parameter: Int) -> Key.Modifiers {
    guard (2...16).contains(parameter) else { return [] }
    // One more than bits: 1 Shift, 2 Alt, 4 Control, 8 Meta, which is Alt on today's keyboards.
    let bits = UInt8(parameter - 1)
    var modifiers = Key.Modifiers(rawValue: bits & 7)
    if bits & 8 != 0 { modifiers.formUnion(.alt) }
    return modifiers
  }

  /// Numbers between semicolons; what follows a colon (sub-parameters) is left out.
  private static func numbers(_ parameters: ArraySlice<UInt8>) -> [Int] {
    parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { part in
      part.prefix { $0 != UInt8(ascii: ":") }.reduce(0) { sum, digit in
        (0x30...0x39).contains(digit) && sum < 10_000_000 ? sum * 10 + Int(digit - 0x30) : sum
      }
    }
  }

  // MARK: mouse

  /// ESC [ M and three bytes, each 32 more than its number.
  private func oldMouse() -> Step? {
    guard let button = byte(3), let x = byte(4), let y = byte(5) else { return nil }
    let event = Self.mouse(Int(button) - 32, Int(x) - 32, Int(y) - 32, isRelease: false)
    return Step(count: 6, events: event.map { [$0] } ?? [])
  }

  private static func mouse(_ parameters: ArraySlice<UInt8>, isRelease: Bool) -> TerminalEvent? {
    let values = numbers(parameters)
    guard values.count == 3 else { return nil }
    return mouse(values[0], values[1], values[2], isRelease: isRelease)
  }

  /// Button bits: 0-1 which, 2 Shift, 3 Meta, 4 Control, 5 moved, 6 wheel, 7 further buttons (xterm, "Mouse
  /// Tracking").
  private static func mouse(_ bits: Int, _ x: Int, _ y: Int, isRelease: Bool) -> TerminalEvent? {
    guard bits >= 0, bits & 128 == 0, x > 0, y > 0 else { return nil }
    var modifiers: Key.Modifiers = []
    if bits & 4 != 0 { modifiers.formUnion(.shift) }
    if bits & 8 != 0 { modifiers.formUnion(.alt) }
    if bits & 16 != 0 { modifiers.formUnion(.control) }
    let kind: Mouse.Kind
    switch (bits & 64 != 0, bits & 32 != 0, bits & 3) {
    case (true, _, 0): kind = .wheelUp
    case (true, _, 1): kind = .wheelDown
    case (true, _, _): return nil
    case (false, true, 3): return nil
    case (false, true, _): kind = .drag
    case (false, false, 3): kind = .release
    case (false, false, _) where isRelease: kind = .release
    case (false, false, let button): kind = .press(button == 0 ? .left : button == 1 ? .middle : .right)
    }
    return .mouse(Mouse(position: Point(x: x - 1, y: y - 1), kind: kind, modifiers: modifiers))
  }
}
