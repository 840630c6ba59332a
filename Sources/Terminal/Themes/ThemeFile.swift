/// Reads the JSON of a theme.
///
/// How this works: the document is read into plain values, then taken up key by key with the path of each
/// (`roles.accent.256`), so that a mistake is told with its key, line and column. A key that nothing asked for is a mistake too: a misspelt
/// role would else silently keep its old colour.
struct ThemeFile {
  let file: String
  private let bytes: [UInt8]
  private var places: [String: JSONReader.Place] = [:]

  /// `file` is named in errors.
  init(file: String, bytes: [UInt8]) {
    self.file = file
    self.bytes = bytes
  }

  /// The theme that the text describes.
  mutating func theme() throws(ThemeError) -> Theme {
    var reader = JSONReader(bytes)
    let document: JSONValue
    do {
      document = try reader.read()
    } catch {
      throw ThemeError(file: file, at: error.place, fault: .syntax(error.message))
    }
    places = reader.places
    guard case .object(let top) = document else {
      throw bad("", document, "an object")
    }
    try allow(["name", "description", "dark", "extends", "roles", "personas", "kinds"], in: top, path: "")
    var theme = try base(top)
    theme.name = try string(top, "name") ?? theme.name
    if theme.name.isEmpty { throw missing("name") }
    theme.description = try string(top, "description") ?? theme.description
    switch top["dark"] {
    case nil where top["extends"] != nil: break
    case nil: throw missing("dark")
    case .bool(let dark): theme.isDark = dark
    case let other?: throw bad("dark", other, "true or false")
    }
    try readRoles(top, into: &theme)
    try readKinds(top, into: &theme)
    try readPersonas(top, into: &theme)
    return theme
  }

  private func base(_ top: [String: JSONValue]) throws(ThemeError) -> Theme {
    guard let name = try string(top, "extends") else {
      return Theme(name: "", description: "", isDark: true, roles: [:], kinds: [:], personas: [])
    }
    guard let source = BuiltInThemes.sources.first(where: { $0.name == name }) else {
      throw bad("extends", .string(name), "one of \(BuiltInThemes.names.joined(separator: ", "))")
    }
    var builtIn = ThemeFile(file: name, bytes: Array(source.json.utf8))
    return try builtIn.theme()
  }

  private func readRoles(_ top: [String: JSONValue], into theme: inout Theme) throws(ThemeError) {
    let values = try object(top, "roles")
    try allow(Theme.Role.allCases.map(\.rawValue), in: values, path: "roles.")
    for role in Theme.Role.allCases {
      let key = "roles.\(role.rawValue)"
      if let value = values[role.rawValue] {
        theme.roles[role] = try entry(value, key, companion: role.isBackground ? "text" : "background")
      } else if theme.roles[role] == nil {
        throw missing(key)
      }
    }
  }

  private func readKinds(_ top: [String: JSONValue], into theme: inout Theme) throws(ThemeError) {
    let values = try object(top, "kinds")
    try allow(Theme.Kind.allCases.map(\.rawValue), in: values, path: "kinds.")
    for kind in Theme.Kind.allCases {
      let key = "kinds.\(kind.rawValue)"
      if let value = values[kind.rawValue] {
        theme.kinds[kind] = try entry(value, key, companion: "background")
      } else if theme.kinds[kind] == nil {
        throw missing(key)
      }
    }
  }

  private func readPersonas(_ top: [String: JSONValue], into theme: inout Theme) throws(ThemeError) {
    switch top["personas"] {
    case nil where theme.personas.isEmpty: throw missing("personas")
    case nil: return
    case .array(let values) where values.count >= 3:
      theme.personas = []
      for (index, value) in values.enumerated() {
        theme.personas.append(try persona(value, "personas[\(index)]", ground: theme.color(.background)))
      }
    case .array(let values)?: throw bad("personas", .array(values), "at least three colours")
    case let other?: throw bad("personas", other, "an array of colours")
    }
  }

  private func persona(
    _ value: JSONValue, _ key: String, ground: Color
  ) throws(ThemeError) -> Theme.Persona {
    var value = value
    var band: Theme.Entry?
    if case .object(var members) = value {
      if let given = members.removeValue(forKey: "band") {
        band = try entry(given, key + ".band", companion: "text")
      }
      value = .object(members)
    }
    let own = try entry(value, key, companion: "background")
    let tint = own.color.mixed(into: ground, amount: 0.28)
    return Theme.Persona(
      entry: own,
      band: band ?? Theme.Entry(color: tint.neighbours(index256: nil, index16: nil, mono: .reverse)))
  }

