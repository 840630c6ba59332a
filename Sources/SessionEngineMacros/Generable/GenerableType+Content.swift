extension GenerableType {
  // MARK: From generated content

  /// Writes `init(_:)`, which stands in an extension: there the names of types around the type are out of sight, so that none is
  /// written and the compiler infers them all.
  func writeInit(to text: inout SwiftText) {
    text.block("nonisolated \(access)init(_ content: \(Names.content)) throws {") { text in
      switch shape {
      case .structure(let properties):
        for property in properties {
          if property.isIdentity {
            text.line("self.\(property.identifier) = content.id ?? \(Names.id)()")
          } else {
            text.line(
              "self.\(property.identifier) = try content.value(forProperty: \(property.name.literal))")
          }
        }
      case .choices(_, hasRawValues: true):
        text.line("let rawValue = try content.value(Swift.String.self)")
        text.block("guard let value = Self(rawValue: rawValue) else {") { text in
          writeThrow("rawValue", to: &text)
        }
        text.line("self = value")
      case .choices(let cases, hasRawValues: false):
        text.line("let name = try content.value(Swift.String.self)")
        writeSwitch(over: cases, to: &text) { "self = .\($0.identifier)" }
      case .union(let cases, _):
        text.line(
          "let name = try content.value(Swift.String.self, forProperty: \(EnumCase.discriminator.literal))")
        writeSwitch(over: cases, to: &text) { each in
          let values = each.values.map {
            "\($0.prefix)try content.value(forProperty: \($0.name.literal))"
          }
          return "self = .\(each.identifier)" + Self.list(values)
        }
      }
    }
  }

  /// A `switch` over `name`, which throws when it is none of the cases' names.
  func writeSwitch(over cases: [EnumCase], to text: inout SwiftText, _ statement: (EnumCase) -> String) {
    text.line("switch name {")
    for each in cases { text.line("case \(each.name.literal): \(statement(each))") }
    text.line("default:")
    var refusal = SwiftText()
    writeThrow("name", to: &refusal)
    for line in refusal.lines { text.line("  " + line) }
    text.line("}")
  }

  private func writeThrow(_ found: String, to text: inout SwiftText) {
    text.block("throw \(Names.content).ParsingError(", end: ")") { text in
      text.line("rawContent: content.jsonString,")
      // The type's own name, without backticks; `found` is put in where the expansion runs.
      let type = String(name.filter { $0 != "`" })
      text.line("debugDescription: \"'\\(\(found))' is not a case of \(type)\"")
    }
  }

  /// `(a, b)`, or nothing when there is nothing in it.
  static func list(_ elements: [String]) -> String {
    elements.isEmpty ? "" : "(\(elements.joined(separator: ", ")))"
  }

  // MARK: To generated content

  /// Writes `generatedContent`.
  func writeGeneratedContent(to text: inout SwiftText) {
    text.block("nonisolated \(access)var generatedContent: \(Names.content) {") { text in
      switch shape {
      case .structure(let properties):
        let id = properties.first(where: \.isIdentity).map { "self.\($0.identifier)" }
        writeReturn(
          properties.filter { !$0.isIdentity }.map {
            Member(name: $0.name, value: "self.\($0.identifier)", isOptional: $0.type.isOptional)
          }, id: id, to: &text)
      case .choices(_, hasRawValues: true):
        text.line("return \(Names.content)(self.rawValue)")
      case .choices(let cases, hasRawValues: false):
        text.line("switch self {")
        for each in cases {
          text.line("case .\(each.identifier): return \(Names.content)(\(each.name.literal))")
        }
        text.line("}")
      case .union(let cases, _):
        text.line("switch self {")
        for each in cases {
          let bindings = each.values.indices.map { "\(each.values[$0].prefix)let value\($0)" }
          text.line("case .\(each.identifier)\(Self.list(bindings)):")
          var inner = SwiftText()
          let name = Member(name: EnumCase.discriminator, value: each.name.literal, isOptional: false)
          let values = each.values.enumerated().map {
            Member(name: $1.name, value: "value\($0)", isOptional: $1.type.isOptional)
          }
          writeReturn([name] + values, id: nil, to: &inner)
          for line in inner.lines { text.line("  " + line) }
        }
        text.line("}")
      }
    }
  }

  /// A property of generated content, and the expression that gives it.
  private struct Member {
    var name: String
    var value: String
    var isOptional: Bool

    var pair: String { "(\(name.literal), \(value))" }
  }

  private func writeReturn(_ members: [Member], id: String?, to text: inout SwiftText) {
    let idArgument = id.map { ", id: \($0)" } ?? ""
    if arguments.representsNil || !members.contains(where: \.isOptional) {
      if members.isEmpty {
        text.line("return \(Names.content)(properties: [:]\(idArgument))")
      } else {
        text.block("return \(Names.content)(properties: [", end: "]\(idArgument))") { text in
          for member in members { text.line("\(member.name.literal): \(member.value),") }
        }
      }
      return
    }
    // Nil is left out, so that the content is put together step by step.
    text.line("var properties: [(Swift.String, any \(Names.toContent))] = []")
    for member in members {
      if member.isOptional {
        text.line(
          "if let value = \(member.value) { properties.append((\(member.name.literal), value)) }")
      } else {
        text.line("properties.append(\(member.pair))")
      }
    }
    text.line(
      "return \(Names.content)(properties: properties\(idArgument), uniquingKeysWith: { _, last in last })")
  }
}
