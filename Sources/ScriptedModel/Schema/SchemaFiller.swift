import Transcripts

/// Makes a value that obeys a schema (the subset of JSON Schema that `GenerationSchema` can express).
///
/// What goes in is taken from the prompt where it fits (quoted texts, numbers, words that an enumeration has), and else chosen by
/// the seed: the same request gives the same value. Recursive schemas are followed for a few levels and then ended in the
/// shortest way there is. What cannot be filled validly is an error, never a value that breaks a rule.
struct SchemaFiller {
  /// Levels of nesting after which everything is kept as short as the schema allows.
  private static let comfortableDepth = 5
  /// Values in one answer; more than a window holds.
  private static let maximumValues = 5_000
  /// Nesting beyond this is refused: each level costs stack.
  private static let maximumDepth = 100
  /// References in a row that lead to no value.
  private static let maximumReferences = 64

  let root: JSONValue
  let name: String?
  var hints: PromptHints
  var numbers: SeededNumbers
  private var heights: SchemaHeights
  private var values = 0

  init(_ schema: GenerationSchema, hints: PromptHints, seed: UInt64) {
    root = schema.json
    name = schema.name.isEmpty ? nil : schema.name
    self.hints = hints
    numbers = SeededNumbers(seed: seed)
    heights = SchemaHeights(root)
  }

  /// A value for the whole schema.
  ///
  /// - Throws: `ScriptedFailure.unsupportedGenerationGuide`.
  mutating func value() throws(ScriptedFailure) -> JSONValue {
    guard heights.height(of: root) != nil else {
      throw fault("the schema leads to itself again and again, and to no value")
    }
    return try value(for: root, named: name ?? "", depth: 0)
  }

  private mutating func value(
    for schema: JSONValue, named label: String, depth: Int
  ) throws(ScriptedFailure) -> JSONValue {
    values += 1
    guard values <= Self.maximumValues else {
      throw fault("the schema asks for more than \(Self.maximumValues) values")
    }
    guard depth <= Self.maximumDepth else {
      throw fault("values nested deeper than \(Self.maximumDepth) levels")
    }
    let schema = try resolved(schema)
    if let constant = schema["const"] { return constant }
    if let choices = schema["enum"]?.arrayValue { return try choice(of: choices) }
    if let choices = (schema["anyOf"] ?? schema["oneOf"])?.arrayValue {
      return try value(for: try branch(of: choices, depth), named: label, depth: depth + 1)
    }
    if schema["allOf"] != nil { throw fault("“allOf” is no part of the schemas that can be filled") }
    switch try type(of: schema) {
    case "object": return try object(schema, depth)
    case "array": return try array(schema, label, depth)
    case "string": return .string(try text(schema, label))
    case "integer": return .number(try number(schema, whole: true))
    case "number": return .number(try number(schema, whole: false))
    case "boolean":
      return .bool(!(hints.mentions("no") || hints.mentions("without") || hints.mentions("off")))
    case "null": return .null
    case let other: throw fault("the type “\(JSON5Error.shown(other))” is not known")
    }
  }

  private func type(of schema: JSONValue) throws(ScriptedFailure) -> String {
    if let type = schema["type"]?.stringValue { return type }
    if let types = schema["type"]?.arrayValue?.compactMap(\.stringValue), let first = types.first {
      return types.first { $0 != "null" } ?? first
    }
    if schema["properties"] != nil { return "object" }
    if schema["items"] != nil { return "array" }
    if case .object(let members) = schema {
      return members.isEmpty || schema["pattern"] != nil ? "string" : "object"
    }
    throw fault("a schema that is no object")
  }

  /// Follows references to the schema they stand for.
  private func resolved(_ schema: JSONValue) throws(ScriptedFailure) -> JSONValue {
    var schema = schema
    for _ in 0..<Self.maximumReferences {
      guard let reference = schema["$ref"]?.stringValue else { return schema }
      guard let target = heights.target(of: reference) else {
        throw fault("the reference “\(JSON5Error.shown(reference))” leads nowhere")
      }
      schema = target
    }
    throw fault("references that lead to one another and to no value")
  }

  // MARK: Choices

  private mutating func choice(of choices: [JSONValue]) throws(ScriptedFailure) -> JSONValue {
    guard !choices.isEmpty else { throw fault("a choice between no values") }
    if let named = choices.first(where: { $0.stringValue.map(hints.mentions) ?? false }) { return named }
    return choices[numbers.below(choices.count)]
  }

  private mutating func branch(of choices: [JSONValue], _ depth: Int) throws(ScriptedFailure) -> JSONValue {
    let finite = choices.filter { heights.height(of: $0) != nil }
    guard !finite.isEmpty else { throw fault("a union without a branch that ends") }
    if depth >= Self.comfortableDepth {
      return finite.min { (heights.height(of: $0) ?? .max) < (heights.height(of: $1) ?? .max) } ?? finite[0]
    }
    let named = finite.first { branch in
      let title =
        branch["title"]?.stringValue
        ?? branch["$ref"]?.stringValue?.split(separator: "/").last.map(String.init)
      return title.map(hints.mentions) ?? false
    }
    if let named { return named }
    // Nothing is only said where there is nothing else to say.
    let telling = finite.filter { $0["type"]?.stringValue != "null" }
    let open = telling.isEmpty ? finite : telling
    return open[numbers.below(open.count)]
  }