  /// `"#7cc7ff"`, `"bright-blue"`, or an object with `color` and what else belongs to it.
  private func entry(
    _ value: JSONValue, _ key: String, companion: String
  ) throws(ThemeError) -> Theme.Entry {
    guard case .object(let members) = value else {
      return Theme.Entry(color: try color(value, key))
    }
    try allow(["color", "256", "16", "mono", "attributes", companion], in: members, path: key + ".")
    var entry = Theme.Entry(color: try color(value, key, extra: ["attributes", companion]))
    entry.attributes = try attributes(members["attributes"], key + ".attributes") ?? []
    if let other = members[companion] { entry.companion = try color(other, key + "." + companion) }
    return entry
  }

  private func color(
    _ value: JSONValue, _ key: String, extra: [String] = []
  ) throws(ThemeError) -> Color {
    switch value {
    case .string(let text):
      if text == "default" { return .default }
      if let index = Palette.names.firstIndex(of: text) {
        return .rgb(Palette.ansi16[index])
          .neighbours(index256: .some(UInt8(index)), index16: .some(UInt8(index)), mono: nil)
      }
      guard let color = Color(hex: text), text.first == "#" else {
        throw bad(key, value, "\"#rrggbb\", \"default\" or one of the sixteen names such as \"bright-blue\"")
      }
      return color
    case .object(let members):
      try allow(["color", "256", "16", "mono"] + extra, in: members, path: key + ".")
      guard let main = members["color"], case .string = main else {
        throw missing(key + ".color")
      }
      return try color(main, key + ".color").neighbours(
        index256: try index(members["256"], key + ".256", in: 0...255),
        index16: try index(members["16"], key + ".16", in: 0...15),
        mono: try attributes(members["mono"], key + ".mono"))
    default:
      throw bad(
        key, value, "a colour: \"#rrggbb\" or {\"color\": \"#rrggbb\", \"256\": 75, \"16\": \"blue\"}")
    }
  }

  /// A palette index, nil when the key is absent, `.some(nil)` for the terminal's default.
  private func index(
    _ value: JSONValue?, _ key: String, in range: ClosedRange<Int>
  ) throws(ThemeError) -> UInt8?? {
    switch value {
    case nil: return nil
    case .string("default"): return .some(nil)
    case .string(let name):
      guard let index = Palette.names.firstIndex(of: name) else { break }
      return UInt8(index)
    case .number(let number):
      guard let index = Int(exactly: number), range.contains(index) else { break }
      return UInt8(index)
    default: break
    }
    throw bad(key, value ?? .null, "\(range.lowerBound) to \(range.upperBound), a colour name or \"default\"")
  }

  private func attributes(_ value: JSONValue?, _ key: String) throws(ThemeError) -> Attributes? {
    let names: [JSONValue]
    switch value {
    case nil: return nil
    case .array(let list): names = list
    case let single?: names = [single]
    }
    var result: Attributes = []
    for name in names {
      guard case .string(let text) = name,
        let attribute = Attributes.names.first(where: { $0.name == text })?.attribute
      else { throw bad(key, name, Attributes.names.map(\.name).joined(separator: ", ")) }
      result.formUnion(attribute)
    }
    return result
  }
}

extension ThemeFile {
  fileprivate func bad(_ key: String, _ value: JSONValue, _ expected: String) -> ThemeError {
    ThemeError(
      file: file, at: places[key],
      fault: .badValue(key: key.isEmpty ? "the document" : key, found: value.shown, expected: expected))
  }

  /// A missing key is told with the place of what it is missing from.
  fileprivate func missing(_ key: String) -> ThemeError {
    let parent = key.lastIndex(of: ".").map { String(key[..<$0]) } ?? ""
    return ThemeError(file: file, at: places[parent], fault: .missing(key: key))
  }

  fileprivate func string(_ top: [String: JSONValue], _ key: String) throws(ThemeError) -> String? {
    switch top[key] {
    case nil: return nil
    case .string(let text): return text
    case let other?: throw bad(key, other, "a string")
    }
  }

  fileprivate func object(
    _ top: [String: JSONValue], _ key: String
  ) throws(ThemeError) -> [String: JSONValue] {
    switch top[key] {
    case nil: return [:]
    case .object(let members): return members
    case let other?: throw bad(key, other, "an object")
    }
  }

  fileprivate func allow(
    _ keys: [String], in members: [String: JSONValue], path: String
  ) throws(ThemeError) {
    for key in members.keys.sorted() where !keys.contains(key) {
      let nearest = keys.min { key.editDistance(to: $0) < key.editDistance(to: $1) }
      let isNear = nearest.map { key.editDistance(to: $0) <= 2 } ?? false
      throw ThemeError(
        file: file, at: places[path + key],
        fault: .unknownKey(key: DisplayText.safe(path + key), nearest: isNear ? nearest : nil))
    }
  }
}

extension String {
  /// How many letters must be added, dropped or changed to make one word of the other.
  fileprivate func editDistance(to other: String) -> Int {
    let target = Array(other)
    var row = Array(0...target.count)
    for (i, letter) in enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for j in target.indices {
        let substitution = diagonal + (letter == target[j] ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = Swift.min(substitution, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[target.count]
  }
}