  // MARK: Structures

  private mutating func object(_ schema: JSONValue, _ depth: Int) throws(ScriptedFailure) -> JSONValue {
    let properties = schema["properties"]?.objectValue ?? []
    let required = Set((schema["required"]?.arrayValue ?? []).compactMap(\.stringValue))
    let order = (schema["x-order"]?.arrayValue ?? []).compactMap(\.stringValue)
    var members: [JSONValue.Member] = []
    var done: Set<String> = []
    for key in order + properties.map(\.key) where done.insert(key).inserted {
      guard let property = schema["properties"]?[key] else { continue }
      if !required.contains(key) {
        guard depth < Self.comfortableDepth, heights.height(of: property) != nil else { continue }
        // A property that may be missing is there unless it would only repeat the structure it stands in.
        if heights.isRecursive(property), depth > 0 { continue }
      }
      members.append(.init(key, try value(for: property, named: key, depth: depth + 1)))
    }
    for key in required where !done.contains(key) {
      throw fault("the property “\(JSON5Error.shown(key))” is required and not described")
    }
    return .object(members)
  }

  private mutating func array(
    _ schema: JSONValue, _ label: String, _ depth: Int
  ) throws(ScriptedFailure) -> JSONValue {
    let least = max(0, schema["minItems"]?.intValue ?? 0)
    let most = schema["maxItems"]?.intValue ?? .max
    guard least <= most else { throw fault("an array of at least \(least) and at most \(most) elements") }
    guard least <= Self.maximumValues else {
      throw fault("the schema asks for more than \(Self.maximumValues) values")
    }
    let items = schema["items"] ?? .object([])
    var count = least
    if depth < Self.comfortableDepth, heights.height(of: items) != nil,
      !(heights.isRecursive(items) && depth > 2)
    {
      // Nobody said how many: as many as the prompt asks for, or two.
      let wanted = least == most ? Double(least) : hints.takeNumber(in: 1...20, whole: true) ?? 2
      count = min(max(least, Int(wanted)), most)
    }
    var elements: [JSONValue] = []
    for _ in 0..<count { elements.append(try value(for: items, named: label, depth: depth + 1)) }
    return .array(elements)
  }

  // MARK: Plain values

  private mutating func text(_ schema: JSONValue, _ label: String) throws(ScriptedFailure) -> String {
    if let pattern = schema["pattern"]?.stringValue {
      do throws(PatternText.Fault) {
        let made = try PatternText(pattern)
        if let quote = hints.takeQuote(where: made.matches) { return quote }
        return try made.text(&numbers)
      } catch {
        throw fault("the pattern “\(JSON5Error.shown(pattern))”: \(error.reason)")
      }
    }
    if let quote = hints.takeQuote() { return quote }
    let phrase = hints.takePhrase() ?? Words.all(in: label).joined(separator: " ")
    guard let first = phrase.first else { return "text" }
    return first.uppercased() + phrase.dropFirst()
  }

  private mutating func number(_ schema: JSONValue, whole: Bool) throws(ScriptedFailure) -> Double {
    // Whole numbers beyond this are not exact as floating-point numbers.
    let reach = 9_007_199_254_740_991.0
    var low = -reach
    var high = reach
    if let minimum = schema["minimum"]?.doubleValue { low = max(low, minimum) }
    if let maximum = schema["maximum"]?.doubleValue { high = min(high, maximum) }
    let step = whole ? 1.0 : 0.0
    if let bound = schema["exclusiveMinimum"]?.doubleValue {
      low = max(low, whole ? bound.rounded(.down) + step : bound.nextUp)
    }
    if let bound = schema["exclusiveMaximum"]?.doubleValue {
      high = min(high, whole ? bound.rounded(.up) - step : bound.nextDown)
    }
    if whole {
      low = low.rounded(.up)
      high = high.rounded(.down)
    }
    guard low <= high else { throw fault("no number is at least \(low) and at most \(high)") }
    if let said = hints.takeNumber(in: low...high, whole: whole) { return said }
    let isBoundBelow = low > -reach
    let isBoundAbove = high < reach
    if whole {
      let base = isBoundBelow ? low : min(1, high - 9)
      let top = min(high, base + 9)
      return base + Double(numbers.below(Int(top - base) + 1))
    }
    switch (isBoundBelow, isBoundAbove) {
    case (true, true):
      // In tenths of the way, which keeps the spelling short where the bounds are.
      let middle = low + (high - low) * Double(1 + numbers.below(9)) / 10
      return min(max(middle, low), high)
    case (true, false): return min(high, low.rounded(.up) + Double(numbers.below(10)) + 0.5)
    case (false, true): return max(low, high.rounded(.down) - Double(numbers.below(10)) - 0.5)
    case (false, false): return Double(1 + numbers.below(10)) + 0.5
    }
  }

  private func fault(_ message: String) -> ScriptedFailure {
    .unsupportedGenerationGuide(schemaName: name, message: message)
  }
}
